// @vitest-environment happy-dom
import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { releaseRenderClock, renderNow } from '../runtime/clock/server-clock.ts';
import { beginFirstRender, endFirstRender } from '../runtime/first-render.ts';
import { queryClient, silentRefetches } from '../runtime/queries/queries.ts';
import { createCookies } from '../runtime/session/cookies.ts';
import { setFirstState, useClientState } from '../state.ts';
import { adoptFirstAnswers } from './adopt-first-answers.ts';
import { firstAnswers, firstChapter } from './first-answers.ts';

vi.mock('../runtime/browser.ts', () => ({ send: vi.fn(), session: {} }));

const cookies = createCookies(document, false);
const comic = { id: 7, title: '漫画', cover: { url: 'c' }, ageRating: 'all' };
const chapter = { comic: { direction: 'ltr' }, chapter: { id: 9 }, pages: [] };
const sections = { sections: [] };
const newList = { list: [{ id: 1 }], next: null };
const BROUGHT = {
  banners: { '1': [{ id: 1 }], '2': [] },
  answers: [
    { path: 'home', input: null, list: false, data: sections },
    { path: 'new', input: null, list: true, data: newList },
    { path: 'comic/info', input: { id: 7, window: 50 }, list: false, data: comic },
    { path: 'comic/read', input: { id: 9 }, list: false, data: chapter },
  ],
};
const detailKey = ['comic/info', { id: 7, window: 50 }];
const readKey = ['comic/read', { id: 9 }];
const { dataset } = document.documentElement;

type Opened = { user?: object; token?: string; brought?: object; rendered?: boolean };

function open(path: string, { user, token = '', brought = BROUGHT, rendered = false }: Opened = {}) {
  history.replaceState(null, '', path);
  document.body.innerHTML = `<script id="first-answers" type="application/json">${JSON.stringify(brought)}</script>`;
  if (user) localStorage.setItem('userInfo', JSON.stringify(user));
  if (token) cookies.setToken(token);
  else cookies.clearToken();
  if (rendered) Object.assign(dataset, { rendered: path, renderedAt: '1700000000000' });
}

beforeEach(() => () => {
  localStorage.clear();
  document.body.replaceChildren();
  for (const key of Object.keys(dataset)) delete dataset[key];
  cookies.clearToken();
  queryClient.clear();
  silentRefetches.clear();
  releaseRenderClock();
  vi.useRealTimers();
  setFirstState({ topBanner: [], bannerList: {}, bannersSettled: false });
});

test.each([
  ['a new reader', {}, ['home', 'new', 'comic/info', 'comic/read']],
  ['a reader with only a session', { token: 't' }, ['home', 'new']],
  ['a known reader', { user: { id: 1, teen: false } }, ['home', 'new']],
  // It hides the parts that differ by reader.
  ['a known reader whose page shows the comic', { token: 't', rendered: true }, ['home', 'new', 'comic/info']],
])('answers for %s are used', (_name, who, paths) => {
  open('/comic/7', who);
  expect(firstAnswers()?.answers.map(({ path }) => path)).toEqual(paths);
  const view = { direction: 'ltr', pages: [], scrolled: null };
  expect(firstChapter()).toEqual(paths.includes('comic/read') ? view : null);
});

test('a page without answers, or with broken ones, has none', () => {
  document.body.replaceChildren();
  expect([firstAnswers(), firstChapter()]).toEqual([null, null]);
  document.body.innerHTML = '<script id="first-answers" type="application/json">{</script>';
  expect(firstAnswers()).toBeNull();
});

test.each([
  ['its own reader', { id: 1, teen: false }, '/comic/7', 'all', true],
  ['another reader', { id: 2, teen: false }, '/comic/7', 'all', false],
  ['a reader in 未成年人模式', { id: 1, teen: true }, '/comic/7', 'all', false],
  ['its reader at another comic', { id: 1, teen: false }, '/comic/8', 'all', false],
  ['its reader, before whom a notice stands', { id: 1, teen: false }, '/comic/7', '18', false],
])('the comic that the device has kept is shown to %s: %#', (_name, user, path, ageRating, isShown) => {
  const kept = { ...comic, ageRating };
  localStorage.setItem('comic', JSON.stringify({ readerId: 1, comic: kept }));
  open(path, { user });
  adoptFirstAnswers();
  expect(queryClient.getQueryData(detailKey)).toEqual(isShown ? kept : undefined);
});

test('the stored comic is shown after the first render of the server’s page', async () => {
  const kept = { ...comic, title: '读过的' };
  localStorage.setItem('comic', JSON.stringify({ readerId: 1, comic: kept }));
  open('/comic/7', { user: { id: 1, teen: false }, rendered: true });
  beginFirstRender();
  adoptFirstAnswers();
  expect(queryClient.getQueryData(detailKey)).toEqual({ ...comic, isForNewReader: true });
  endFirstRender();
  await expect.poll(() => queryClient.getQueryData(detailKey)).toEqual(kept);
});

test('the answers are shown at once, and requested again without a loading sign once there is a session', async () => {
  open('/comic/7');
  const refetch = adoptFirstAnswers();
  const keys = [detailKey, readKey, ['home', null], ['new', 'list', {}]];
  expect(keys.map((key) => queryClient.getQueryData(key))).toEqual([
    comic,
    chapter,
    sections,
    { pages: [newList], pageParams: [null] },
  ]);
  const state = { topBanner: [{ id: 1 }], bannerList: BROUGHT.banners, bannersSettled: true };
  expect(useClientState.getState()).toMatchObject(state);
  // React hydrates with the initial state.
  expect(useClientState.getInitialState()).toMatchObject(state);
  expect(silentRefetches.size).toBe(4);
  refetch();
  await expect.poll(() => silentRefetches.size).toBe(0);
  for (const key of keys) expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test('a page without answers changes nothing', () => {
  open('/', { brought: {} });
  document.body.replaceChildren();
  adoptFirstAnswers();
  expect([queryClient.getQueryCache().getAll(), useClientState.getState().bannersSettled]).toEqual([[], false]);
});

test('until the first render is done the clock has the time of the server’s render', () => {
  open('/home');
  adoptFirstAnswers();
  expect(Math.abs(renderNow() - Date.now())).toBeLessThan(1000);
  open('/home', { rendered: true });
  adoptFirstAnswers();
  expect(renderNow()).toBe(1_700_000_000_000);
  expect(releaseRenderClock()).toBeGreaterThan(1_000_000);
  expect(Math.abs(renderNow() - Date.now())).toBeLessThan(1000);
  expect(releaseRenderClock()).toBe(0);
});

test('personal parts appear after five seconds without an answer', async () => {
  vi.useFakeTimers();
  open('/comic/7', { token: 't', rendered: true });
  dataset.known = '';
  adoptFirstAnswers();
  await vi.advanceTimersByTimeAsync(4900);
  expect(dataset.known).toBe('');
  await vi.advanceTimersByTimeAsync(200);
  expect(dataset.known).toBeUndefined();
});

test('personal parts appear once the comic has the data of this reader', async () => {
  open('/comic/7', { token: 't', rendered: true });
  dataset.known = '';
  adoptFirstAnswers();
  queryClient.setQueryData(['home', null], {});
  queryClient.setQueryData(['home', null], { again: true });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(dataset.known).toBe('');
  // A busy page may paint before React gets the data, as here.
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frame(0));
  const shown: unknown[] = [];
  const screen = new QueryObserver(queryClient, { queryKey: detailKey });
  const stop = screen.subscribe(notifyManager.batchCalls(() => shown.push(dataset.known)));
  queryClient.setQueryData(detailKey, { ...comic, me: {} });
  await expect.poll(() => dataset.known).toBeUndefined();
  stop();
  vi.unstubAllGlobals();
  expect(shown).toEqual(['']);
  expect(queryClient.getQueryData(detailKey)).toEqual({ ...comic, me: {} });
});

test('a known reader whose request fails sees the error, not the comic of a new reader', async () => {
  open('/comic/7', { token: 't', rendered: true });
  dataset.known = '';
  adoptFirstAnswers();
  const queryFn = () => Promise.reject(new Error('The request fails.'));
  await expect(queryClient.fetchQuery({ queryKey: detailKey, queryFn, staleTime: 0 })).rejects.toThrow('fails');
  await expect.poll(() => dataset.known).toBeUndefined();
  expect(queryClient.getQueryState(detailKey)).toMatchObject({ status: 'error', data: undefined });
});
