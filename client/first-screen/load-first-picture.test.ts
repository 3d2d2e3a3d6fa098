// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { FirstPictures } from '../runtime/images/first-pictures.ts';
import { loadFirstPicture } from './load-first-picture.ts';

beforeEach(() => () => vi.unstubAllGlobals());

test('a kept picture that can not be drawn is fetched again, and a fetched one is not kept', async () => {
  const source = 'data:image/png;base64,QQ==';
  const kept = { ready: Promise.resolve(source), source, width: 100, isStored: true, isShown: false };
  const pictures: FirstPictures = new Map([['a', kept]]);
  const fetched: string[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 200;
      response = new Uint8Array([0, 0, 66]).buffer;
      onload = () => {};
      open = (_method: string, url: string) => fetched.push(url);
      setRequestHeader() {}
      send() {
        queueMicrotask(() => this.onload());
      }
    },
  );
  const element = Object.assign(document.createElement('img'), {
    decode: () => Promise.reject(new Error('no picture')),
  });
  await loadFirstPicture(pictures, { image: { url: 'a', width: 9, height: 9, color: '' }, element, width: 50 });
  expect([fetched, pictures.get('a')?.source]).toEqual([['a'], null]);
});

test.each([
  [404, 9],
  [200, 2],
])('a first picture with the status %i and %i bytes is none', async (status, size) => {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = status;
      response = new ArrayBuffer(size);
      onload = () => {};
      open() {}
      setRequestHeader() {}
      send() {
        queueMicrotask(() => this.onload());
      }
    },
  );
  const loading = loadFirstPicture(new Map(), {
    image: { url: 'a', width: 9, height: 9, color: '' },
    element: document.createElement('img'),
    width: 50,
  });
  await expect(loading).rejects.toMatchObject({ cause: status });
});
