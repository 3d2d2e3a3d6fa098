// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createCookies } from '../runtime/session/cookies.ts';

const { dataset } = document.documentElement;
const isWide = vi.fn(() => false);

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('matchMedia', () => ({ matches: isWide() }));
  isWide.mockReturnValue(false);
  return () => {
    vi.unstubAllGlobals();
    localStorage.clear();
    createCookies(document, false).clearToken();
    for (const key of Object.keys(dataset)) delete dataset[key];
  };
});

type Opened = { user?: object; wide?: boolean; rendered?: string };

/** The frame that is shown at an address; undefined if the rendered screen is shown. */
async function frameAt(address: string, { user, wide = false, rendered }: Opened = {}) {
  history.replaceState(null, '', address);
  if (user) localStorage.setItem('userInfo', JSON.stringify(user));
  if (rendered) dataset.rendered = rendered;
  isWide.mockReturnValue(wide);
  await import('./before-paint.ts');
  return dataset.frame;
}

test.each([
  ['/home', {}, undefined],
  ['/', {}, undefined],
  ['/home/?u=1', {}, undefined],
  ['/home', { user: { id: 1 } }, undefined],
  ['/home', { user: { adult: true } }, 'home'],
  ['/home', { user: { teen: true } }, 'home'],
  ['/home', { wide: true }, 'home'],
  // The answers of the service worker.
  ['/new', {}, 'listing'],
  ['/my', {}, 'main'],
  ['/comic/7', {}, 'other'],
])('at %s the page of /home shows for %j the frame %j', async (address, opened, frame) => {
  expect(await frameAt(address, { rendered: '/home', ...opened })).toBe(frame);
});

test.each([
  ['/new', { wide: true }, undefined],
  ['/new', { user: { adult: true } }, 'listing'],
  ['/new?genre=x', {}, 'listing'],
  ['/comic/7', { user: { adult: true } }, undefined],
  ['/comic/7', { user: { teen: true } }, 'other'],
])('at %s its own page shows for %j the frame %j', async (address, opened, frame) => {
  expect(await frameAt(address, { rendered: address.split('?')[0] ?? '', ...opened })).toBe(frame);
});

test('personal parts of a comic are hidden from readers with a session until they are known', async () => {
  await frameAt('/comic/7', { rendered: '/comic/7' });
  expect(dataset.known).toBeUndefined();
  vi.resetModules();
  createCookies(document, false).setToken('t');
  await frameAt('/comic/7', { rendered: '/comic/7' });
  expect(dataset.known).toBe('');
});

test('the chosen theme applies, and the row for the last read comic has its space', async () => {
  localStorage.setItem('settings', '{"theme":"dark"}');
  localStorage.setItem('resume', '{}');
  await frameAt('/home', { rendered: '/home' });
  expect([dataset.theme, dataset.resume]).toEqual(['dark', '']);
});

test.each([
  ['/chapter/7', 'on', 'dark'],
  ['/chapter/7', 'off', 'light'],
  ['/chapter/7', 'auto', undefined],
  ['/comic/7', 'on', undefined],
])('at %s with 夜间 %s the first frame has the theme %s', async (address, night, theme) => {
  localStorage.setItem('reader', JSON.stringify({ device: { night } }));
  await frameAt(address);
  expect([dataset.theme, dataset.night]).toEqual([theme, theme && night]);
});

test('where nothing can be stored the rendered screen is shown', async () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('denied');
    },
  });
  expect(await frameAt('/home', { rendered: '/home' })).toBeUndefined();
});
