// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient, silentRefetches } from '../runtime/queries/queries.ts';
import { createCookies } from '../runtime/session/cookies.ts';
import { useClientState } from '../state.ts';
import { adoptFirstAnswers, untilViewOpens } from './adopt-first-answers.ts';
import { knownAnswers } from './first-answers.ts';
import { loadFirstPicture } from './load-first-picture.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('../runtime/browser.ts', () => ({ send, session: {} }));

const cookies = createCookies(document, false);
const comic = { id: 7, title: '漫画', cover: { url: 'c' }, ageRating: 'all' };
const chapter = { chapter: { id: 9 } };
const BROUGHT = { home: { sections: [] }, banners: { '1': [{ id: 1 }], '2': [] }, comic, chapter };
const detailKey = ['comic/info', { id: 7, window: 50 }];
const readKey = ['comic/read', { id: 9 }];

function open(
  path: string,
  { user, token = '', brought = BROUGHT as object }: { user?: object; token?: string; brought?: object } = {},
) {
  history.replaceState(null, '', path);
  document.body.innerHTML = `<script id="first-answers" type="application/json">${JSON.stringify(brought)}</script>`;
  if (user) localStorage.setItem('userInfo', JSON.stringify(user));
  if (token) cookies.setToken(token);
  else cookies.clearToken();
}

beforeEach(() => () => {
  localStorage.clear();
  document.body.replaceChildren();
  cookies.clearToken();
  queryClient.clear();
  silentRefetches.clear();
  useClientState.setState({ topBanner: [], bannerList: {}, bannersSettled: false });
  send.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['a stranger', {}, ['home', 'banners', 'comic', 'chapter']],
  ['one who has a session and nothing else', { token: 't' }, ['home', 'banners']],
  ['a reader who is known', { user: { id: 1, teen: false } }, ['home', 'banners']],
])('of what the page has brought %s is shown what is theirs too', (_name, who, names) => {
  open('/comic/7', who);
  const known = Object.entries(knownAnswers()).filter(([, answer]) => answer !== undefined);
  expect(known.map(([name]) => name)).toEqual(names);
});

test('a page without answers, or with broken ones, has none', () => {
  document.body.replaceChildren();
  expect(knownAnswers()).toEqual({});
  document.body.innerHTML = '<script id="first-answers" type="application/json">{</script>';
  expect(knownAnswers()).toEqual({});
});

test.each([
  ['its own reader', { id: 1, teen: false }, '/comic/7', 'all', true],
  ['another reader', { id: 2, teen: false }, '/comic/7', 'all', false],
  ['a reader in 未成年人模式', { id: 1, teen: true }, '/comic/7', 'all', false],
  ['its reader at another comic', { id: 1, teen: false }, '/comic/8', 'all', false],
  ['its reader, before whom a notice stands', { id: 1, teen: false }, '/comic/7', '18', false],
])('the comic that the device has kept is shown to %s: %#', (_name, user, path, ageRating, isShown) => {
  localStorage.setItem('comic', JSON.stringify({ readerId: 1, comic: { ...comic, ageRating } }));
  open(path, { user });
  expect(knownAnswers().comic?.id).toBe(isShown ? 7 : undefined);
});

test.each([
  ['its own reader', { id: 1, teen: false }, '/chapter/9', [1024, 768], true],
  ['another reader', { id: 2, teen: false }, '/chapter/9', [1024, 768], false],
  ['a reader in 未成年人模式', { id: 1, teen: true }, '/chapter/9', [1024, 768], false],
  ['its reader at another chapter', { id: 1, teen: false }, '/chapter/8', [1024, 768], false],
  ['its reader in another window', { id: 1, teen: false }, '/chapter/9', [768, 1024], false],
])('the view that the device has kept is shown to %s: %#', (_name, user, path, size, isShown) => {
  const kept = { readerId: 1, path: '/chapter/9', window: size, ground: '#000', pictures: [] };
  localStorage.setItem('sight', JSON.stringify(kept));
  open(path, { user });
  expect(knownAnswers().view !== undefined).toBe(isShown);
});

test('what the page has brought is shown at once, and asked for without a sign of it once there is a session', async () => {
  open('/comic/7');
  const refetch = adoptFirstAnswers();
  expect(queryClient.getQueryData(detailKey)).toEqual(comic);
  expect(queryClient.getQueryData(readKey)).toEqual(chapter);
  expect(queryClient.getQueryData(['home', null])).toEqual(BROUGHT.home);
  expect(useClientState.getState()).toMatchObject({
    topBanner: [{ id: 1 }],
    bannerList: BROUGHT.banners,
    bannersSettled: true,
  });
  expect(silentRefetches.size).toBe(3);
  refetch();
  await expect.poll(() => silentRefetches.size).toBe(0);
  for (const key of [detailKey, readKey, ['home', null]])
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test('what the page has not brought is left alone', () => {
  open('/', { brought: {} });
  adoptFirstAnswers();
  expect([queryClient.getQueryCache().getAll(), useClientState.getState().bannersSettled]).toEqual([[], false]);
});

test('a view stays until its chapter can be opened, at most three seconds; without a view nothing waits', async () => {
  open('/chapter/9', { user: { id: 1, teen: false } });
  // Drawn of what the page has brought.
  document.body.insertAdjacentHTML('beforeend', '<div class="frame-view"></div>');
  await untilViewOpens();
  document.querySelector('.frame-view')?.remove();
  expect(send).not.toHaveBeenCalled();
  vi.useFakeTimers();
  const kept = { readerId: 1, path: '/chapter/9', window: [1024, 768], ground: '#000', pictures: [] };
  localStorage.setItem('sight', JSON.stringify(kept));
  await untilViewOpens();
  expect(send).not.toHaveBeenCalled();
  document.body.insertAdjacentHTML('beforeend', '<div class="frame-view"></div>');
  send.mockReturnValue(new Promise(() => {}));
  const opens = vi.fn();
  void untilViewOpens().then(opens);
  await vi.advanceTimersByTimeAsync(2999);
  expect([send.mock.calls.length, opens.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(opens).toHaveBeenCalledTimes(1);
});

test('a kept picture that can not be drawn is fetched again, and a fetched one is not kept', async () => {
  const source = 'data:image/png;base64,QQ==';
  const loaded = {
    pictures: new Map(),
    kept: { a: { width: 100, source } } as Record<string, { width: number; source: string }>,
  };
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
  await loadFirstPicture(loaded, { image: { url: 'a', width: 9, height: 9, color: '' }, element, width: 50 });
  expect([fetched, loaded.kept, loaded.pictures.get('a').source]).toEqual([['a'], {}, null]);
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
  const loading = loadFirstPicture(
    { pictures: new Map(), kept: {} },
    { image: { url: 'a', width: 9, height: 9, color: '' }, element: document.createElement('img'), width: 50 },
  );
  await expect(loading).rejects.toMatchObject({ cause: status });
});
