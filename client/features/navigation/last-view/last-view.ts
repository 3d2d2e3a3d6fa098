import type { UserInfo } from '#contract/shapes';
import { readStored } from '../../../runtime/storage/stored-json.ts';

/**
 * The visible part of a chapter: the pictures with their places, and the background colour. `below`: it begins below the phone's
 * status bar.
 */
export type ChapterView = { ground: string; below?: true; pictures: readonly SeenPicture[] };

/** In CSS pixels, from the top left corner of the window. */
export type SeenPicture = { url: string; color: string; left: number; top: number; width: number; height: number };

/** The view of the last open chapter when its reader left it, and the size of the window. */
export type LastView = ChapterView & { readerId: number; path: string; window: readonly [number, number] };

const LIKE = { readerId: 0, path: '', window: [0, 0], ground: '', pictures: [] } as const;

/** The stored view of the chapter at an address, shown until its answer arrives. Not used in 未成年人模式: the server decides. */
export function lastViewAt(pathname: string, { id, teen }: Pick<UserInfo, 'id' | 'teen'>): ChapterView | undefined {
  const kept = readStored<LastView>(localStorage, 'sight', LIKE);
  const isTheirs = kept?.readerId === id && !teen && pathname === kept.path;
  return isTheirs && String(kept.window) === String([innerWidth, innerHeight]) ? kept : undefined;
}
