import type { FirstPicture } from '../../../runtime/images/first-pictures.ts';
import { readStored } from '../../../runtime/storage/stored-json.ts';

/**
 * The pictures that a screen was opened with, for the next time: to get them out of the browser's cache one by one took a slow phone as
 * long as all the rest.
 */
export type KeptPictures = {
  path: string;
  /** They were chosen for such a screen. */
  screen: string;
  /** By the address of the whole picture: the CSS pixels that the one of its sizes was chosen for, and its data URI. */
  pictures: Record<string, KeptPicture>;
};

export type KeptPicture = Pick<FirstPicture, 'width'> & { source: string };

const LIKE = { path: '', screen: '', pictures: {} };

/** What this device has kept of the screen at an address, unless it is held in another way now. */
export function keptPictures(pathname: string): KeptPictures['pictures'] {
  const place = placeOf(pathname);
  const kept = place && readStored<KeptPictures>(localStorage, place.key, LIKE);
  return kept?.path === place?.path && kept?.screen === screenNow() ? kept.pictures : {};
}

/** Where pictures are kept: those of home, and those of one comic. */
export function placeOf(pathname: string) {
  if (['/', '/home'].includes(pathname)) return { key: 'homePictures', path: '/home' } as const;
  return pathname.startsWith('/comic/') ? ({ key: 'comicPictures', path: pathname } as const) : null;
}

/** Unlike that of the window, its size is known without layout. */
export const screenNow = () => [screen.width, screen.height, devicePixelRatio].join();
