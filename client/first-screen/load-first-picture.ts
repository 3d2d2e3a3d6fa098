import type { Image } from '#contract/shapes';
import { chooseVariant } from '../features/lazy-image/choose-variant.ts';
import { fetchImage } from '../runtime/images/fetch-image.ts';
import type { FirstPicture, FirstPictures } from './first-pictures.ts';

/** Loads a picture into its element, in the size that the app would choose; one that is loaded as large already serves again. */
export function loadFirstPicture(pictures: FirstPictures, image: Image, element: HTMLImageElement): Promise<unknown> {
  const width = element.getBoundingClientRect().width;
  const known = pictures.get(image.url);
  const picture = known && known.width >= width ? known : load(image, width);
  pictures.set(image.url, picture);
  return picture.ready.then((source) => {
    element.src = source;
  });
}

function load(image: Image, width: number): FirstPicture {
  const url = chooseVariant(image, width, devicePixelRatio);
  const ready = new Promise<string>((resolve, reject) => {
    fetchImage(url, resolve, (status) => reject(new Error(`${url} failed with ${status}`)));
  });
  const picture: FirstPicture = { ready, width, source: null };
  ready.then(
    (source) => {
      picture.source = source;
    },
    () => undefined,
  );
  return picture;
}
