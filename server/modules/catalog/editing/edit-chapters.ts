import type { Tx } from '../../../core/db/db.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { type Act, addEntry } from '../../audit/audit.ts';
import { type Changed, type ChapterChange, changeChapterByHand, findComicById } from '../publishing/manual-changes.ts';
import {
  findManagedChapter,
  listManagedChapters,
  lockManagedComic,
  type ManagedChapter,
} from '../publishing/manual-changes-store.ts';
import { type CopyFolder, reprice } from '../publishing/reprice.ts';
import { renumberByHand } from './chapter-list-store.ts';
import { FieldsChanged, staleFields } from './fields-changed.ts';

/** The fields of a chapter in its form. Times are in ISO 8601; `priceCoins` is the chapter's own price. */
export type EditedChapter = {
  no: number;
  title: string;
  priceCoins: number | null;
  freeAt: string | null;
  publishedAt: string;
};

export function fieldsOfChapter(
  chapter: Pick<ManagedChapter, 'no' | 'title' | 'ownPriceCoins' | 'freeAt' | 'publishedAt'>,
): EditedChapter {
  const { no, title, ownPriceCoins, freeAt, publishedAt } = chapter;
  const times = { freeAt: freeAt?.toISOString() ?? null, publishedAt: publishedAt.toISOString() };
  return { no, title, priceCoins: ownPriceCoins, ...times };
}

/** Changes fields of a chapter, like `editComic`. */
export async function editChapter(
  tx: Tx,
  act: Act,
  chapterId: number,
  { base, change }: { base: Partial<EditedChapter>; change: Partial<EditedChapter> },
  copyFolder: CopyFolder,
  now: Date,
): Promise<Changed> {
  const chapter = await lockedChapter(tx, chapterId);
  const stale = staleFields(fieldsOfChapter(chapter), base, change);
  if (stale) throw new FieldsChanged(stale);
  const { freeAt, publishedAt, ...others } = change;
  const times: ChapterChange = {
    ...(freeAt !== undefined && { freeAt: freeAt === null ? null : new Date(freeAt) }),
    ...(publishedAt !== undefined && { publishedAt: new Date(publishedAt) }),
  };
  return changeChapterByHand(tx, act, chapter, { ...others, ...times }, copyFolder, now);
}

/** Changes several chapters of one comic in the same way. */
export async function changeChapters(
  tx: Tx,
  act: Act,
  comicId: number,
  ids: readonly number[],
  change: ChapterChange,
  copyFolder: CopyFolder,
  now: Date,
): Promise<Changed[]> {
  await lockManagedComic(tx, comicId);
  const wanted = new Set(ids);
  const chapters = (await listManagedChapters(tx, comicId)).filter(({ id }) => wanted.has(id));
  if (chapters.length < wanted.size) refuse('chapterNotFound');
  const done: Changed[] = [];
  for (const chapter of chapters) done.push(await changeChapterByHand(tx, act, chapter, change, copyFolder, now));
  return done;
}

/**
 * Gives chapters the numbers of one another, in the order in which they are given. `no` is the number that each was seen
 * with; if another one has changed it since, nothing is changed.
 */
export async function reorderChapters(
  tx: Tx,
  act: Act,
  comicId: number,
  order: readonly { id: number; no: number }[],
  copyFolder: CopyFolder,
  now: Date,
): Promise<Changed[]> {
  await lockManagedComic(tx, comicId);
  if ((await findComicById(tx, comicId))?.mergedInto) refuse('comicMerged');
  const moved = movedChapters(await listManagedChapters(tx, comicId), order);
  const numbers = moved.map(({ chapter: { id }, no }) => ({ id, no }));
  await renumberByHand(tx, numbers, now);
  const done: Changed[] = [];
  for (const { chapter, no } of moved) {
    const set = [...new Set([...chapter.setByHand, 'no'])];
    const states = { before: { no: chapter.no, set_by_hand: chapter.setByHand }, after: { no, set_by_hand: set } };
    const entry = { ...act, subject: 'chapter', subjectId: chapter.id, ...states, undoes: null } as const;
    done.push({ entryId: await addEntry(tx, entry, now), comicId });
  }
  await reprice(tx, comicId, copyFolder);
  return done;
}

/** The chapters that get another number, in the order in which they are given. */
function movedChapters(chapters: readonly ManagedChapter[], order: readonly { id: number; no: number }[]) {
  const known = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const nos = order.map(({ no }) => no).sort((a, b) => a - b);
  const moved: { chapter: ManagedChapter; no: number }[] = [];
  for (const [index, { id, no: seen }] of order.entries()) {
    const chapter = known.get(id);
    if (!chapter) refuse('chapterNotFound');
    if (chapter.no !== seen) throw new FieldsChanged({});
    const no = nos[index] ?? seen;
    if (no !== seen) moved.push({ chapter, no });
  }
  if (new Set(order.map(({ id }) => id)).size < order.length) refuse('chapterNotFound');
  return moved;
}

async function lockedChapter(tx: Tx, chapterId: number): Promise<ManagedChapter> {
  const found = await findManagedChapter(tx, chapterId);
  if (!found) refuse('chapterNotFound');
  await lockManagedComic(tx, found.comicId);
  return (await findManagedChapter(tx, chapterId)) ?? found;
}
