import { columnOf } from '#contract/console/column-names';
import { type Db, isTaken, type Tx } from '../../../core/db/db.ts';
import { Refusal, refuse } from '../../../core/refusal/refusal.ts';
import { type Act, addEntry, findEntry, type State, type Value } from '../../audit/audit.ts';
import { titleKey } from '../comics/title-key.ts';
import { pagesFolder } from '../pictures/folders.ts';
import type { StoredCover } from '../pictures/stored-images.ts';
import {
  emptyChapters,
  findComicsNamed,
  findManagedChapter,
  findManagedComic,
  hasValues,
  listTrash,
  lockManagedComic,
  type ManagedChapter,
  type ManagedComic,
  writeByHand,
} from './manual-changes-store.ts';
import type { NewCover } from './new-cover.ts';
import { dropPageVersions, noteCurrentVersion } from './page-version-store.ts';
import { type CopyFolder, guardUnguarded, reprice } from './reprice.ts';
import type { ChapterSettings, ComicSettings } from './settings.ts';
import { UNDO_MS } from './store-folders.ts';

/** A change of a comic by an operator. */
export type ComicChange = ComicSettings & {
  title?: string;
  cover?: NewCover;
  wide?: StoredCover | null;
  online?: boolean;
  deletedAt?: Date | null;
};

/** A change of a chapter by an operator. `priceCoins` is the price of this chapter, not of its comic. */
export type ChapterChange = ChapterSettings & {
  online?: boolean;
  deletedAt?: Date | null;
  publishedAt?: Date;
  no?: number;
};

/** The comic and the entry in the audit log; `entryId` is `null` if nothing changed. */
export type Changed = { entryId: number | null; comicId: number };

/** Imports never set these columns, so they need no protection from imports. */
const NEVER_IMPORTED = ['online', 'wide', 'deleted_at', 'set_by_hand', 'sidecar_sha256'];

const DECIDE_PRICES = ['price_coins', 'free_first', 'own_price_coins', 'no'];

/** Changes a comic for an operator, and its prices in the same transaction. */
export async function changeComicByHand(
  tx: Tx,
  act: Act,
  comicId: number,
  change: ComicChange,
  copyFolder: CopyFolder,
  now: Date,
): Promise<Changed> {
  await lockManagedComic(tx, comicId);
  const found = await findComicById(tx, comicId);
  if (!found) refuse('comicNotFound');
  if (found.mergedInto) refuse('comicMerged');
  if (change.deletedAt === null && found.deletedAt && isTooOld(found.deletedAt, now)) refuse('trashEmptied');
  if (change.online === true && change.deletedAt === undefined && found.deletedAt) refuse('comicDeleted');
  const { title, cover, wide, ...settings } = change;
  const values = {
    ...valuesOf(settings),
    ...(title !== undefined && renamed(found, title, change.alias)),
    ...(cover && coverValues(cover)),
    ...(wide !== undefined && { wide: jsonOf(wide) }),
  };
  const given = Object.keys(change).map(columnOf);
  const entryId = await write(tx, act, { subject: 'comic', id: comicId }, values, null, now, given);
  await repriceAfter(tx, comicId, values, copyFolder);
  return { entryId, comicId };
}

/** The old title becomes an alias: readers and imports still find the comic by it. */
function renamed(found: ManagedComic, title: string, alias: readonly string[] = found.alias): State {
  const keys = [...found.formerKeys, titleKey(found.title)].filter((key) => key !== titleKey(title));
  const names = [...alias, found.title].filter((name) => name !== title);
  return {
    title,
    title_key: titleKey(title),
    alias: [...new Set(names)],
    former_keys: [...new Set(keys)],
  };
}

function coverValues({ cover, source }: NewCover): State {
  return { cover: jsonOf(cover), cover_source: `\\x${source.toString('hex')}` };
}

function jsonOf(picture: StoredCover | null): Value {
  return JSON.parse(JSON.stringify(picture));
}

/** Changes a chapter for an operator. */
export async function changeChapterByHand(
  tx: Tx,
  act: Act,
  chapter: Pick<ManagedChapter, 'id' | 'comicId'>,
  { priceCoins, ...change }: ChapterChange,
  copyFolder: CopyFolder,
  now: Date,
): Promise<Changed> {
  const { id, comicId } = chapter;
  await lockManagedComic(tx, comicId);
  const found = await findManagedChapter(tx, id);
  if (found?.isOfMerged) refuse('comicMerged');
  if (change.deletedAt === null && found?.emptied) refuse('trashEmptied');
  if (change.online === true && change.deletedAt === undefined && found?.deletedAt) refuse('comicDeleted');
  const values = { ...valuesOf(change), ...(priceCoins !== undefined && { own_price_coins: priceCoins }) };
  const entryId = await write(tx, act, { subject: 'chapter', id }, values, null, now);
  await repriceAfter(tx, comicId, values, copyFolder);
  return { entryId, comicId };
}

/** Undoes an entry of the audit log, within 30 days and only if the same values were not changed later. */
export async function undoByHand(
  tx: Tx,
  act: Act,
  entryId: number,
  copyFolder: CopyFolder,
  now: Date,
): Promise<Changed> {
  const entry = await findEntry(tx, entryId);
  if (!entry || (entry.subject !== 'comic' && entry.subject !== 'chapter'))
    refuse('cannotUndo', null, '没有这条记录，或者它不是漫画的改动');
  if (entry.action === 'import') refuse('cannotUndo', null, '导入不能撤回，可以下架或删除它的话');
  if ('merged' in entry.after) refuse('cannotUndo', null, '撤回了的合并不能再撤回，要合并请重新合并');
  if (entry.undoneBy !== null) refuse('cannotUndo', null, '这条改动已经撤回过');
  if (isTooOld(entry.at, now)) refuse('cannotUndo', null, '30 天以前的改动不能撤回');
  const { subject, subjectId: id, before, after } = entry;
  const chapter = subject === 'chapter' ? await findManagedChapter(tx, id) : null;
  const comicId = chapter?.comicId ?? id;
  await lockManagedComic(tx, comicId);
  const { set_by_hand: _set, sidecar_sha256: _sidecar, ...shown } = after;
  if (!(await hasValues(tx, subject, id, shown))) refuse('cannotUndo', null, '之后又改过同一处，请从最近的一条撤回起');
  if (chapter?.emptied && before.online === true) refuse('trashEmptied');
  const written = await write(tx, act, { subject, id }, before, entryId, now);
  await repriceAfter(tx, comicId, before, copyFolder);
  return { entryId: written, comicId };
}

/** Moves the pages of chapters that are offline or cost something to signed addresses. Their public addresses become invalid. */
export async function guardPages(tx: Tx, comicId: number, copyFolder: NonNullable<CopyFolder>): Promise<void> {
  await lockManagedComic(tx, comicId);
  await guardUnguarded(tx, comicId, copyFolder);
}

/** The chapters that have been in the trash for 30 days, with the folders of their pages. */
export async function listDueTrash(db: Db, now: Date): Promise<(ManagedChapter & { folder: string })[]> {
  const due = await listTrash(db, new Date(now.getTime() - UNDO_MS));
  return due.map((chapter) => ({ ...chapter, folder: pagesFolder(chapter) }));
}

/** Deletes the content of these chapters. Their rows stay, so that an import does not add them again. */
export async function emptyTrash(tx: Tx, chapterIds: readonly number[]): Promise<void> {
  await emptyChapters(tx, chapterIds);
  await dropPageVersions(tx, chapterIds);
}

export function findComicById(db: Db, id: number): Promise<ManagedComic | null> {
  return findManagedComic(db, { id, code: '', titleKey: '' });
}

/** The comic that an operator names by id, code or title. */
export function findComicNamed(db: Db, name: string): Promise<ManagedComic | null> {
  const id = /^[1-9]\d{0,8}$/.test(name) ? Number(name) : null;
  return findManagedComic(db, { id, code: name.toLowerCase(), titleKey: titleKey(name) });
}

/** The comics that a text mentions by address, by the address of a chapter, or by title. */
export async function findComicsMentioned(db: Db, text: string): Promise<ManagedComic[]> {
  const idsAfter = (word: string) =>
    [...text.matchAll(new RegExp(`/${word}/([1-9]\\d{0,8})(?!\\d)`, 'g'))].map((found) => Number(found[1]));
  const named = { text: titleKey(text), ids: idsAfter('comic'), chapterIds: idsAfter('chapter') };
  const ids = await findComicsNamed(db, named);
  const found = await Promise.all(ids.map((id) => findComicById(db, id)));
  return found.flatMap((comic) => comic ?? []);
}

async function repriceAfter(tx: Tx, comicId: number, values: State, copyFolder: CopyFolder): Promise<void> {
  if (DECIDE_PRICES.some((column) => column in values)) await reprice(tx, comicId, copyFolder);
}

/**
 * Writes values and their entry in the audit log; returns `null` if nothing changed. Imports no longer overwrite the columns in
 * `given`; columns that were derived from them are not protected.
 */
export async function write(
  tx: Tx,
  act: Act,
  { subject, id }: { subject: 'comic' | 'chapter'; id: number },
  values: State,
  undoes: number | null,
  now: Date,
  given: readonly string[] = Object.keys(values),
): Promise<number | null> {
  const whole = undoes === null ? values : await valuesToUndo(tx, subject, id, values, undoes, now);
  const { before, after } = await writeByHand(tx, subject, id, whole, now).catch((error: unknown) => {
    throw isTaken(error) ? new Refusal(subject === 'comic' ? 'comicTitleTaken' : 'chapterNumberTaken') : error;
  });
  if ('pages_version' in whole) await noteCurrentVersion(tx, id, now);
  const columns = Object.keys(whole).filter((column) => !isSame(before[column], after[column]));
  if (columns.length === 0) return null;
  const imported = columns.filter((column) => given.includes(column) && !NEVER_IMPORTED.includes(column));
  const setBefore = namesIn(before.set_by_hand);
  const set = [...new Set([...setBefore, ...imported])];
  const of = (state: State) => Object.fromEntries(columns.map((column) => [column, state[column] ?? null]));
  const protectsMore = undoes === null && set.length > setBefore.length;
  if (protectsMore) await writeByHand(tx, subject, id, { set_by_hand: set }, now);
  const states = protectsMore
    ? [
        { ...of(before), set_by_hand: setBefore },
        { ...of(after), set_by_hand: set },
      ]
    : [of(before), of(after)];
  const [stateBefore = {}, stateAfter = {}] = states;
  return addEntry(tx, { ...act, subject, subjectId: id, before: stateBefore, after: stateAfter, undoes }, now);
}

/** Removes only the import protection that the entry has added: a later change may have added more. */
async function valuesToUndo(
  tx: Tx,
  subject: 'comic' | 'chapter',
  id: number,
  values: State,
  undoes: number,
  now: Date,
): Promise<State> {
  if (values.set_by_hand === undefined) return values;
  const made = namesIn((await findEntry(tx, undoes))?.after.set_by_hand);
  const had = namesIn(values.set_by_hand);
  const current = namesIn((await writeByHand(tx, subject, id, {}, now)).before.set_by_hand);
  const kept = current.filter((column) => had.includes(column) || !made.includes(column));
  return { ...values, set_by_hand: [...new Set([...kept, ...had.filter((column) => !made.includes(column))])] };
}

/** A change of this time can no longer be undone. */
function isTooOld(at: Date, now: Date): boolean {
  return at.getTime() < now.getTime() - UNDO_MS;
}

function valuesOf(change: object): State {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([key, value]): [string, Value] => [
      columnOf(key),
      value instanceof Date ? value.toISOString() : value,
    ]),
  );
}

function namesIn(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function isSame(one: Value | undefined, other: Value | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
