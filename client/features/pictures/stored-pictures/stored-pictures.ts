import type { FirstPicture } from '../../../runtime/images/first-pictures.ts';
import { deviceStorage } from '../../../runtime/storage/safe-storage.ts';
import { readStored } from '../../../runtime/storage/stored-json.ts';

/**
 * The pictures of the last opened screen, for the next time it is opened: reading them one by one from the browser's cache took a
 * slow phone as long as everything else.
 */
export type StoredPictures = {
  path: string;
  /** The size of the screen for which the pictures were chosen. */
  screen: string;
  /** By the address of the whole picture: the stored size as a data URI, and the width in CSS pixels for which it was chosen. */
  pictures: Record<string, StoredPicture>;
};

export type StoredPicture = Pick<FirstPicture, 'width'> & { source: string };

const LIKE = { path: '', screen: '', pictures: {} };

/** The stored pictures of the screen at an address; none if the device was rotated. */
export function storedPictures(pathname: string): StoredPictures['pictures'] {
  const storage = storageOf(pathname);
  const stored = storage && readStored<StoredPictures>(deviceStorage, storage.key, LIKE);
  return stored?.path === storage?.path && stored?.screen === screenNow() ? stored.pictures : {};
}

/** The storage key of a screen: there is one for home and one for the last comic. */
export function storageOf(pathname: string) {
  if (['/', '/home'].includes(pathname)) return { key: 'homePictures', path: '/home' } as const;
  return pathname.startsWith('/comic/') ? ({ key: 'comicPictures', path: pathname } as const) : null;
}

/** The size of the screen is known without layout, unlike that of the window. */
export const screenNow = () => [screen.width, screen.height, devicePixelRatio].join();
