import { useClientState } from '../../state.ts';
import { createImageQueue } from './image-queue.ts';

/** Long enough for a page on a bad line, short enough that a dead connection frees its slot. */
const TIMEOUT_MS = 60_000;
/** The padding before the bytes of every stored image. */
const PADDING_BYTES = 2;

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

/**
 * Loads an image when it is its turn: the nearest by `distance` first, five at a time.
 * The bytes come as binary with an XHR header, lose their two padding bytes and become a PNG data URI.
 */
export function loadImage(url: string, distance: () => number = () => 0): ImageLoad {
  const { promise, resolve, reject } = withResolvers<string>();
  const cancel = queue.add({
    distance,
    start: (finished) =>
      fetchImage(
        imageAddress(url, useClientState.getState().config?.image_url),
        (source) => {
          finished();
          resolve(source);
        },
        (failure) => {
          finished();
          reject(failure);
        },
      ),
  });
  return { source: promise, cancel };
}

function fetchImage(address: string, done: (source: string) => void, fail: (failure: ImageFailure) => void) {
  const request = new XMLHttpRequest();
  const failRequest = () => fail(new ImageFailure(address, request.status));
  request.open('GET', address);
  request.responseType = 'blob';
  request.timeout = TIMEOUT_MS;
  request.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
  request.onload = () => {
    const body: unknown = request.response;
    if (request.status !== 200 || !(body instanceof Blob) || body.size <= PADDING_BYTES) return failRequest();
    const reader = new FileReader();
    reader.onload = () => (typeof reader.result === 'string' ? done(reader.result) : failRequest());
    reader.onerror = failRequest;
    reader.readAsDataURL(body.slice(PADDING_BYTES, body.size, 'image/png'));
  };
  request.onerror = failRequest;
  request.ontimeout = failRequest;
  request.send();
  return () => request.abort();
}

/** `Promise.withResolvers` is younger than the oldest browser we serve. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
