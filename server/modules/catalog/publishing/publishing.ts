import { randomInt } from 'node:crypto';
import type { Tx } from '../../../core/db/db.ts';
import { titleKey } from '../comics/title-key.ts';
import { randomStoreKey } from '../pictures/folders.ts';
import type { StoredImage } from '../pictures/stored-images.ts';
import { type Damage, setDamage } from './damage-store.ts';
import {
  type ChapterRecord,
  fillFacts,
  insertComic,
  lockComic,
  putChapter,
  updateChapterImages,
  updateCover,
} from './import-store.ts';
import type { NewCover } from './new-cover.ts';
import { dropPageVersions, PagesByHand } from './page-version-store.ts';
import { type CopyFolder, reprice } from './reprice.ts';
import {
  type ComicFacts,
  effectiveSettings,
  type SetByHand,
  type SettingsSources,
  withoutSetByHand,
} from './settings.ts';
import {
  addFormerKey,
  clearSidecar,
  findSetByHand,
  recordSidecar,
  updateChapterSettings,
  updateComicSettings,
  updatePublication,
  updateTitles,
} from './settings-store.ts';
import { type RenamedFile, updateSources } from './source-name-store.ts';

/*
 * The only way to write to the catalogue, for the importer, the editorial file and tests. Verbs whose change readers see take a
 * transaction, so that a change is complete or does not happen. Verbs for the importer's own notes take any connection.
 */
export type { Act } from '../../audit/audit.ts';
export type { ComicFieldValues } from '../comics/comic-fields.ts';
export { comicsNamed, titlesOf } from '../comics/comic-names.ts';
export { chineseGenre } from '../comics/genre-names.ts';
export { titleKey } from '../comics/title-key.ts';
export { comicFolder, pagesFolder, randomStoreKey } from '../pictures/folders.ts';
export {
  keysOfCover,
  keysOfPage,
  type StoredCover,
  type StoredImage,
  type StoredPage,
} from '../pictures/stored-images.ts';
export { basePrices, type PricedChapter, type PriceSettings } from '../pricing/price-rule.ts';
export { type ChapterPrice, listUnguardedComics } from '../pricing/price-store.ts';
export { listPromotions, type PromotionRecord } from '../pricing/promotion-store.ts';
export { findOverlap, replacePromotions } from '../pricing/promotions.ts';
export { clearOverrides } from './clear-overrides.ts';
export { type Damage, remakeDamaged } from './damage-store.ts';
export { canUndo, listComicEntries } from './history.ts';
export { holdImportLock } from './import-lock.ts';
export { forgetReadSources } from './import-source-store.ts';
export {
  type FormerTitle,
  type KnownComic,
  type KnownSource,
  listFormerTitles,
  remakeChapter,
} from './import-store.ts';
export { type ImportRun, logImported, noteImported } from './imported.ts';
export type { ImportedChapter } from './imported-store.ts';
export {
  findChaptersBySource,
  findComicByTitle,
  findComicToBe,
  findReadSources,
  listChapterPrices,
  listChaptersOfSeries,
  listDamagedChapters,
  rememberReadSources,
} from './known-sources.ts';
export {
  type ChapterChange,
  type ComicChange,
  changeChapterByHand,
  changeComicByHand,
  emptyTrash,
  findComicById,
  findComicNamed,
  findComicsMentioned,
  guardPages,
  listDueTrash,
  undoByHand,
} from './manual-changes.ts';
export {
  comicsOfChapters,
  findManagedChapter,
  findManagedComic,
  listComicsInTrash,
  listManagedChapters,
  type ManagedChapter,
  type ManagedComic,
} from './manual-changes-store.ts';
export {
  findMerge,
  type Merged,
  mergeComics,
  mergeOf,
  splitComics,
} from './merging.ts';
export type { MergingChapter } from './merging-store.ts';
export type { NewCover } from './new-cover.ts';
export { PagesByHand } from './page-version-store.ts';
export type { CopyFolder } from './reprice.ts';
export { listScheduledChapters } from './scheduled-store.ts';
export {
  type ChapterSettings,
  type ComicSettings,
  effectiveSettings,
  hasSettings,
  isNewSidecar,
  type SetByHand,
  type SettingsSources,
} from './settings.ts';
export { findSetByHand, removeComic, setOnline } from './settings-store.ts';
export { followMovedRoot, type RenamedFile } from './source-name-store.ts';
export { listDeclaredFolders, type StoredChapter, type StoredComic } from './store-folder-store.ts';
export {
  declareFolders,
  foldersOfComic,
  keysInFolder,
  releaseFolders,
  storedComics,
} from './store-folders.ts';

/** The kinds of changes that `applySettings` has made. */
export type AppliedChanges = { prices: boolean; facts: boolean; publication: boolean };

/**
 * Finds or adds the comic with this title and locks it until the transaction ends; returns its id. Facts fill empty fields.
 * `storeKey` is for a new comic.
 */
export async function addComic(
  tx: Tx,
  { title, storeKey = randomStoreKey(), facts = {} }: { title: string; storeKey?: string; facts?: ComicFacts },
  now: Date,
): Promise<number> {
  const key = titleKey(title);
  let comic = await lockComic(tx, key);
  const isNew = comic === null;
  while (comic === null) {
    // A code that is taken adds nothing: the next round tries another.
    await insertComic(tx, { title: title.trim(), titleKey: key, code: randomCode(), storeKey }, now);
    comic = await lockComic(tx, key);
  }
  await fillFacts(tx, comic.id, withoutSetByHand(facts, comic.setByHand), isNew, now);
  return comic.id;
}

/** Adds a chapter to a comic, or replaces the one with its number, and applies the settings that come with it; returns its id. */
export async function addChapter(
  tx: Tx,
  comicId: number,
  chapter: ChapterRecord & { damage?: Damage; cover?: NewCover | undefined },
  sources: SettingsSources,
  copyFolder: CopyFolder,
  now: Date,
): Promise<number> {
  const { no } = chapter;
  const isSidecarNew = await recordNewSidecar(tx, comicId, sources);
  const setByHand = await findSetByHand(tx, comicId);
  if (setByHand.chapters.get(no)?.includes('pages_version')) throw new PagesByHand();
  const settings = effectiveSettings(sources, isSidecarNew, setByHand, no);
  const changed = await updateComicSettings(tx, comicId, settings.comic, sources.command, now);
  const chapterId = await putChapter(tx, comicId, chapter, now);
  await dropPageVersions(tx, [chapterId]);
  await setDamage(tx, comicId, no, chapter.damage ?? { pages: 0, decoders: 0 });
  await updateChapterSettings(tx, comicId, settings.chapters, now);
  await setCover(tx, comicId, chapter.cover, setByHand);
  await reprice(tx, comicId, copyFolder, isSidecarNew || changed.prices ? undefined : no);
  return chapterId;
}

/** Applies settings to a comic whose chapters stay as they are; `publish` are the chapters to publish at a time. */
export async function applySettings(
  tx: Tx,
  comicId: number,
  change: Partial<SettingsSources> & { publish?: { nos: readonly number[]; at: Date }; cover?: NewCover | undefined },
  copyFolder: CopyFolder,
  now: Date,
): Promise<AppliedChanges> {
  const { command = {}, sidecar, publish, cover } = change;
  const isSidecarNew = await recordNewSidecar(tx, comicId, { sidecar });
  const setByHand = await findSetByHand(tx, comicId);
  const settings = effectiveSettings({ command, sidecar }, isSidecarNew, setByHand);
  const { facts } = await updateComicSettings(tx, comicId, settings.comic, command, now);
  const chapters = await updateChapterSettings(tx, comicId, settings.chapters, now);
  const publication = publish !== undefined && (await updatePublication(tx, comicId, publish.nos, publish.at));
  await setCover(tx, comicId, cover, setByHand);
  const prices = await reprice(tx, comicId, copyFolder);
  return { prices, facts: facts || chapters, publication };
}

async function setCover(tx: Tx, comicId: number, cover: NewCover | undefined, { comic }: SetByHand): Promise<void> {
  if (cover && !comic.includes('cover')) await updateCover(tx, comicId, cover.cover, cover.source);
}

/** Gives comics other titles; the old ones become aliases. */
export async function renameComics(tx: Tx, titles: ReadonlyMap<number, string>, now: Date): Promise<void> {
  await updateTitles(tx, titles, now);
}

/** Assigns files under this title to a comic. The title of the comic stays. */
export async function addFormerTitle(tx: Tx, comicId: number, title: string): Promise<void> {
  await addFormerKey(tx, comicId, titleKey(title));
}

/**
 * Gives chapters the new names of their files, and the numbers in these names. Reading positions, purchases and own prices stay
 * with them.
 */
export async function followRenamedFiles(
  tx: Tx,
  comicId: number,
  files: readonly RenamedFile[],
  copyFolder: CopyFolder,
  now: Date,
): Promise<void> {
  await updateSources(tx, comicId, files, now);
  if (files.some(({ no, newNo }) => no !== newNo)) await reprice(tx, comicId, copyFolder);
}

/** Replaces a cover whose files were lost. The sidecar counts as new again, so that the next import applies its cover. */
export async function replaceLostCover(tx: Tx, comicId: number, { cover, source }: NewCover): Promise<void> {
  await updateCover(tx, comicId, cover, source);
  await clearSidecar(tx, comicId);
}

/** Replaces the small pictures of a chapter: their files were lost, or they were drawn again. */
export async function replaceSmallImages(
  tx: Tx,
  chapterId: number,
  images: { thumb: StoredImage; preview: StoredImage },
): Promise<void> {
  await updateChapterImages(tx, chapterId, images);
}

/** Stores the sidecar as applied; returns whether it differs from the one before. */
async function recordNewSidecar(
  tx: Tx,
  comicId: number,
  { sidecar }: Pick<SettingsSources, 'sidecar'>,
): Promise<boolean> {
  return sidecar?.sha256 !== undefined && (await recordSidecar(tx, comicId, sidecar.sha256));
}

/** Short, and without letters and digits that are mistaken for each other when read aloud. */
function randomCode(): string {
  const letters = '23456789abcdefghjkmnpqrstuvwxyz';
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}
