import { nextChapter } from '#contract/calls/comic';
import { goTo } from '../../features/screen-link/screen-navigation.ts';
import { chapterPath, comicPath } from '../../paths.ts';
import { request } from '../../runtime/request.ts';
import type { Item } from './tabs.ts';

/** Where reading goes on: a chapter, the one after it, or nowhere, which is for the detail to say. */
type Way = { chapterId: number; after: boolean } | null;

export function wayOn({ comic, last, chapter, finished = false }: Item): Way {
  const read = chapter ? { id: chapter.id, finished } : last && { id: last.chapterId, finished: last.finished };
  if (!read || (read.finished && comic.latest?.id === read.id)) return null;
  return { chapterId: read.id, after: read.finished };
}

/** The address of an entry, for another tab; of a chapter that is not known yet it is the comic's. */
export function pathOn(item: Item): string {
  const way = wayOn(item);
  return way && !way.after ? chapterPath(way.chapterId) : comicPath(item.comic.id);
}

/** Reads on; what follows a chapter that was read to its end is asked for. */
export async function readOn(item: Item): Promise<void> {
  const way = wayOn(item);
  if (!way?.after) return goTo(pathOn(item), { replace: false });
  const next = await request(nextChapter, { id: way.chapterId }).catch(() => null);
  goTo(next ? chapterPath(next.id) : comicPath(item.comic.id), { replace: false });
}
