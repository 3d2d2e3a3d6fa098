import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useClientState } from '../../state.ts';
import { DuplicateRequest } from '../send/duplicate-block.ts';
import { FRESH_MS, queryClient, silentRefetches } from './queries.ts';
import { followReconnects } from './reconnect.ts';
import { refetchOnReturn } from './refetch-on-return.ts';
import { refreshShown } from './refresh-shown.ts';
import { refetchSilently } from './silent-refetch.ts';

const session = vi.hoisted(() => ({ refetchBanners: vi.fn(async () => {}), refetchProfile: vi.fn(async () => {}) }));
vi.mock('../browser.ts', () => ({ session, send: vi.fn() }));

const READER = { id: 1, adult: false, teen: false };
const closing: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.mount();
  useClientState.setState({ session: 'ready', userInfo: READER as never });
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
  queryClient.clear();
  queryClient.unmount();
  silentRefetches.clear();
  vi.clearAllMocks();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

/** A query that a screen shows, and its fetches: each gives the next number, or fails. */
async function show(path: string, who: 'anyone' | 'session' = 'session', fails = () => false) {
  const fetches: { silent: boolean }[] = [];
  const observer = new QueryObserver<unknown>(queryClient, {
    queryKey: [path, null],
    meta: { who },
    queryFn: async ({ queryKey }) => {
      fetches.push({ silent: silentRefetches.has(queryKey) });
      if (fails()) throw new Error('refused');
      return fetches.length;
    },
  });
  closing.push(observer.subscribe(() => undefined));
  await settle();
  return { fetches, data: () => queryClient.getQueryData([path, null]), hide: () => closing.pop()?.() };
}

const become = (changed: object) => useClientState.setState({ userInfo: { ...READER, ...changed } as never });

test.each([
  ['age is confirmed', {}, { adult: true }],
  ['未成年人模式 is left', { teen: true }, {}],
])('when %s, the shown data stays until it has been refetched', async (_name, before, after) => {
  become(before);
  const [own, common] = [await show('comic/info'), await show('home', 'anyone')];
  become(after);
  expect(own.data()).toBe(1);
  await settle();
  expect([own.data(), common.fetches.length]).toEqual([2, 1]);
});

test.each([
  ['the confirmation is revoked', { adult: true }, {}],
  ['未成年人模式 is entered', {}, { teen: true }],
  ['未成年人模式 is entered by a reader of age', { adult: true }, { adult: true, teen: true }],
])('when %s, the shown data is dropped at once', async (_name, before, after) => {
  become(before);
  const [own, common] = [await show('comic/info'), await show('home', 'anyone')];
  become(after);
  expect([own.data(), common.data()]).toEqual([undefined, 1]);
  await settle();
  expect([own.data(), common.fetches.length]).toEqual([2, 1]);
});

test('other changes of the profile refetch nothing', async () => {
  const own = await show('comic/info');
  become({ nickname: '新名' });
  await settle();
  expect(own.fetches).toHaveLength(1);
});

test('a running fetch is joined when the audience grows', async () => {
  const own = await show('comic/info');
  void queryClient.refetchQueries({ queryKey: ['comic/info'] });
  become({ adult: true });
  await settle();
  expect(own.fetches).toHaveLength(2);
});

test('another reader sees nothing of the previous one', async () => {
  const [own, common] = [await show('my/shelf'), await show('home', 'anyone')];
  become({ id: 2 });
  expect(own.data()).toBeUndefined();
  await settle();
  expect([own.data(), common.fetches.length]).toEqual([2, 1]);
});

test('after a session its answers are dropped, and nothing is fetched before the next one', async () => {
  const [own, common] = [await show('my/shelf'), await show('home', 'anyone')];
  useClientState.setState({ userInfo: null });
  await settle();
  expect([own.data(), own.fetches.length, common.data()]).toEqual([undefined, 1, 1]);
});

test('the first reader of a visit drops nothing', async () => {
  useClientState.setState({ userInfo: null });
  const own = await show('my/shelf');
  become({});
  await settle();
  expect([own.data(), own.fetches.length]).toEqual([1, 1]);
});

test('only calls that were refused without a session are refetched with the next one', async () => {
  useClientState.setState({ session: 'starting' });
  let down = true;
  const refused = await show('my/shelf', 'session', () => down);
  const [own, common] = [await show('comic/info'), await show('home', 'anyone', () => down)];
  down = false;
  useClientState.setState({ session: 'ready' });
  await settle();
  useClientState.setState({ counter: 1 });
  await settle();
  expect([refused, own, common].map(({ fetches }) => fetches.length)).toEqual([2, 1, 1]);
});

test('only a call that is blocked as a duplicate is retried, after the block, at most twice', async () => {
  const blocked = await show('blocked', 'session', () => {
    throw new DuplicateRequest('/api/blocked');
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(blocked.fetches).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(blocked.fetches).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(blocked.fetches).toHaveLength(3);
  const refused = await show('refused', 'session', () => true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refused.fetches).toHaveLength(1);
});

test('a fresh answer is not refetched when its screen is shown, one of a minute ago is', async () => {
  const { fetches, hide } = await show('home', 'anyone');
  await vi.advanceTimersByTimeAsync(FRESH_MS - 1);
  hide();
  expect((await show('home', 'anyone')).fetches).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect((await show('home', 'anyone')).fetches).toHaveLength(1);
  expect([fetches.length, FRESH_MS]).toEqual([1, 60_000]);
});

test('offline a query fails instead of waiting; stale ones are refetched when the network is back, not on focus', async () => {
  onlineManager.setOnline(false);
  const own = await show('home', 'anyone');
  expect(own.fetches).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(FRESH_MS);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await settle();
  expect(own.fetches).toHaveLength(1);
  onlineManager.setOnline(true);
  await settle();
  expect(own.fetches).toHaveLength(2);
  focusManager.setFocused(undefined);
});

test('failures on a page that was opened offline are refetched when the network is back, without an `offline` event', async () => {
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (event: string, listener: () => void) => listeners.set(event, listener));
  vi.stubGlobal('removeEventListener', (event: string) => listeners.delete(event));
  followReconnects();
  let down = true;
  const [list, own] = [await show('new', 'anyone', () => down), await show('my/shelf', 'session', () => down)];
  down = false;
  listeners.get('online')?.();
  await settle();
  expect([list, own].map(({ data }) => data())).toEqual([2, 2]);
  // Fresh data is not fetched again.
  listeners.get('online')?.();
  await settle();
  expect([list, own].map(({ fetches }) => fetches.length)).toEqual([2, 2]);
  onlineManager.setEventListener(() => undefined);
  vi.unstubAllGlobals();
});

test('a silent refetch is silent while it runs, only for its own fetches', async () => {
  const [own, running] = [await show('comic/info'), await show('my/shelf')];
  void queryClient.refetchQueries({ queryKey: ['my/shelf'] });
  await refetchSilently({});
  expect([own.fetches, running.fetches]).toEqual([
    [{ silent: false }, { silent: true }],
    [{ silent: false }, { silent: false }],
  ]);
  expect(silentRefetches.size).toBe(0);
});

test('a fetch by the reader stays visible, also if it is blocked and retried', async () => {
  let isBlocked = false;
  const own = await show('comic/info', 'session', () => {
    if (isBlocked) throw new DuplicateRequest('/api/comic/info');
    return false;
  });
  isBlocked = true;
  void queryClient.refetchQueries({ queryKey: ['comic/info'] });
  await settle();
  const silent = refetchSilently({});
  isBlocked = false;
  await vi.advanceTimersByTimeAsync(1000);
  await silent;
  expect(own.fetches).toEqual([1, 2, 3].map(() => ({ silent: false })));
});

test('after a return personal data is refetched, except the open chapter', async () => {
  const [own, open, common] = [await show('my/shelf'), await show('comic/read'), await show('home', 'anyone')];
  queryClient.setQueryData(['comic/read', { id: 9 }], 'closed');
  // Being read by a reader who has just bought it.
  const reading = queryClient.fetchQuery({ queryKey: ['comic/read', { id: 10 }], queryFn: async () => 'read' });
  refetchOnReturn();
  await settle();
  await expect(reading).resolves.toBe('read');
  expect(queryClient.getQueryData(['comic/read', { id: 10 }])).toBe('read');
  expect(own.fetches).toEqual([{ silent: false }, { silent: true }]);
  expect([open.fetches.length, open.data(), common.fetches.length]).toEqual([1, 1, 1]);
  expect(queryClient.getQueryData(['comic/read', { id: 9 }])).toBeUndefined();
  expect(session.refetchProfile).toHaveBeenCalledTimes(1);
});

test('without a session, a return to the page refetches nothing', async () => {
  const own = await show('my/shelf');
  useClientState.setState({ session: 'failed' });
  refetchOnReturn();
  await settle();
  expect(own.fetches).toHaveLength(1);
  expect(session.refetchProfile).not.toHaveBeenCalled();
});

test('a pull refetches the shown data and the banners, visibly; other data stays', async () => {
  const own = await show('my/shelf');
  silentRefetches.add(['my/shelf', null]);
  queryClient.setQueryData(['hidden'], 'kept');
  await refreshShown();
  expect(own.data()).toBe(2);
  expect(silentRefetches.size).toBe(0);
  expect(session.refetchBanners).toHaveBeenCalledTimes(1);
  expect(queryClient.getQueryData(['hidden'])).toBe('kept');
});

const HALF = { pages: ['a', 'b'], pageParams: 1 };
const OTHER = { pages: 12, pageParams: [1, 2] };

test('a pull cuts an endless list to its first page, and keeps other data and its age', async () => {
  const pages = { pages: ['a', 'b', 'c'], pageParams: [null, 1, 2] };
  const others = { list: [1, 2], text: 'x', none: null };
  const closeAll: (() => void)[] = [];
  for (const [key, data] of Object.entries({ pages, ...others, half: HALF, other: OTHER })) {
    queryClient.setQueryData([key], data, { updatedAt: 5 });
    const hanging = {
      queryKey: [key],
      queryFn: () => new Promise<never>(() => {}),
      staleTime: Number.POSITIVE_INFINITY,
    };
    closeAll.push(new QueryObserver<unknown>(queryClient, hanging).subscribe(() => undefined));
  }
  void refreshShown();
  await settle();
  expect(queryClient.getQueryData(['pages'])).toEqual({ pages: ['a'], pageParams: [null] });
  for (const [key, data] of Object.entries(others)) expect(queryClient.getQueryData([key])).toEqual(data);
  expect([queryClient.getQueryData(['half']), queryClient.getQueryData(['other'])]).toEqual([HALF, OTHER]);
  expect(queryClient.getQueryState(['pages'])?.dataUpdatedAt).toBe(5);
  for (const close of closeAll) close();
});
