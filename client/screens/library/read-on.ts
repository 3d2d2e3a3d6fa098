import { chapterPath, comicPath } from '../../paths.ts';
import type { Item } from './tabs.ts';

/** The path of the chapter to read on, or of the detail if nothing is left to read. */
export function readOnPath({ comic, readOn }: Item): string {
  return readOn ? chapterPath(readOn.id) : comicPath(comic.id);
}
