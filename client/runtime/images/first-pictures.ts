/**
 * A picture that the page began to load before the app started, with its `source` once it is loaded. `ready` rejects with an
 * error whose cause is the HTTP status, or 0 without an answer.
 */
export type FirstPicture = {
  ready: Promise<string>;
  width: number;
  source: string | null;
  /** It was stored on the device at an earlier visit. */
  isStored: boolean;
  /** It is in the first screen. */
  isShown: boolean;
};

/** By the address of the whole picture, also if another of its sizes is loaded. */
export type FirstPictures = Map<string, FirstPicture>;

declare global {
  /** The script in the page writes its pictures here. */
  var firstPictures: FirstPictures | undefined;
}

/** The copy of this picture that the page has loaded or is loading. */
export function firstPicture(url: string): FirstPicture | undefined {
  const picture = globalThis.firstPictures?.get(url);
  if (picture) picture.isShown = true;
  return picture;
}

/** Removes the page's copy from the map and returns it. */
export function takeFirstPicture(url: string): FirstPicture | undefined {
  const picture = firstPicture(url);
  globalThis.firstPictures?.delete(url);
  return picture;
}
