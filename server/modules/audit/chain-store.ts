import { allRows, firstRow, rows, statement, type Tx } from '../../core/db/db.ts';

/** The columns that the hash of a link covers. The states are as PostgreSQL writes them. */
export type HashedEntry = {
  id: number;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  subjectId: number;
  before: string;
  after: string;
  reason: string | null;
  undoes: number | null;
};

type NullableColumns<Row> = { [Column in keyof Row]: Row[Column] | null };
export type Link = { no: number; entryId: number; hash: Buffer };

const COLUMNS = `e.id, e.at, e.actor, e.action, e.subject, e.subject_id as "subjectId", e.before::text as before,
  e.after::text as after, e.reason, e.undoes`;

export const lastLink = firstRow<Link, []>(
  'audit.last-link',
  'select no, entry_id as "entryId", hash from audit.chain order by no desc limit 1',
);

/** Entries after this one that have no link. */
export const listUnlinked = allRows<HashedEntry, [after: number, size: number]>(
  'audit.unlinked-entries',
  `select ${COLUMNS} from audit.entry e
   where e.id > $1 and not exists (select from audit.chain c where c.entry_id = e.id) order by e.id limit $2`,
);

const ADD = statement<never, [nos: readonly number[], entryIds: readonly number[], hashes: readonly Buffer[]]>(
  'audit.add-links',
  'insert into audit.chain (no, entry_id, hash) select * from unnest($1::bigint[], $2::bigint[], $3::bytea[])',
);

/** Links after this one with their entries; no entry if it is gone. */
export const listLinks = allRows<
  Link & { entry: boolean } & NullableColumns<HashedEntry>,
  [after: number, size: number]
>(
  'audit.links',
  `select c.no, c.entry_id as "entryId", c.hash, e.id is not null as entry, ${COLUMNS}
   from audit.chain c left join audit.entry e on e.id = c.entry_id where c.no > $1 order by c.no limit $2`,
);

export async function addLinks(tx: Tx, links: readonly Link[]): Promise<void> {
  const columns = [links.map(({ no }) => no), links.map(({ entryId }) => entryId), links.map(({ hash }) => hash)];
  await rows(tx, ADD, columns as [number[], number[], Buffer[]]);
}
