import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useClientState } from '../../state.ts';
import { ImageFailure, loadImage } from './image-loader.ts';

/** The requests that were made, answered by the test. */
let requests: FakeRequest[];

class FakeRequest {
  status = 0;
  response: unknown = null;
  responseType = '';
  timeout = 0;
  opened: string[] = [];
  headers: Record<string, string> = {};
  isSent = false;
  isAborted = false;
  onload = () => {};
  onerror = () => {};
  ontimeout = () => {};
  open(...opened: string[]) {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send() {
    this.isSent = true;
    requests.push(this);
  }
  abort() {
    this.isAborted = true;
  }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response }).onload();
  }
}

/** Reads a blob as a browser does: the type and the bytes as text, or the value that the test sets. */
const reading = { fails: false, result: null as unknown };
class FakeReader {
  result: unknown = null;
  onload = () => {};
  onerror = () => {};
  readAsDataURL(blob: Blob) {
    void blob.text().then((text) => {
      this.result = reading.result ?? `data:${blob.type};${text}`;
      if (reading.fails) this.onerror();
      else this.onload();
    });
  }
}

beforeEach(() => {
  requests = [];
  Object.assign(reading, { fails: false, result: null });
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('FileReader', FakeReader);
});
afterEach(() => {
  for (const { onerror } of requests) onerror();
  vi.unstubAllGlobals();
  useClientState.setState({ config: null });
});

/** Loads an image and gives its request. */
async function start(url = 'a.webp') {
  const load = loadImage(url);
  const outcome = load.source.catch((failure: unknown) => failure);
  await Promise.resolve();
  const request = requests.at(-1);
  if (!request) throw new Error('nothing was requested');
  return { request, outcome, cancel: load.cancel };
}

test('the bytes are requested with the XHR header, lose their padding and become a PNG data URI', async () => {
  useClientState.setState({ config: { image_url: 'https://cdn.example' } as never });
  const { request, outcome } = await start();
  expect(request).toMatchObject({
    opened: ['GET', 'https://cdn.example/a.webp'],
    responseType: 'blob',
    timeout: 60_000,
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    isSent: true,
  });
  request.answer(200, new Blob(['..image']));
  expect(await outcome).toBe('data:image/png;image');
});

test.each([
  ['another status', 403, new Blob(['..image'])],
  ['a body that is none', 200, null],
  ['nothing but padding', 200, new Blob(['..'])],
])('%s is a failure', async (_name, status, body) => {
  const { request, outcome } = await start();
  request.answer(status, body);
  const failure = await outcome;
  expect(failure).toBeInstanceOf(ImageFailure);
  expect(failure).toMatchObject({ status, message: `image /a.webp failed with ${status}` });
});

test('one byte after the padding is an image', async () => {
  const { request, outcome } = await start();
  request.answer(200, new Blob(['..i']));
  expect(await outcome).toBe('data:image/png;i');
});

test.each(['onerror', 'ontimeout'] as const)('%s is a failure without a status', async (event) => {
  const { request, outcome } = await start();
  request[event]();
  expect(await outcome).toMatchObject({ status: 0 });
});

test.each([{ fails: true }, { result: new ArrayBuffer(1) }])(
  'bytes that can not be read %o are a failure',
  async (how) => {
    Object.assign(reading, how);
    const { request, outcome } = await start();
    request.answer(200, new Blob(['..image']));
    expect(await outcome).toBeInstanceOf(ImageFailure);
  },
);

test('five run at a time; after each end, failure or cancel the next one starts', async () => {
  const loads: Awaited<ReturnType<typeof start>>[] = [];
  for (let n = 0; n < 5; n += 1) loads.push(await start(`${n}`));
  for (const url of ['next', 'then', 'last']) void loadImage(url).source.catch(() => undefined);
  await Promise.resolve();
  expect(requests).toHaveLength(5);
  loads[0]?.request.answer(200, new Blob(['..image']));
  await loads[0]?.outcome;
  expect(requests).toHaveLength(6);
  loads[1]?.request.onerror();
  expect(requests).toHaveLength(7);
  loads[2]?.cancel();
  expect(requests).toHaveLength(8);
  expect(loads.map(({ request }) => request.isAborted)).toEqual([false, false, true, false, false]);
});
