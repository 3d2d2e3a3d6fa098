// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadFirstPicture } from './load-first-picture.ts';

vi.mock('../features/pictures/stored-pictures/stored-pictures.ts', () => ({
  storedPictures: () => ({ '/kept': { width: 100, source: 'data:kept' } }),
}));
vi.mock('./load-first-picture.ts', () => ({ loadFirstPicture: vi.fn(), beginPicture: vi.fn() }));

const ends: (() => void)[] = [];
const { dataset } = document.documentElement;
const note = (n: number) =>
  JSON.stringify({ url: `/${n}`, width: 3, height: 4, color: '#000', shown: n === 1 ? 112 : undefined });
const APP =
  '<template id="app"><link data-screen="new weekly" rel="preload" href="/a"><link data-screen="comic" rel="preload" href="/b">' +
  '<script type="text/plain" src="/app.js"></script></template>';

/** A page with pictures at these distances from its top. */
function open(tops: readonly number[]) {
  const images = tops.map((top, n) => `<img data-image="waiting" data-picture='${note(n)}' data-top="${top}">`);
  document.body.innerHTML = `<div id="root">${images.join('')}</div><template id="frame"><div class="frame"></div></template>${APP}`;
  for (const image of document.querySelectorAll('img'))
    image.getBoundingClientRect = () =>
      ({ top: Number(image.dataset.top), left: 0, width: image.dataset.top === '-1' ? 0 : 80 }) as DOMRect;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  ends.length = 0;
  vi.mocked(loadFirstPicture).mockReset();
  vi.mocked(loadFirstPicture).mockImplementation(() => new Promise((resolve) => ends.push(resolve as () => void)));
  history.replaceState(null, '', '/new');
  dataset.rendered = '/new';
  document.head.replaceChildren();
  return () => {
    for (const key of Object.keys(dataset)) delete dataset[key];
    vi.useRealTimers();
  };
});

const run = () => import('./starter.ts');
/** Whether the code of the app was requested, and whether it was started. */
const app = () => [
  document.querySelectorAll('link[rel=modulepreload]').length,
  document.querySelectorAll('body > script').length,
];
async function endOne() {
  ends.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
}

test('the pictures in view are loaded, each for the width that it is shown in', async () => {
  open([0, 10, innerHeight + 1, -1]);
  await run();
  await vi.advanceTimersByTimeAsync(0);
  const loaded = vi.mocked(loadFirstPicture).mock.calls.map(([, { image, width }]) => [image.url, width]);
  expect(loaded).toEqual([
    ['/0', 80],
    ['/1', 112],
  ]);
  expect(globalThis.firstPictures?.get('/kept')).toMatchObject({ isStored: true, isShown: false, source: 'data:kept' });
});

test('a background is requested after the pictures that lie on it', async () => {
  open([0, 10]);
  const background = document.createElement('div');
  Object.assign(background.dataset, { image: 'waiting', picture: note(7) });
  background.getBoundingClientRect = () => ({ top: 0, left: 0, width: 390 }) as DOMRect;
  document.querySelector('#root')?.prepend(background);
  await run();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.mocked(loadFirstPicture).mock.calls.map(([, { image }]) => image.url)).toEqual(['/0', '/1', '/7']);
});

test('the code of the app is requested when two pictures are left, and it starts once all are there', async () => {
  open([0, 0, 0, 0]);
  await run();
  await vi.advanceTimersByTimeAsync(0);
  await endOne();
  expect(app()).toEqual([0, 0]);
  await endOne();
  expect(app()).toEqual([1, 0]);
  // The files of this screen with it, and of no other.
  expect([...document.querySelectorAll('head [rel=preload]')].map((link) => link.getAttribute('href'))).toEqual(['/a']);
  await endOne();
  await endOne();
  await vi.advanceTimersByTimeAsync(200);
  expect(app()).toEqual([1, 1]);
  expect(document.querySelector('template#app')).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(app()).toEqual([1, 1]);
});

test('missing pictures delay the app only for a limited time', async () => {
  open([0, 0]);
  await run();
  await vi.advanceTimersByTimeAsync(2499);
  expect(app()[1]).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(app()[1]).toBe(1);
});

test('the app starts at once where there is no picture, and where the starter fails', async () => {
  open([]);
  await run();
  expect(app()).toEqual([1, 1]);
  vi.resetModules();
  open([0]);
  for (const image of document.querySelectorAll('img')) image.dataset.picture = '{';
  await run();
  expect(app()[1]).toBe(1);
});

test('the frame replaces a screen that is not for this reader, and none of its pictures is loaded', async () => {
  open([0]);
  Object.assign(dataset, { frame: 'home', rendered: '/home' });
  await run();
  expect(document.querySelector('#root')?.innerHTML).toBe('<div class="frame"></div>');
  expect(dataset.rendered).toBeUndefined();
  expect(loadFirstPicture).not.toHaveBeenCalled();
});

test('on a first visit the texts are shown once all pictures are requested', async () => {
  open([0, 0, 0, 0, 0]);
  dataset.words = '';
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frame());
  const atRequest: unknown[] = [];
  vi.mocked(loadFirstPicture).mockImplementation(() => {
    atRequest.push(dataset.words);
    return new Promise(() => {});
  });
  await run();
  await vi.advanceTimersByTimeAsync(0);
  expect([atRequest, dataset.words]).toEqual([['', '', '', '', ''], undefined]);
  vi.unstubAllGlobals();
});

describe('opened again', () => {
  beforeEach(() => {
    Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} }, configurable: true });
    dataset.words = '';
    return () => Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  test('the texts are shown after the pictures, which the browser has kept', async () => {
    open([0, 0]);
    await run();
    await vi.advanceTimersByTimeAsync(200);
    expect(dataset.words).toBe('');
    await endOne();
    await endOne();
    await vi.advanceTimersByTimeAsync(100);
    expect(dataset.words).toBeUndefined();
  });

  test('missing pictures delay the texts only for a limited time', async () => {
    open([0]);
    await run();
    await vi.advanceTimersByTimeAsync(400);
    expect(dataset.words).toBeUndefined();
  });

  test('without pictures the texts are shown at once', async () => {
    open([]);
    await run();
    await vi.advanceTimersByTimeAsync(100);
    expect(dataset.words).toBeUndefined();
  });
});
