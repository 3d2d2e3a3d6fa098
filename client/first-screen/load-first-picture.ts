import type { Image } from '#contract/shapes';
import { chooseVariant } from '../features/pictures/lazy-image/choose-variant.ts';
import type { FirstPicture, FirstPictures } from '../runtime/images/first-pictures.ts';
import { toBase64 } from '../runtime/send/base64.ts';

/** A picture of the first screen, the element that waits for it, and the width in CSS pixels for which a variant is chosen. */
export type FirstImage = { image: Image; element: HTMLElement; width: number };

/**
 * Loads a picture into its element, in the size that the app would choose. A picture that is loaded in this size or larger is used
 * again.
 * Resolves when it can be painted.
 */
export async function loadFirstPicture(pictures: FirstPictures, first: FirstImage): Promise<void> {
  const { image, element, width } = first;
  show(element, await beginPicture(pictures, image, width));
  if (!(element instanceof HTMLImageElement)) return;
  await element.decode().catch(() => {
    const picture = pictures.get(image.url);
    if (!picture) return;
    // Not a picture: a network that requires a login may answer with a page. It must not be stored.
    picture.source = null;
    if (!picture.isStored) return;
    pictures.delete(image.url);
    return loadFirstPicture(pictures, first);
  });
}

/** Sets the same attributes as `LazyImage` and `LazyBackground`, so that the app does not render it again. */
function show(element: HTMLElement, source: string) {
  if (element instanceof HTMLImageElement) element.src = source;
  else element.style.backgroundImage = `url("${source}")`;
  element.dataset.image = 'loaded';
  element.style.backgroundColor = '';
}

/** Begins to load a picture that will be so wide. */
export function beginPicture(pictures: FirstPictures, image: Image, width: number): Promise<string> {
  const known = pictures.get(image.url);
  const picture = known && known.width >= width ? known : load(image, width);
  picture.isShown = true;
  pictures.set(image.url, picture);
  return picture.ready;
}

function load(image: Image, width: number): FirstPicture {
  const picture: FirstPicture = {
    ready: fetchPicture(chooseVariant(image, width, devicePixelRatio)),
    width,
    source: null,
    isStored: false,
    isShown: true,
  };
  picture.ready.then(
    (source) => {
      picture.source = source;
    },
    () => undefined,
  );
  return picture;
}

/** The padding before the bytes of every stored picture. */
const PADDING_BYTES = 2;

/**
 * Like `fetchImage` of the app, but converted to text at once: a file reader would wait twice for other processes of the browser,
 * and these pictures are few and small.
 */
function fetchPicture(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error(`${url} failed with ${request.status}`, { cause: request.status }));
    request.open('GET', url);
    request.responseType = 'arraybuffer';
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    request.onload = () => {
      const stored: unknown = request.response;
      if (request.status !== 200 || !(stored instanceof ArrayBuffer) || stored.byteLength <= PADDING_BYTES)
        return fail();
      resolve(`data:image/png;base64,${toBase64(new Uint8Array(stored, PADDING_BYTES))}`);
    };
    request.onerror = fail;
    request.send();
  });
}
