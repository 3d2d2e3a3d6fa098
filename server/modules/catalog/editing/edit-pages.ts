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
const PAGES_SHOWN_SMALL = 4;

/** The pages of a chapter as editors see them; `version` changes with the pages. */
export type EditedPages = {
  chapter: ManagedChapter;
  comicTitle: string;
  set: PageSet;
  version: string;
  versions: PageVersion[];
};

/** Where the pictures of a chapter are stored: its pages, and its small pictures. */
export type ChapterStore = { pages: string; small: string };

/** New pages of a chapter: pages that it has, by their position, and new pictures by their index. */
export type WantedPages<New> = readonly (number | New)[];

export async function readPages(db: Db, chapterId: number): Promise<EditedPages> {
  const chapter = await findManagedChapter(db, chapterId);
  const set = await findPageSet(db, chapterId);
  if (!chapter || !set) refuse('chapterNotFound');
  const comic = await findManagedComic(db, { id: chapter.comicId, code: '', titleKey: '' });
  const versions = await listPageVersions(db, chapterId);
  return { chapter, comicTitle: comic?.title ?? '', set, version: versionOf(set.pages), versions };
}

/** Where new pictures of a chapter belong. */
export async function storeOf(db: Db, chapter: ManagedChapter): Promise<ChapterStore> {
  const comic = await findManagedComic(db, { id: chapter.comicId, code: '', titleKey: '' });
  if (!comic) refuse('comicNotFound');
  return { pages: pagesFolder(chapter), small: comicFolder(comic.storeKey) };
}

/** Whether the thumb and the blurred first page have to be made again. */
export function changesSmallPictures(pages: readonly StoredPage[], wanted: WantedPages<unknown>): boolean {
  const first = Math.min(PAGES_SHOWN_SMALL, Math.max(pages.length, wanted.length));
  return Array.from({ length: first }, (_, index) => index).some((index) => wanted[index] !== index);
}

/** The first of the wanted pages, from which the small pictures are made. */
export function shownSmall<New>(pages: readonly StoredPage[], wanted: WantedPages<New>): (StoredPage | New)[] {
  return pagesOf(pages, wanted.slice(0, PAGES_SHOWN_SMALL));
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
 * Gives a chapter other pages, if it still has those of the version `base` in the same folder. An owner of the chapter still
 * does.
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
