import { allRows, execute, firstRow, planned, row, rows, statement, type Tx } from '../../../core/db/db.ts';
import type { State } from '../../audit/audit.ts';
import { type ComicFilter, conditionsOf } from './comic-list-store.ts';

/** The columns that a bulk change may change. */
export type BulkValues = {
  price_coins: number;
  free_first: number;
  status: string;
  online: boolean;
  genres: string[];
  weekdays: number[];
  wait_hours: number;
  wait_except_latest: number;
  wait_read_hours: number;
  pass_after_days: number;
};
export type BulkComic = { id: number; title: string; deleted: boolean; values: BulkValues; setByHand: string[] };

const COLUMNS = [
  'price_coins',
  'free_first',
  'status',
  'online',
  'genres',
  'weekdays',
  'wait_hours',
  'wait_except_latest',
  'wait_read_hours',
  'pass_after_days',
] as const;
const VALUES = `jsonb_build_object(${COLUMNS.map((column) => `'${column}', b.${column}`).join(', ')})`;
const COMIC = `select b.id, b.title, b.deleted_at is not null as deleted, b.set_by_hand as "setByHand", ${VALUES} as values
  from catalog.comic b`;

/** Which comics: these, or all with a filter but these. */
export type Selected = { ids: readonly number[] } | { filter: ComicFilter; except: readonly number[] };

/** The selected comics by id, at most `most` of them. */
export function listSelected(tx: Tx, selected: Selected, most: number): Promise<BulkComic[]> {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const conditions =
    'ids' in selected
      ? [`b.id = any(${add(selected.ids)}::bigint[])`, 'b.merged_into is null']
      : [...conditionsOf(selected.filter, add), `b.id <> all(${add(selected.except)}::bigint[])`];
  return planned(tx, `${COMIC} where ${conditions.join(' and ')} order by b.id limit ${add(most)}`, values);
}

/** Locks comics in the order of their ids. Everything that locks several comics uses this order, so that there is no deadlock. */
export const lockComics = allRows<BulkComic, [ids: readonly number[]], Tx>(
  'catalog.lock-comics-for-bulk',
  `${COMIC} where b.id = any($1::bigint[]) and b.merged_into is null order by b.id for no key update of b`,
);

const WRITE = statement<never, [changes: string, now: Date]>(
  'catalog.write-comics-by-hand',
  `with given as (select (g ->> 'id')::bigint as id, g -> 'values' as values from jsonb_array_elements($1::jsonb) g),
     old as (select c as row, given.values from catalog.comic c join given on given.id = c.id)
   update catalog.comic c set ${COLUMNS.map((column) => `${column} = n.${column}`).join(', ')},
     set_by_hand = n.set_by_hand, updated_at = $2
   from old, lateral jsonb_populate_record(old.row, old.values) n where c.id = n.id`,
);

/** Writes the values of many comics in one statement. */
export async function writeComics(tx: Tx, changes: readonly { id: number; values: State }[], now: Date): Promise<void> {
  await row(tx, WRITE, [JSON.stringify(changes), now]);
}

export type BulkChange = {
  id: number;
  actor: string;
  action: string;
  madeAt: Date;
  appliedAt: Date | null;
  undoneAt: Date | null;
};
export type BulkRow = {
  comicId: number;
  before: Partial<BulkValues>;
  after: Partial<BulkValues>;
  entryId: number | null;
  protects: string[];
};

const ADD = statement<{ id: number }, [actor: string, action: string, now: Date]>(
  'catalog.add-bulk-change',
  'insert into catalog.bulk_change (actor, action, made_at) values ($1, $2, $3) returning id',
);
const ADD_ROWS = statement<never, [id: number, rows: string]>(
  'catalog.add-bulk-change-comics',
  `insert into catalog.bulk_change_comic (bulk_change_id, comic_id, before, after)
   select $1, r."comicId", r.before, r.after from jsonb_to_recordset($2::jsonb) r ("comicId" bigint, before jsonb, after jsonb)`,
);

export async function addBulkChange(
  tx: Tx,
  { actor, action }: { actor: string; action: string },
  changed: readonly Pick<BulkRow, 'comicId' | 'before' | 'after'>[],
  now: Date,
): Promise<number> {
  const added = await row(tx, ADD, [actor, action, now]);
  if (!added) throw new Error('a bulk change was inserted without an id');
  await row(tx, ADD_ROWS, [added.id, JSON.stringify(changed)]);
  return added.id;
}

export const lockBulkChange = firstRow<BulkChange, [id: number], Tx>(
  'catalog.lock-bulk-change',
  `select id, actor, action, made_at as "madeAt", applied_at as "appliedAt", undone_at as "undoneAt"
   from catalog.bulk_change where id = $1 for no key update`,
);

const ROWS = statement<BulkRow, [id: number]>(
  'catalog.bulk-change-comics',
  `select comic_id as "comicId", before, after, entry_id as "entryId", protects
   from catalog.bulk_change_comic where bulk_change_id = $1 order by comic_id`,
);
export const listBulkRows = (tx: Tx, id: number) => rows(tx, ROWS, [id]);

const SET_WRITTEN = statement<never, [id: number, written: string]>(
  'catalog.set-bulk-change-written',
  `update catalog.bulk_change_comic b set entry_id = w."entryId", protects = w.protects
   from jsonb_to_recordset($2::jsonb) w ("comicId" bigint, "entryId" bigint, protects text[])
   where b.bulk_change_id = $1 and b.comic_id = w."comicId"`,
);

/** A comic that was changed: its entry in the audit log, and the columns that no import changes any more. */
export type Written = { comicId: number; entryId: number; protects: string[] };

export async function setWritten(tx: Tx, id: number, written: readonly Written[]): Promise<void> {
  await row(tx, SET_WRITTEN, [id, JSON.stringify(written)]);
}

export const setApplied = execute<[id: number, now: Date], Tx>(
  'catalog.set-bulk-change-applied',
  'update catalog.bulk_change set applied_at = $2 where id = $1',
);
export const setUndone = execute<[id: number, now: Date], Tx>(
  'catalog.set-bulk-change-undone',
  'update catalog.bulk_change set undone_at = $2 where id = $1',
);

/** Deletes previews that were not applied, and changes that can no longer be undone. */
export const deleteOldBulkChanges = execute<[shownBefore: Date, appliedBefore: Date]>(
  'catalog.delete-old-bulk-changes',
  'delete from catalog.bulk_change where applied_at is null and made_at < $1 or applied_at < $2',
);
