import { type FetchImage, fetchImage } from './fetch-image.ts';
import { firstPicture, takeFirstPicture } from './first-pictures.ts';
import { heldPicture } from './held-pictures.ts';
import { ImageFailure, type ImageLoad, loadImage } from './image-loader.ts';

export type PictureRequest = {
  /** The address to fetch: of the whole picture, or of one of its sizes. */
  url: string;
  /** The address of the whole picture. The page uses it as the name of a picture that it has begun to load. */
  whole?: string;
  /** The width of its box in CSS pixels; a copy that was loaded for a narrower box does not serve. */
  width?: number;
  /** How urgent it is, see `loadImage`. */
  distance?: () => number;
  /** Fetches the bytes. The reader looks among the downloads first, and uses a worker. */
  fetch?: FetchImage;
  /** Releases the page's copy: no other element will show it. */
  once?: boolean;
};

/**
 * Loads a picture from the first of these sources that has it:
 * 1. memory, if it was in view or read ahead (`held-pictures.ts`);
 * 2. the page, whose script loads the first pictures before the app starts (`first-pictures.ts`);
 * 3. the downloads, if `fetch` looks there;
 * 4. the server, through the queue of all pictures (`image-loader.ts`).
 */
export function loadPicture(request: PictureRequest): ImageLoad {
  const { url, whole = url, width = 0, distance, fetch = fetchImage, once = false } = request;
  const held = heldPicture(url);
  if (held !== null) return { source: Promise.resolve(held), cancel: () => undefined };
  const load = () => loadImage(url, distance, fetch);
  const first = firstPicture(whole);
  // Widths are rounded.
  if (!first || first.width < width - 1) return load();
  if (once) takeFirstPicture(whole);
  let second: ImageLoad | null = null;
  const source = first.ready.catch(({ cause }: Error) => {
    if (isRefusal(cause)) throw new ImageFailure(url, cause);
    second = load();
    return second.source;
  });
  return { source, cancel: () => second?.cancel() };
}

/** The server would answer the same again. */
const isRefusal = (status: unknown): status is number => typeof status === 'number' && status >= 400 && status < 500;
