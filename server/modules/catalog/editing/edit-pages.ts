import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../../core/db/db.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import type { Act } from '../../audit/audit.ts';
import { comicFolder, pagesFolder } from '../pictures/folders.ts';
import type { StoredImage, StoredPage } from '../pictures/stored-images.ts';
import type { Changed } from '../publishing/manual-changes.ts';
import { findManagedChapter, findManagedComic, type ManagedChapter } from '../publishing/manual-changes-store.ts';
import {
  changePagesByHand,
  findPageSet,
  listPageVersions,
  lockEditedChapter,
  type PageSet,
  type PageVersion,
} from '../publishing/pages-by-hand.ts';
import { FieldsChanged } from './fields-changed.ts';

/** The small pictures of a chapter are made from these first pages. */
const SMALL_PICTURE_PAGES = 4;

/** The pages of a chapter as editors see them; `version` changes with the pages. */
export type EditedPages = {
  chapter: ManagedChapter;
  comicTitle: string;
  set: PageSet;
  version: string;
  versions: PageVersion[];
};

/** The folders of the pictures of a chapter: of its pages, and of its small pictures. */
export type PictureFolders = { pages: string; small: string };

/** The wanted pages of a chapter, in order: a number is the position of a page that it has now; anything else is a new page. */
export type WantedPages<New> = readonly (number | New)[];

export async function readPages(db: Db, chapterId: number): Promise<EditedPages> {
  const chapter = await findManagedChapter(db, chapterId);
  const set = await findPageSet(db, chapterId);
  if (!chapter || !set) refuse('chapterNotFound');
  const comic = await findManagedComic(db, { id: chapter.comicId, code: '', titleKey: '' });
  const versions = await listPageVersions(db, chapterId);
  return { chapter, comicTitle: comic?.title ?? '', set, version: versionOf(set.pages), versions };
}

/** The folders for new pictures of a chapter. */
export async function foldersOf(db: Db, chapter: ManagedChapter): Promise<PictureFolders> {
  const comic = await findManagedComic(db, { id: chapter.comicId, code: '', titleKey: '' });
  if (!comic) refuse('comicNotFound');
  return { pages: pagesFolder(chapter), small: comicFolder(comic.storeKey) };
}

/** Whether the thumb and the blurred first page have to be made again. */
export function changesSmallPictures(pages: readonly StoredPage[], wanted: WantedPages<unknown>): boolean {
  const first = Math.min(SMALL_PICTURE_PAGES, Math.max(pages.length, wanted.length));
  return Array.from({ length: first }, (_, index) => index).some((index) => wanted[index] !== index);
}

/** The first wanted pages. The small pictures are made from them. */
export function pagesForSmallPictures<New>(
  pages: readonly StoredPage[],
  wanted: WantedPages<New>,
): (StoredPage | New)[] {
  return pagesOf(pages, wanted.slice(0, SMALL_PICTURE_PAGES));
}

/** The pages that `wanted` names. Refuses a position that does not exist. */
export function pagesOf<New>(pages: readonly StoredPage[], wanted: WantedPages<New>): (StoredPage | New)[] {
  return wanted.map((each) => (typeof each === 'number' ? pageAt(pages, each) : each));
}

function pageAt(pages: readonly StoredPage[], index: number): StoredPage {
  const page = pages[index];
  if (!page) throw new FieldsChanged({});
  return page;
}

/**
 * Gives a chapter other pages, if its pages are still those of the version `base` in the same folder. Readers who own the chapter
 * keep it.
 */
export async function editPages(
  tx: Tx,
  act: Act,
  { chapterId, base, folder }: { chapterId: number; base: string; folder: string },
  next: { pages: StoredPage[]; small: { thumb: StoredImage; preview: StoredImage } | null },
  now: Date,
): Promise<Changed> {
  const locked = await lockEditedChapter(tx, chapterId);
  const { chapter, set } = locked;
  if (versionOf(set.pages) !== base || pagesFolder(chapter) !== folder) throw new FieldsChanged({});
  const { thumb, preview } = next.small ?? set;
  return changePagesByHand(tx, act, locked, { pages: next.pages, thumb, preview }, now);
}

function versionOf(pages: readonly StoredPage[]): string {
  // Without the folder, which changes with the first price.
  const names = pages.map(({ key }) => key.slice(key.lastIndexOf('/')));
  return createHash('sha256').update(names.join()).digest('base64url').slice(0, 22);
}
