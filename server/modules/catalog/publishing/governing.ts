import { type Db, isTaken, type Tx } from '../../../core/db/db.ts';
import { type Act, addEntry, findEntry, type State, type Value } from '../../audit/audit.ts';
import { columnOf } from '../comics/comic-fields.ts';
import { titleKey } from '../comics/title-key.ts';
import { pagesFolder } from '../pictures/folders.ts';
import {
  emptyChapters,
  findComicsNamed,
  findGovernedChapter,
  findGovernedComic,
  type GovernedChapter,
  type GovernedComic,
  hasValues,
  listTrash,
  lockGovernedComic,
  writeByHand,
} from './governing-store.ts';
import type { NewCover } from './new-cover.ts';
import { type CopyFolder, guardOffline, reprice } from './reprice.ts';
import type { ChapterSettings, ComicSettings } from './settings.ts';
import { UNDO_MS } from './store-folders.ts';

/** What operators change of a comic by hand. */
export type ComicChange = ComicSettings & {
  title?: string;
  cover?: NewCover;
  online?: boolean;
  deletedAt?: Date | null;
};

/** What they change of a chapter; `priceCoins` is its own price. */
export type ChapterChange = ChapterSettings & {
  online?: boolean;
  deletedAt?: Date | null;
  publishedAt?: Date;
  no?: number;
};

/** What a change was applied to, and the entry of the log; null where all was so already. */
export type Changed = { entryId: number | null; comicId: number };

/** Why a change is refused. */
export class NotGoverned extends Error {
  readonly why:
    | 'number-taken'
    | 'title-taken'
    | 'in-trash'
    | 'emptied'
    | 'undone'
    | 'too-late'
    | 'changed-since'
    | 'no-entry'
    | 'no-comic'
    | 'same-comic'
    | 'merge-again'
    | 'merged';
  constructor(why: NotGoverned['why']) {
    super(why);
    this.why = why;
  }
}

/** What no import sets, so nothing has to be kept from one. */
const NEVER_IMPORTED = ['online', 'deleted_at', 'set_by_hand', 'sidecar_sha256'];

const DECIDE_PRICES = ['price_coins', 'free_first', 'own_price_coins', 'no'];

/** Changes a comic by hand. Prices follow in the same transaction. */
export async function changeComicByHand(
  tx: Tx,
  act: Act,
  comicId: number,
  change: ComicChange,
  copyFolder: CopyFolder,
  now: Date,
): Promise<Changed> {
  await lockGovernedComic(tx, comicId);
  const found = await findGovernedComic(tx, { id: comicId, code: '', titleKey: '' });
  if (found?.mergedInto) throw new NotGoverned('merged');
  if (change.online === true && change.deletedAt === undefined && found?.deletedAt) throw new NotGoverned('in-trash');
  const { title, cover, ...settings } = change;
  const values = {
    ...valuesOf(settings),
    ...(title !== undefined && found && renamed(found, title, change.alias)),
    ...(cover && coverValues(cover)),
  };
  const given = Object.keys(change).map(columnOf);
  const entryId = await write(tx, act, { subject: 'comic', id: comicId }, values, null, now, given);
  await repriceAfter(tx, comicId, values, copyFolder);
  return { entryId, comicId };
}

/** The old title becomes an alias, under which readers find the comic, and imports know it still. */
function renamed(found: GovernedComic, title: string, alias: readonly string[] = found.alias): State {
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
  return { cover: JSON.parse(JSON.stringify(cover)), cover_source: `\\x${source.toString('hex')}` };
}

/** Changes a chapter by hand. */
export async function changeChapterByHand(
  tx: Tx,
  act: Act,
  chapter: Pick<GovernedChapter, 'id' | 'comicId'>,
  { priceCoins, ...change }: ChapterChange,
  copyFolder: CopyFolder,
  now: Date,
): Promise<Changed> {
  const { id, comicId } = chapter;
  await lockGovernedComic(tx, comicId);
  const found = await findGovernedChapter(tx, id);
  if (found?.isOfMerged) throw new NotGoverned('merged');
  if (change.online === true && change.deletedAt === undefined && found?.deletedAt) throw new NotGoverned('in-trash');
  const values = { ...valuesOf(change), ...(priceCoins !== undefined && { own_price_coins: priceCoins }) };
  const entryId = await write(tx, act, { subject: 'chapter', id }, values, null, now);
  await repriceAfter(tx, comicId, values, copyFolder);
  return { entryId, comicId };
}

/** Clears the overrides of a comic and its chapters. The next import applies the files again. */
export async function clearOverrides(
  tx: Tx,
  act: Act,
  comicId: number,
  chapters: readonly GovernedChapter[],
  now: Date,
): Promise<(number | null)[]> {
  await lockGovernedComic(tx, comicId);
  const comic = { set_by_hand: [], sidecar_sha256: null };
  const entries = [await write(tx, act, { subject: 'comic', id: comicId }, comic, null, now)];
  for (const { id } of chapters.filter(({ setByHand }) => setByHand.length > 0))
    entries.push(await write(tx, act, { subject: 'chapter', id }, { set_by_hand: [] }, null, now));
  return entries;
}

/** Takes back what an entry of the log says, for 30 days and while nobody has changed the same since. */
export async function undoByHand(
  tx: Tx,
  act: Act,
  entryId: number,
  copyFolder: CopyFolder,
  now: Date,
): Promise<Changed> {
  const entry = await findEntry(tx, entryId);
  if (!entry || (entry.subject !== 'comic' && entry.subject !== 'chapter')) throw new NotGoverned('no-entry');
  if ('merged' in entry.after) throw new NotGoverned('merge-again');
  if (entry.undoneBy !== null) throw new NotGoverned('undone');
  if (entry.at.getTime() < now.getTime() - UNDO_MS) throw new NotGoverned('too-late');
  const { subject, subjectId: id, before, after } = entry;
  const chapter = subject === 'chapter' ? await findGovernedChapter(tx, id) : null;
  const comicId = chapter?.comicId ?? id;
  await lockGovernedComic(tx, comicId);
  const { set_by_hand: _set, sidecar_sha256: _sidecar, ...shown } = after;
  if (!(await hasValues(tx, subject, id, shown))) throw new NotGoverned('changed-since');
  if (chapter?.emptied && before.online === true) throw new NotGoverned('emptied');
  const written = await write(tx, act, { subject, id }, before, entryId, now);
  await repriceAfter(tx, comicId, before, copyFolder);
  return { entryId: written, comicId };
}

/** Moves pages of what is offline behind signed addresses: those known from before lead nowhere then. */
export async function guardOfflinePages(tx: Tx, comicId: number, copyFolder: CopyFolder): Promise<void> {
  await lockGovernedComic(tx, comicId);
  await guardOffline(tx, comicId, copyFolder);
}

/** The chapters that have been in the trash for long enough, with the folders of their pages. */
export async function listDueTrash(db: Db, now: Date): Promise<(GovernedChapter & { folder: string })[]> {
  const due = await listTrash(db, new Date(now.getTime() - UNDO_MS));
  return due.map((chapter) => ({ ...chapter, folder: pagesFolder(chapter) }));
}

/** Leaves nothing of these chapters but the row by which an import knows that they were deleted. */
export async function emptyTrash(tx: Tx, chapterIds: readonly number[]): Promise<void> {
  await emptyChapters(tx, chapterIds);
}

/** The comic that an operator names by id, code or title. */
export function findComicNamed(db: Db, name: string): Promise<GovernedComic | null> {
  const id = /^[1-9]\d{0,8}$/.test(name) ? Number(name) : null;
  return findGovernedComic(db, { id, code: name.toLowerCase(), titleKey: titleKey(name) });
}

/** The comics that a text speaks of: by their addresses, by those of their chapters, or by title. */
export async function comicsSpokenOf(db: Db, text: string): Promise<GovernedComic[]> {
  const idsAfter = (word: string) =>
    [...text.matchAll(new RegExp(`/${word}/([1-9]\\d{0,8})(?!\\d)`, 'g'))].map((found) => Number(found[1]));
  const named = { text: titleKey(text), ids: idsAfter('comic'), chapterIds: idsAfter('chapter') };
  const ids = await findComicsNamed(db, named);
  const found = await Promise.all(ids.map((id) => findGovernedComic(db, { id, code: '', titleKey: '' })));
  return found.flatMap((comic) => comic ?? []);
}

async function repriceAfter(tx: Tx, comicId: number, values: State, copyFolder: CopyFolder): Promise<void> {
  if (DECIDE_PRICES.some((column) => column in values)) await reprice(tx, comicId, copyFolder);
}

/**
 * Writes values and their entry in the log; null where all was so already. Of the columns those are kept from imports that were
 * `given`, not those that follow from them.
 */
async function write(
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
    throw isTaken(error) ? new NotGoverned(subject === 'comic' ? 'title-taken' : 'number-taken') : error;
  });
  const columns = Object.keys(whole).filter((column) => !isSame(before[column], after[column]));
  if (columns.length === 0) return null;
  const imported = columns.filter((column) => given.includes(column) && !NEVER_IMPORTED.includes(column));
  const setBefore = namesIn(before.set_by_hand);
  const set = [...new Set([...setBefore, ...imported])];
  const of = (state: State) => Object.fromEntries(columns.map((column) => [column, state[column] ?? null]));
  const marks = undoes === null && set.length > setBefore.length;
  if (marks) await writeByHand(tx, subject, id, { set_by_hand: set }, now);
  const states = marks
    ? [
        { ...of(before), set_by_hand: setBefore },
        { ...of(after), set_by_hand: set },
      ]
    : [of(before), of(after)];
  const [was = {}, is = {}] = states;
  return addEntry(tx, { ...act, subject, subjectId: id, before: was, after: is, undoes }, now);
}

/** Of the marks, only those that the entry has made are taken back: another change may have made more since. */
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
