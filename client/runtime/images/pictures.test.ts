// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { holdPicture } from './held-pictures.ts';
import { loadImage } from './image-loader.ts';
import { loadPicture } from './pictures.ts';

vi.mock('./image-loader.ts', async (original) => ({ ...(await original<object>()), loadImage: vi.fn() }));

const cancel = vi.fn();
const loaded = () => vi.mocked(loadImage).mock.calls.map(([url]) => url);
/** A picture that the page began to load, for a box of 100 CSS pixels. */
function begin(url: string, ready: Promise<string>) {
  globalThis.firstPictures = new Map([[url, { ready, width: 100, source: null, isStored: false, isShown: true }]]);
}

beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue();
  vi.mocked(loadImage).mockImplementation((url) => ({ source: Promise.resolve(`data:${url}`), cancel }));
  return () => {
    globalThis.firstPictures = undefined;
    vi.clearAllMocks();
  };
});

test('a picture in memory comes before that of the page, and that before the server', async () => {
  begin('/a', Promise.resolve('data:page'));
  expect(await loadPicture({ url: '/a' }).source).toBe('data:page');
  holdPicture('/a', 'data:memory');
  expect(await loadPicture({ url: '/a' }).source).toBe('data:memory');
  expect(await loadPicture({ url: '/b' }).source).toBe('data:/b');
  expect(loaded()).toEqual(['/b']);
});

test.each([
  [101, 'data:page'],
  [102, 'data:/c-200'],
])('the copy of the page for 100 pixels in a box of %i pixels gives %s', async (width, source) => {
  begin('/c', Promise.resolve('data:page'));
  expect(await loadPicture({ url: '/c-200', whole: '/c', width }).source).toBe(source);
});

test('the copy of the page stays for other elements, unless it is wanted once', async () => {
  begin('/d', Promise.resolve('data:page'));
  loadPicture({ url: '/d' });
  loadPicture({ url: '/d', once: true });
  loadPicture({ url: '/d' });
  expect(loaded()).toEqual(['/d']);
});

test('after a failure of the page the server is asked again, and that can be cancelled', async () => {
  begin('/e', Promise.reject(new Error('no answer', { cause: 0 })));
  const { source, cancel: stop } = loadPicture({ url: '/e' });
  stop();
  expect([await source, cancel.mock.calls.length]).toEqual(['data:/e', 0]);
  stop();
  expect(cancel).toHaveBeenCalledOnce();
});
