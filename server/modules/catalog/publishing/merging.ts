import { type Db, isTaken, type Tx } from '../../../core/db/db.ts';
import { Refusal, refuse } from '../../../core/refusal/refusal.ts';
import { type Act, addEntry, type Entry, findEntry, type State } from '../../audit/audit.ts';
import {
  type ChapterHome,
  listHomes,
  listMergedChapters,
  listMergedComics,
  listMerging,
  lockMerging,
  type MergingChapter,
  type MergingComic,
  moveChapters,
  type Names,
  renewFacts,
  renumber,
  setInto,
  setNames,
  setStays,
  showChapters,
} from './merging-store.ts';
import { type CopyFolder, reprice } from './reprice.ts';
import { UNDO_MS } from './store-folders.ts';

/** A chapter that is left behind, because another one, `stays`, has the same number and is read in its place. */
export type LeftChapter = { id: number; stays: number; no: number };

/** The changes that a merge has made. They are kept in the log, so that it can be undone. */
export type MergeRecord = {
  from: number;
  into: number;
  /** Moved to the other comic. */
  moved: number[];
  left: LeftChapter[];
  /** Chapters of `into` that were left behind, because readers could not see them. */
  exchanged: number[];
  /** Taken down with the move, because readers could not see the comic that they were in. */
  hidden: number[];
  wasOnline: boolean;
  addedAlias: string[];
  addedKeys: string[];
  marksTitle: boolean;
  /** Comics and chapters that were merged before, and led to these. */
  comicsBefore: number[];
  chaptersBefore: { id: number; stays: number }[];
  /** The entry of the log about the editorial data; null if they did not name the comic. */
  editorialEntry: number | null;
};

/** The chapters of both comics before the change and after it, and where each is read after it. */
export type Merged = {
  record: MergeRecord;
  entryId: number;
  before: MergingChapter[];
  after: MergingChapter[];
  homes: ChapterHome[];
};

/** A number that no chapter has: two chapters can't change their comics in one step. */
const MOST_NO = 999_999_999;

/**
 * Moves the chapters of one comic to another. If both have a chapter with the same number, the one of `into` stays, unless
 * readers can see only the other one. The row of the merged comic stays, offline.
 */
export async function mergeComics(
  tx: Tx,
  act: Act,
  { fromId, intoId, editorialEntry }: { fromId: number; intoId: number; editorialEntry: number | null },
  copyFolder: CopyFolder,
  now: Date,
): Promise<Merged> {
  if (fromId === intoId) refuse('cannotMerge');
  const [from, into] = await lockBoth(tx, fromId, intoId);
  if (from.mergedInto !== null || into.mergedInto !== null) refuse('comicMerged');
  if (from.deletedAt || into.deletedAt) refuse('comicDeleted');
  const before = await listMerging(tx, [fromId, intoId]);
  const plan = planMerge(before, from, into, now);
  const { left, exchanged, moved, hidden } = plan;
  await exchange(tx, chaptersOf(before, exchanged), moved, intoId, fromId);
  await showChapters(tx, hidden, false);
  const chaptersBefore = await listMergedChapters(
    tx,
    left.map(({ id }) => id),
  );
  const staysOf = new Map(left.map(({ id, stays }) => [id, stays]));
  await setStays(tx, [...left, ...chaptersBefore.map(({ id, stays }) => ({ id, stays: staysOf.get(stays) ?? stays }))]);
  const comicsBefore = await listMergedComics(tx, fromId);
  await setInto(tx, [fromId, ...comicsBefore], intoId, false, now);
  const names = namesAfter(from, into);
  await setNames(tx, intoId, names, now);
  const record: MergeRecord = {
    from: fromId,
    into: intoId,
    moved,
    left,
    exchanged,
    hidden,
    wasOnline: from.online,
    addedAlias: names.alias.filter((name) => !into.alias.includes(name)),
    addedKeys: names.formerKeys.filter((key) => !into.formerKeys.includes(key)),
    marksTitle: !into.setByHand.includes('title'),
    comicsBefore,
    chaptersBefore,
    editorialEntry,
  };
  await renewFacts(tx, [fromId, intoId]);
  await reprice(tx, intoId, copyFolder);
  const states = { before: { merged: null }, after: { merged: record as unknown as State } };
  const entryId = await addEntry(tx, { ...act, subject: 'comic', subjectId: intoId, ...states, undoes: null }, now);
  return {
    record,
    entryId,
    before,
    after: await listMerging(tx, [fromId, intoId]),
    homes: await listHomes(tx, intoId),
  };
}

/** The merge that an entry of the log is about; null if it is about something else. */
export function mergeOf(entry: Pick<Entry, 'after'> | null): MergeRecord | null {
  return (entry?.after.merged ?? null) as unknown as MergeRecord | null;
}

/** The entry and its record of a merge; null if it is about something else, or does not exist. */
export async function findMerge(db: Db, entryId: number): Promise<{ entry: Entry; record: MergeRecord } | null> {
  const entry = await findEntry(db, entryId);
  const record = mergeOf(entry);
  return entry && record && { entry, record };
}

/** Takes a merge back, for 30 days. Chapters that came to `into` since stay there. */
export async function splitComics(
  tx: Tx,
  act: Act,
  entryId: number,
  copyFolder: CopyFolder,
  now: Date,
): Promise<Merged> {
  const found = await findMerge(tx, entryId);
  if (!found) refuse('cannotUndo', null, '没有这条记录，或者它不是漫画的改动');
  const { entry, record } = found;
  if (entry.undoneBy !== null) refuse('cannotUndo', null, '这条改动已经撤回过');
  if (entry.at.getTime() < now.getTime() - UNDO_MS) refuse('cannotUndo', null, '30 天以前的改动不能撤回');
  const { from: fromId, into: intoId, left, exchanged } = record;
  const [from, into] = await lockBoth(tx, fromId, intoId);
  if (from.mergedInto !== intoId) refuse('cannotUndo', null, '之后又改过同一处，请从最近的一条撤回起');
  const before = await listMerging(tx, [fromId, intoId]);
  const here = new Set(before.filter(({ comicId }) => comicId === intoId).map(({ id }) => id));
  const back = record.moved.filter((id) => here.has(id));
  try {
    await exchange(tx, chaptersOf(before, exchanged), back, fromId, intoId);
    await setInto(tx, [fromId], null, record.wasOnline, now);
  } catch (error) {
    throw isTaken(error) ? new Refusal(isTitle(error) ? 'comicTitleTaken' : 'chapterNumberTaken') : error;
  }
  await showChapters(tx, record.hidden, true);
  await setStays(tx, [...left.map(({ id }) => ({ id, stays: null })), ...record.chaptersBefore]);
  await setInto(tx, record.comicsBefore, fromId, false, now);
  await setNames(tx, intoId, namesBefore(into, record), now);
  await renewFacts(tx, [fromId, intoId]);
  for (const id of [fromId, intoId]) await reprice(tx, id, copyFolder);
  const states = { before: { merged: fromId }, after: { merged: null } };
  const undone = { ...act, subject: 'comic', subjectId: intoId, ...states, undoes: entryId } as const;
  const written = await addEntry(tx, undone, now);
  const homes = [...(await listHomes(tx, fromId)), ...(await listHomes(tx, intoId))];
  const after = await listMerging(tx, [fromId, intoId]);
  return { record: { ...record, moved: back }, entryId: written, before, after, homes };
}

async function lockBoth(tx: Tx, fromId: number, intoId: number): Promise<[MergingComic, MergingComic]> {
  const comics = await lockMerging(tx, [fromId, intoId]);
  const [from, into] = [comics.get(fromId), comics.get(intoId)];
  if (!from || !into) refuse('comicNotFound');
  return [from, into];
}

/** Which chapters move and which are left behind. Of two with the same number the one of `into` stays, if readers see it. */
function planMerge(chapters: readonly MergingChapter[], from: MergingComic, into: MergingComic, now: Date) {
  const ofInto = new Map(chapters.filter(({ comicId }) => comicId === into.id).map((chapter) => [chapter.no, chapter]));
  const left: LeftChapter[] = [];
  const exchanged: number[] = [];
  const moved: MergingChapter[] = [];
  for (const chapter of chapters.filter(({ comicId }) => comicId === from.id)) {
    const other = ofInto.get(chapter.no);
    if (!other) {
      moved.push(chapter);
      continue;
    }
    const isBetter = from.online && isOut(chapter, now) && !isOut(other, now);
    const [stays, leaves] = isBetter ? [chapter, other] : [other, chapter];
    left.push({ id: leaves.id, stays: stays.id, no: chapter.no });
    if (!isBetter) continue;
    exchanged.push(other.id);
    moved.push(chapter);
  }
  // A comic that was offline brings no chapters that readers see.
  const isHiding = !from.online && into.online;
  const hidden = isHiding ? moved.filter(({ online }) => online).map(({ id }) => id) : [];
  return { left, exchanged, moved: moved.map(({ id }) => id), hidden };
}

function isOut({ online, publishedAt }: MergingChapter, now: Date): boolean {
  return online && publishedAt <= now;
}

function chaptersOf(chapters: readonly MergingChapter[], ids: readonly number[]): MergingChapter[] {
  return chapters.filter(({ id }) => ids.includes(id));
}

/** Moves chapters to a comic, and others out of it whose numbers they have. */
async function exchange(
  tx: Tx,
  leaving: readonly MergingChapter[],
  coming: readonly number[],
  comicId: number,
  otherId: number,
): Promise<void> {
  await renumber(
    tx,
    leaving.map(({ id }, index) => ({ id, no: MOST_NO - index })),
  );
  await moveChapters(tx, coming, comicId);
  await moveChapters(
    tx,
    leaving.map(({ id }) => id),
    otherId,
  );
  await renumber(tx, leaving);
}

/** Readers and imports find the comic under the names of the other one too; its files no longer rename it. */
function namesAfter(from: MergingComic, into: MergingComic): Names {
  const alias = [...into.alias, from.title, ...from.alias].filter((name) => name !== into.title);
  const formerKeys = [...into.formerKeys, from.titleKey, ...from.formerKeys].filter((key) => key !== into.titleKey);
  return {
    alias: [...new Set(alias)],
    formerKeys: [...new Set(formerKeys)],
    setByHand: [...new Set([...into.setByHand, 'title'])],
  };
}

function namesBefore(into: MergingComic, { addedAlias, addedKeys, marksTitle }: MergeRecord): Names {
  return {
    alias: into.alias.filter((name) => !addedAlias.includes(name)),
    formerKeys: into.formerKeys.filter((key) => !addedKeys.includes(key)),
    setByHand: into.setByHand.filter((column) => column !== 'title' || !marksTitle),
  };
}

function isTitle(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'comic_by_title';
}
