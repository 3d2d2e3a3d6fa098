import type { PayloadOf } from '#contract/call';
import { columnOf } from '#contract/console/column-names';
import type { bulkPreview } from '#contract/console/comics-bulk';
import type { Db, Tx } from '../../../core/db/db.ts';
import { type Act, addEntries, listUndone } from '../../audit/audit.ts';
import { type CopyFolder, repriceAll } from '../publishing/reprice.ts';
import { UNDO_MS } from '../publishing/store-folders.ts';
import {
  addBulkChange,
  type BulkChange,
  type BulkComic,
  type BulkRow,
  type BulkValues,
  deleteOldBulkChanges,
  listBulkRows,
  listSelected,
  lockBulkChange,
  lockComics,
  type Selected,
  setApplied,
  setUndone,
  setWritten,
  type Written,
  writeComics,
} from './bulk-store.ts';
import { isSame } from './fields-changed.ts';

/** A change of many comics. Fields that are undefined stay unchanged. */
export type BulkWish = PayloadOf<typeof bulkPreview>['wish'];

/** The largest number of comics in one change. */
const MOST_AT_ONCE = 5_000;
const MOST_GENRES = 20;
/** The time in which a previewed change can be applied. */
const SHOWN_MS = 24 * 3600 * 1000;
const IMPORTS_NEVER_SET: readonly string[] = ['online'];

/** A comic and its changes. */
type BulkPreviewRow = Pick<BulkRow, 'comicId' | 'before' | 'after'> & { title: string };
type BulkPreview = { id: number; rows: BulkPreviewRow[]; unchanged: number; deleted: number };

export class BulkRefused extends Error {
  readonly why: 'too-many' | 'none' | 'expired' | 'applied' | 'undone' | 'too-late';
  constructor(why: BulkRefused['why']) {
    super(why);
    this.why = why;
  }
}

/** Finds the comics that a change would alter, and stores their old and new values. Comics in the trash are left out. */
export async function previewBulk(
  tx: Tx,
  act: Act,
  selected: Selected,
  wish: BulkWish,
  now: Date,
): Promise<BulkPreview> {
  const found = await listSelected(tx, selected, MOST_AT_ONCE + 1);
  if (found.length > MOST_AT_ONCE) throw new BulkRefused('too-many');
  const comics = found.filter(({ deleted }) => !deleted);
  const changed = comics.flatMap((comic) => rowOf(comic, wish) ?? []);
  if (changed.length === 0) throw new BulkRefused('none');
  const id = await addBulkChange(tx, act, changed, now);
  return { id, rows: changed, unchanged: comics.length - changed.length, deleted: found.length - comics.length };
}

function rowOf({ id, title, values }: BulkComic, wish: BulkWish): BulkPreviewRow | null {
  const wanted = wantedValues(values, wish);
  const columns = (Object.keys(wanted) as (keyof BulkValues)[]).filter((key) => !isSame(values[key], wanted[key]));
  if (columns.length === 0) return null;
  const pick = (from: Partial<BulkValues>) => Object.fromEntries(columns.map((column) => [column, from[column]]));
  return { comicId: id, title, before: pick(values), after: pick(wanted) };
}

function wantedValues({ genres }: BulkValues, wish: BulkWish): Partial<BulkValues> {
  const { addGenres = [], removeGenres = [], ...others } = wish;
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  const kept = genres.filter((genre) => !removeGenres.includes(genre));
  return {
    ...Object.fromEntries(given.map(([name, value]) => [columnOf(name), value])),
    ...(addGenres.length + removeGenres.length > 0 && {
      genres: [...new Set([...kept, ...addGenres])].slice(0, MOST_GENRES),
    }),
  };
}

/** The comics that were changed, those of them that are offline now, and those that were skipped because others had changed them. */
export type BulkDone = { changed: number[]; hidden: number[]; skipped: number[] };

/** Applies a previewed change. Comics whose values have changed since the preview are skipped. */
export async function applyBulk(tx: Tx, act: Act, id: number, copyFolder: CopyFolder, now: Date): Promise<BulkDone> {
  const bulk = await lockOwn(tx, act, id);
  if (bulk.appliedAt) throw new BulkRefused('applied');
  if (bulk.madeAt.getTime() < now.getTime() - SHOWN_MS) throw new BulkRefused('expired');
  const given = await listBulkRows(tx, id);
  const writes = await writable(tx, given, 'before', 'after');
  const written = await write(tx, { ...act, action: bulk.action }, writes, copyFolder, now);
  await setWritten(tx, id, written);
  await setApplied(tx, id, now);
  return doneOf(given, written, 'after');
}

/** Undoes a change within 30 days. Comics that have changed since are skipped. */
export async function undoBulk(tx: Tx, act: Act, id: number, copyFolder: CopyFolder, now: Date): Promise<BulkDone> {
  const bulk = await lockOwn(tx, act, id);
  if (!bulk.appliedAt) throw new BulkRefused('expired');
  if (bulk.undoneAt) throw new BulkRefused('undone');
  if (bulk.appliedAt.getTime() < now.getTime() - UNDO_MS) throw new BulkRefused('too-late');
  const given = (await listBulkRows(tx, id)).filter(({ entryId }) => entryId !== null);
  const undone = new Set(
    await listUndone(
      tx,
      given.flatMap(({ entryId }) => entryId ?? []),
    ),
  );
  const left = given.filter(({ entryId }) => !undone.has(entryId ?? 0));
  const writes = await writable(tx, left, 'after', 'before');
  const written = await write(tx, act, writes, copyFolder, now);
  await setUndone(tx, id, now);
  return doneOf(given, written, 'before');
}

/** Deletes previews that were not applied in time, and changes that can no longer be undone. */
export async function dropOldBulkChanges(db: Db, now: Date): Promise<void> {
  await deleteOldBulkChanges(db, new Date(now.getTime() - SHOWN_MS), new Date(now.getTime() - UNDO_MS));
}

async function lockOwn(tx: Tx, { actor }: Act, id: number): Promise<BulkChange> {
  const bulk = await lockBulkChange(tx, id);
  if (bulk?.actor !== actor) throw new BulkRefused('expired');
  return bulk;
}

type Side = 'before' | 'after';
type Write = {
  comic: BulkComic;
  from: Partial<BulkValues>;
  to: Partial<BulkValues>;
  /** The columns that imports don't change from now on. */
  setByHand: string[];
  undoes: number | null;
};

/** The comics that still have the values of the side `from`, with the values to write. */
async function writable(tx: Tx, given: readonly BulkRow[], from: Side, to: Side): Promise<Write[]> {
  const comics = await lockComics(
    tx,
    given.map(({ comicId }) => comicId),
  );
  const byId = new Map(comics.map((comic) => [comic.id, comic]));
  return given.flatMap((each) => {
    const comic = byId.get(each.comicId);
    if (!comic || comic.deleted || !hasValues(comic.values, each[from])) return [];
    const added = Object.keys(each.after).filter((column) => !IMPORTS_NEVER_SET.includes(column));
    const setByHand =
      to === 'after'
        ? [...new Set([...comic.setByHand, ...added])]
        : comic.setByHand.filter((column) => !each.protects.includes(column));
    return [{ comic, from: each[from], to: each[to], setByHand, undoes: to === 'after' ? null : each.entryId }];
  });
}

/** Writes all values in one statement, their entries in another, and the prices that follow. */
async function write(
  tx: Tx,
  act: Act,
  writes: readonly Write[],
  copyFolder: CopyFolder,
  now: Date,
): Promise<Written[]> {
  const changes = writes.map(({ comic, from, to, setByHand, undoes }) => {
    const isProtectionNew = !isSame(setByHand, comic.setByHand);
    return {
      id: comic.id,
      undoes,
      before: { ...from, ...(isProtectionNew && { set_by_hand: comic.setByHand }) },
      after: { ...to, ...(isProtectionNew && { set_by_hand: setByHand }) },
    };
  });
  await writeComics(
    tx,
    changes.map(({ id, after }) => ({ id, values: after })),
    now,
  );
  const entries = await addEntries(
    tx,
    { ...act, subject: 'comic' },
    changes.map(({ id, ...states }) => ({ subjectId: id, ...states })),
    now,
  );
  const priced = writes.filter(({ to }) => 'price_coins' in to || 'free_first' in to);
  await repriceAll(
    tx,
    priced.map(({ comic }) => comic.id),
    copyFolder,
  );
  return writes.flatMap(({ comic, setByHand }) => {
    const entryId = entries.get(comic.id);
    const protects = setByHand.filter((column) => !comic.setByHand.includes(column));
    return entryId === undefined ? [] : [{ comicId: comic.id, entryId, protects }];
  });
}

function doneOf(given: readonly BulkRow[], written: readonly Written[], to: Side): BulkDone {
  const changed = new Set(written.map(({ comicId }) => comicId));
  const skipped = given.map(({ comicId }) => comicId).filter((id) => !changed.has(id));
  const hidden = given.filter((each) => changed.has(each.comicId) && each[to].online === false);
  return { changed: [...changed], hidden: hidden.map(({ comicId }) => comicId), skipped };
}

function hasValues(values: BulkValues, wanted: Partial<BulkValues>): boolean {
  return (Object.keys(wanted) as (keyof BulkValues)[]).every((column) => isSame(values[column], wanted[column]));
}
