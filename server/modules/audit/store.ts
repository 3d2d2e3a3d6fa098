import { allRows, allValues, type Db, firstRow, row, rows, statement, type Tx } from '../../core/db/db.ts';
import { jsonText } from '../../core/db/json-text.ts';

/** A value of a column, as JSON has it. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
/** Values by the names of their columns. */
export type State = Readonly<Record<string, Value>>;

export type Subject =
  | 'comic'
  | 'chapter'
  | 'reader'
  | 'order'
  | 'editorial'
  | 'staff'
  | 'feedback'
  | 'reply-template'
  | 'redeem-batch'
  | 'announcement';

export type NewEntry = {
  actor: string;
  action: string;
  subject: Subject;
  subjectId: number;
  before: State;
  after: State;
  reason: string | null;
  undoes: number | null;
};

export type Entry = NewEntry & { id: number; at: Date; undoneBy: number | null };

const COLUMNS = `e.id, e.at, e.actor, e.action, e.subject, e.subject_id as "subjectId", e.before, e.after, e.reason, e.undoes,
  u.id as "undoneBy"`;
const ENTRIES = 'audit.entry e left join audit.entry u on u.undoes = e.id';

const ADD = statement<
  { id: number },
  [
    at: Date,
    actor: string,
    action: string,
    subject: Subject,
    subjectId: number,
    before: string,
    after: string,
    reason: string | null,
    undoes: number | null,
  ]
>(
  'audit.add-entry',
  `insert into audit.entry (at, actor, action, subject, subject_id, before, after, reason, undoes)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
);

export const findEntry = firstRow<Entry, [id: number]>(
  'audit.entry',
  `select ${COLUMNS} from ${ENTRIES} where e.id = $1`,
);

/** The latest first, from before an entry on; without those about staff, who log in often. */
export const listEntries = allRows<Entry, [before: number, size: number]>(
  'audit.latest-entries',
  `select ${COLUMNS} from ${ENTRIES} where e.id < $1 and e.subject <> 'staff' order by e.id desc limit $2`,
);

const OF_SUBJECTS = statement<Entry, [subject: Subject, ids: readonly number[], before: number, size: number]>(
  'audit.entries-of-subjects',
  `select ${COLUMNS} from ${ENTRIES} where e.subject = $1 and e.subject_id = any($2) and e.id < $3
   order by e.id desc limit $4`,
);

/** Null = any. `until` is not included. */
export type EntryFilter = { actor: string | null; subject: Subject | null; from: Date | null; until: Date | null };

const FILTERED = statement<
  Entry,
  [before: number, size: number, actor: string | null, subject: Subject | null, from: Date | null, until: Date | null]
>(
  'audit.filtered-entries',
  `select ${COLUMNS} from ${ENTRIES}
   where e.id < $1 and ($3::text is null or e.actor = $3) and ($4::text is null or e.subject = $4)
     and ($5::timestamptz is null or e.at >= $5) and ($6::timestamptz is null or e.at < $6)
   order by e.id desc limit $2`,
);

/** The actors who have looked at this many phone numbers since a moment. */
export const listManyReveals = allRows<{ actor: string; count: number }, [since: Date, least: number]>(
  'audit.many-reveals',
  `select actor, count(*) as count from audit.entry where action = 'reveal-phone' and at >= $1
   group by actor having count(*) >= $2 order by actor`,
);

/** The latest entry of a subject that changed each column. */
export const latestByColumn = allRows<
  { column: string; id: number; at: Date; actor: string },
  [subject: Subject, subjectId: number]
>(
  'audit.latest-by-column',
  `select distinct on (k.name) k.name as column, e.id, e.at, e.actor
   from audit.entry e, jsonb_object_keys(e.after) k(name)
   where e.subject = $1 and e.subject_id = $2 order by k.name, e.id desc`,
);

/** By column, the latest entry of a subject that set it and still counts: entries that were undone, and undos of changes, do not. */
export const latestStandingByColumn = allRows<
  { column: string; id: number; at: Date; actor: string },
  [subject: Subject, subjectId: number]
>(
  'audit.latest-standing-by-column',
  `select distinct on (k.name) k.name as column, e.id, e.at, e.actor
   from audit.entry e left join audit.entry later on later.undoes = e.id left join audit.entry undone on undone.id = e.undoes,
     jsonb_object_keys(e.after) k(name)
   where e.subject = $1 and e.subject_id = $2 and later.id is null and (undone.id is null or undone.undoes is not null)
   order by k.name, e.id desc`,
);

const OF_COLUMN = statement<Entry, [subject: Subject, subjectId: number, column: string, before: number, size: number]>(
  'audit.entries-of-column',
  `select ${COLUMNS} from ${ENTRIES} where e.subject = $1 and e.subject_id = $2 and e.after ? $3 and e.id < $4
   order by e.id desc limit $5`,
);

export async function addEntry(tx: Tx, entry: NewEntry, at: Date): Promise<number> {
  const { actor, action, subject, subjectId, before, after, reason, undoes } = entry;
  const states = [jsonText(before), jsonText(after)] as const;
  const added = await row(tx, ADD, [at, actor, action, subject, subjectId, ...states, reason, undoes]);
  if (!added) throw new Error('an audit entry was inserted without an id');
  return added.id;
}

const ADD_ALL = statement<
  { id: number; subjectId: number },
  [at: Date, actor: string, action: string, subject: Subject, reason: string | null, entries: string]
>(
  'audit.add-entries',
  `insert into audit.entry (at, actor, action, subject, reason, subject_id, before, after, undoes)
   select $1, $2, $3, $4, $5, e."subjectId", e.before, e.after, e.undoes
   from jsonb_to_recordset($6::jsonb) e ("subjectId" bigint, before jsonb, after jsonb, undoes bigint)
   returning id, subject_id as "subjectId"`,
);

/** One act on many subjects, in one statement. Returns the id of the entry of each subject. */
export async function addEntries(
  tx: Tx,
  { actor, action, subject, reason }: Pick<NewEntry, 'actor' | 'action' | 'subject' | 'reason'>,
  entries: readonly Pick<NewEntry, 'subjectId' | 'before' | 'after' | 'undoes'>[],
  at: Date,
): Promise<Map<number, number>> {
  const added = await rows(tx, ADD_ALL, [at, actor, action, subject, reason, jsonText(entries)]);
  return new Map(added.map(({ id, subjectId }) => [subjectId, id]));
}

/** The undone ones of these entries. */
export const listUndone = allValues<{ undoes: number }, [ids: readonly number[]]>(
  'audit.undone-entries',
  'select undoes from audit.entry where undoes = any($1::bigint[])',
);

/** The entries of some subjects, the latest first. */
export function listEntriesOf(
  db: Db,
  { subject, ids }: { subject: Subject; ids: readonly number[] },
  before: number,
  size: number,
): Promise<Entry[]> {
  return rows(db, OF_SUBJECTS, [subject, ids, before, size]);
}

/** The entries of a subject that changed a column. */
export function listEntriesWithColumn(
  db: Db,
  { subject, id, column }: { subject: Subject; id: number; column: string },
  before: number,
  size: number,
): Promise<Entry[]> {
  return rows(db, OF_COLUMN, [subject, id, column, before, size]);
}

/** The latest first, from before an entry on, and only those that the filter lets through. */
export function filterEntries(db: Db, filter: EntryFilter, before: number, size: number): Promise<Entry[]> {
  const { actor, subject, from, until } = filter;
  return rows(db, FILTERED, [before, size, actor, subject, from, until]);
}
