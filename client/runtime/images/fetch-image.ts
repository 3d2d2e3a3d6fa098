/** Long enough for a page on a bad connection, short enough that a dead connection frees its slot. */
const TIMEOUT_MS = 60_000;
/** The padding before the bytes of every stored image. */
const PADDING_BYTES = 2;

/** Fetches an image as a data URI. `fail` gets the HTTP status, or 0 without an answer. Returns a function that cancels it. */
export type FetchImage = (
  address: string,
  done: (source: string) => void,
  fail: (status: number) => void,
) => () => void;

/** The request carries the XHR header. The two padding bytes are removed, and the rest becomes a PNG data URI. */
export const fetchImage: FetchImage = (address, done, fail) => {
  const request = new XMLHttpRequest();
  const failRequest = () => fail(request.status);
  request.open('GET', address);
  request.responseType = 'blob';
  request.timeout = TIMEOUT_MS;
  request.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
  request.onload = () => {
    const body: unknown = request.response;
    if (request.status !== 200 || !(body instanceof Blob) || body.size <= PADDING_BYTES) return failRequest();
    readImage(body, done, failRequest);
  };
  request.onerror = failRequest;
  request.ontimeout = failRequest;
  request.send();
  return () => request.abort();
};

/** Turns a stored image, padding included, into a PNG data URI. */
export function readImage(stored: Blob, done: (source: string) => void, fail: () => void) {
  const reader = new FileReader();
  reader.onload = () => (typeof reader.result === 'string' ? done(reader.result) : fail());
  reader.onerror = fail;
  reader.readAsDataURL(stored.slice(PADDING_BYTES, stored.size, 'image/png'));
}
