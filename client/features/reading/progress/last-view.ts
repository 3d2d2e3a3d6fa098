import type { Page, UserInfo } from '#contract/shapes';
import { chapterPath } from '../../../paths.ts';
import { deviceStorage } from '../../../runtime/storage/safe-storage.ts';
import { readStored, writeStored } from '../../../runtime/storage/stored-json.ts';
import type { ReadChapter } from '../chapter-answers/read-chapter.ts';
import type { ReadingPosition } from './progress-outbox.ts';

/** The pages from the reading position on. `scrolled`: the part of the first one above the window; null = at the chapter's beginning. */
export type ChapterView = {
  direction: ReadChapter['comic']['direction'];
  pages: readonly Page[];
  scrolled: number | null;
};

type LastView = ChapterView & { readerId: number; chapterId: number };

/** Enough to fill a phone's screen, in nearly all comics. */
const PAGES = 4;
/** Addresses of paid pictures are signed for one reader and expire. */
const SIGNED = '/img/p/';
const LIKE = { readerId: 0, chapterId: 0, pages: [] };

/** Stores the visible pages of a free chapter, so that they are shown at once the next time. */
export function storeLastView(readerId: number, { comic, chapter, pages }: ReadChapter, place: ReadingPosition | null) {
  const { page, offset } = place ?? { page: 0, offset: 0 };
  const seen = pages.slice(page, page + PAGES);
  if (comic.restricted || seen.some(({ url }) => url.startsWith(SIGNED))) return deviceStorage.removeItem('lastView');
  const scrolled = page > 0 || offset > 0 ? offset : null;
  const view: LastView = { readerId, chapterId: chapter.id, direction: comic.direction, pages: seen, scrolled };
  writeStored(deviceStorage, 'lastView', view);
}

/** The stored view of the chapter at an address, shown until its answer arrives. Not used in 未成年人模式: the server decides. */
export function lastViewAt(pathname: string): ChapterView | null {
  const reader = readStored<Pick<UserInfo, 'id' | 'teen'>>(deviceStorage, 'userInfo');
  const view = readStored<LastView>(deviceStorage, 'lastView', LIKE);
  const isTheirs = view !== null && view.readerId === reader?.id && !reader.teen;
  return isTheirs && pathname === chapterPath(view.chapterId) ? view : null;
}
