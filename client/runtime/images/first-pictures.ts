/**
 * A picture that the page began to load before the app was there; its `source` once it is loaded. `ready` rejects with an error
 * whose cause is the HTTP status, 0 when there was no answer.
 */
export type FirstPicture = {
  ready: Promise<string>;
  width: number;
  source: string | null;
  /** It came with the page. */
  isKept: boolean;
};

/** By the address of the whole picture, whichever of its sizes is loaded. */
export type FirstPictures = Map<string, FirstPicture>;

declare global {
  /** The starter in the page, which is a script of its own, hands its pictures over here. */
  var firstPictures: FirstPictures | undefined;
}

/** What the page has loaded, or is loading, of this picture. */
export function firstPicture(url: string): FirstPicture | undefined {
  return globalThis.firstPictures?.get(url);
}

/** The picture itself, to whoever keeps it from then on. */
export function takeFirstPicture(url: string): FirstPicture | undefined {
  const picture = firstPicture(url);
  globalThis.firstPictures?.delete(url);
  return picture;
}
