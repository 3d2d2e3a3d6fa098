import { chapterPath, comicPath } from '../../paths.ts';
import type { Item } from './tabs.ts';

/** Where an entry is read on; where nothing is left to read, its detail. */
export function pathOn({ comic, readOn }: Item): string {
  return readOn ? chapterPath(readOn.id) : comicPath(comic.id);
}
