import { type Db, execute, row, rows, statement, type Tx } from '../../../core/db/db.ts';
import type { Document } from './document.ts';

/** Any number, the same in every process. */
const LOCK = 7_205_041;

const LOCK_DOCUMENTS = statement<never, [lock: number]>('search.lock', 'select pg_advisory_xact_lock($1)');

type Stored = { comicId: number; fingerprint: string };

const OF_IDS = statement<Stored, [ids: readonly number[]]>(
  'search.fingerprints-of-ids',
  'select comic_id as "comicId", fingerprint from search.document where comic_id = any($1::bigint[])',
);

const BETWEEN = statement<Stored, [afterId: number, lastId: number]>(
  'search.fingerprints-between',
  'select comic_id as "comicId", fingerprint from search.document where comic_id > $1 and comic_id <= $2',
);

const COLUMNS = `comic_id, fingerprint, title, shown_names, shown_authors, names, authors, genres, body, spelled, terms, code,
  status, from_age, views, created_at, latest_at`;
const CHANGES = COLUMNS.split(',')
  .map((column) => `${column} = excluded.${column.trim()}`)
  .join(', ');

const WRITE = statement<never, [documents: string]>(
  'search.write-documents',
  `insert into search.document (${COLUMNS})
   select ${COLUMNS} from jsonb_populate_recordset(null::search.document, $1) order by comic_id
   on conflict (comic_id) do update set ${CHANGES}`,
);

export const deleteDocuments = execute<[ids: readonly number[]], Tx>(
  'search.delete-documents',
  'delete from search.document where comic_id = any($1::bigint[])',
);

/** Notifies all nodes at the commit: cached answers of searches are outdated. */
export const announceDocuments = execute<[], Tx>('search.announce', `select pg_notify('catalog', 'search')`);

/**
 * Only if they differ by more than five percent: each written row is added to every index again, and readers can't see the order
 * of two comics that are read about equally often.
 */
const SET_VIEWS = statement<never, [ids: readonly number[], views: readonly number[]]>(
  'search.set-views',
  `update search.document d set views = new.views from unnest($1::bigint[], $2::bigint[]) new (id, views)
   where d.comic_id = new.id and abs(d.views - new.views) > d.views / 20`,
);

/**
 * Sorts the documents into tiers by their views; see the column. Only the rows that change are written.
 */
export const setTiers = execute<[], Tx>(
  'search.set-tiers',
  `with most_read as (
     select comic_id, case when row_number() over (order by views desc, comic_id desc) <= 1000 then 0 else 1 end as tier
     from (select comic_id, views from search.document order by views desc, comic_id desc limit 4000) d
   ), outdated as (
     select comic_id from search.document where tier < 2 union select comic_id from most_read
   )
   update search.document d set tier = coalesce(m.tier, 2)
   from outdated o left join most_read m on m.comic_id = o.comic_id
   where d.comic_id = o.comic_id and d.tier <> coalesce(m.tier, 2)`,
);

/** Locks until the end of the transaction, so that the second of two nodes sees the rows of the first one. */
export async function lockDocuments(tx: Tx): Promise<void> {
  await row(tx, LOCK_DOCUMENTS, [LOCK]);
}

export async function fingerprintsOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  return byComic(await rows(db, OF_IDS, [ids]));
}

/** All documents with an id after the first and up to the second. */
export async function fingerprintsBetween(db: Db, afterId: number, lastId: number): Promise<Map<number, string>> {
  return byComic(await rows(db, BETWEEN, [afterId, lastId]));
}

function byComic(stored: readonly Stored[]): Map<number, string> {
  return new Map(stored.map(({ comicId, fingerprint }) => [comicId, fingerprint]));
}

/** If a comic is deleted at the same time, its foreign key makes the statement fail. The next round leaves it out. */
export async function writeDocuments(tx: Tx, documents: readonly Document[]): Promise<void> {
  const written = documents.map((document) =>
    Object.fromEntries(Object.entries(document).map(([field, value]) => [columnOf(field), value])),
  );
  await row(tx, WRITE, [JSON.stringify(written)]);
}

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export async function setViews(db: Db, comics: readonly { id: number; views: number }[]): Promise<void> {
  await row(db, SET_VIEWS, [comics.map(({ id }) => id), comics.map(({ views }) => views)]);
}
