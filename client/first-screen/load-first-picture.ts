import type { Image } from '#contract/shapes';
import type { KeptPicture, KeptPictures } from '../features/pictures/kept-pictures/kept-pictures.ts';
import { chooseVariant } from '../features/pictures/lazy-image/choose-variant.ts';
import type { FirstPicture, FirstPictures } from '../runtime/images/first-pictures.ts';
import { toBase64 } from '../runtime/send/base64.ts';
import type { Drawn } from './draw-home.ts';

/** What is loaded by now, for the app to take over, and what this device had kept. */
export type Loaded = { pictures: FirstPictures; kept: KeptPictures['pictures'] };

/**
 * Loads a picture into its element, in the size that the app would choose; one that is loaded as large already serves again.
 * Resolves when it can be painted.
 */
export async function loadFirstPicture(loaded: Loaded, { image, element, width }: Drawn): Promise<void> {
  const wide = width ?? element.getBoundingClientRect().width;
  element.src = await beginPicture(loaded, image, wide);
  await element.decode().catch(() => {
    const picture = loaded.pictures.get(image.url);
    if (!picture) return;
    // No picture, as where a network that wants a login first answers everything with a page: it must not be kept.
    picture.source = null;
    if (!picture.isKept) return;
    delete loaded.kept[image.url];
    loaded.pictures.delete(image.url);
    return loadFirstPicture(loaded, { image, element, width: wide });
  });
}

/** Begins to load a picture that will be so wide. */
export function beginPicture({ pictures, kept }: Loaded, image: Image, width: number): Promise<string> {
  const known = pictures.get(image.url);
  const picture = known && known.width >= width ? known : (fromKept(kept[image.url], width) ?? load(image, width));
  pictures.set(image.url, picture);
  return picture.ready;
}

function fromKept(kept: KeptPicture | undefined, width: number): FirstPicture | null {
  return kept && kept.width >= width ? { ready: Promise.resolve(kept.source), isKept: true, ...kept } : null;
}

function load(image: Image, width: number): FirstPicture {
  const picture: FirstPicture = {
    ready: fetchPicture(chooseVariant(image, width, devicePixelRatio)),
    width,
    source: null,
    isKept: false,
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
 * As `fetchImage` of the app does it, but turned into text at once: a file reader would have to wait for other processes of the
 * browser twice, and these pictures are few and small.
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
