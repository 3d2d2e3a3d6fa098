import { useClientState } from '../../state.ts';
import { type FetchImage, fetchImage } from './fetch-image.ts';
import { createImageQueue } from './image-queue.ts';

const queue = createImageQueue();

/** An image that could not be loaded; `status` is the HTTP status, 0 when there was no answer. */
export class ImageFailure extends Error {
  readonly status: number;
  constructor(url: string, status: number) {
    super(`image ${url} failed with ${status}`);
    this.status = status;
  }
}

export type ImageLoad = {
  /** The image as a data URI; rejects with `ImageFailure`, and never settles once cancelled. */
  readonly source: Promise<string>;
  readonly cancel: () => void;
};

/** The full address of an image: absolute ones stay, others are relative to `base`, else to this origin. */
export function imageAddress(url: string, base: string | undefined): string {
  if (/^(https?:|data:|blob:)/.test(url)) return url;
  if (url.startsWith('//')) return url;
  const root = (base ?? '').replace(/\/+$/, '');
  return `${root}/${url.replace(/^\/+/, '')}`;
}

/** Loads an image through the queue: the nearest by `distance` first, five at a time. */
export function loadImage(url: string, distance: () => number = () => 0, fetch: FetchImage = fetchImage): ImageLoad {
  const { promise, resolve, reject } = withResolvers<string>();
  const cancel = queue.add({
    distance,
    start(finished) {
      const address = imageAddress(url, useClientState.getState().config?.image_url);
      return fetch(
        address,
        (source) => {
          finished();
          resolve(source);
        },
        (status) => {
          finished();
          reject(new ImageFailure(address, status));
        },
      );
    },
  });
  return { source: promise, cancel };
}

/** The oldest supported browsers have no `Promise.withResolvers`. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
