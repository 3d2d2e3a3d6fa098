import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeEnvironment, ok, refused } from '../testing/fake-environment.ts';
import { createSession } from './session.ts';
import { createSite } from './site.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const nothing = () => undefined;

/** A session whose calls are answered by their path. */
function createFakes(replies: Record<string, () => ReturnType<typeof ok>> = {}) {
  const fake = fakeEnvironment(({ url }) => replies[url.replace(/^.*\/api\//, '')]?.() ?? new Error(url));
  const states: string[] = [];
  const stored: unknown[] = [];
  const banners: unknown[] = [];
  const parts = {
    send: fake.send,
    cookies: fake.cookies,
    domain: 'comics.example',
    u: null,
    referrer: null,
    platform: 'pc' as const,
    setState: (state: string) => states.push(state),
    storeUser: (user: unknown) => stored.push(user),
    forgetUser: () => stored.push(null),
    storeConfig: (config: unknown) => stored.push(config),
    setTopBanner: (list: unknown) => banners.push(list),
    setBannerList: (slots: unknown) => banners.push(slots),
    markBannersSettled: nothing,
    openLogin: nothing,
    finishLogin: nothing,
    goHome: nothing,
  };
  const paths = () => fake.seen.sent.map(({ url }) => url.replace(/^.*\/api\//, ''));
  return { ...fake, session: createSession(parts), site: createSite(parts), states, stored, banners, paths };
}

test('a profile that a call has returned is stored with its token', () => {
  const { session, cookies, stored } = createFakes();
  session.adoptProfile({ token: 'given', id: 9 } as never);
  expect([cookies.token(), stored]).toEqual(['given', [{ token: 'given', id: 9 }]]);
});

test('a profile is refetched in the background; after a failure the old one stays, and without a session nothing is sent', async () => {
  let answer = ok({ token: 'kept', id: 2 });
  const { session, cookies, stored, seen } = createFakes({ 'user/info': () => answer });
  await session.refetchProfile();
  expect(seen.sent).toEqual([]);
  cookies.setToken('kept');
  await session.refetchProfile();
  expect([stored, seen.raised]).toEqual([[{ token: 'kept', id: 2 }], 0]);
  await vi.advanceTimersByTimeAsync(1000);
  answer = refused(9000, '服务器开小差了', 0, { id: 3 });
  await session.refetchProfile();
  expect([stored.length, seen.toasts]).toEqual([1, []]);
});

test('the profile of a reader who logged out during the request is not stored', async () => {
  const { session, cookies, stored } = createFakes({
    'user/info': () => {
      cookies.setToken('other');
      return ok({ token: 'kept', id: 2 });
    },
  });
  cookies.setToken('kept');
  await session.refetchProfile();
  expect(stored).toEqual([]);
});

test('a logout sends only its own call, and succeeds for a session that has already ended', async () => {
  const { session, cookies, seen } = createFakes({
    'user/logout': () => refused(-1, '登录已失效'),
    'user/register': () => ok({ token: 'fresh', id: 1 }),
  });
  cookies.setToken('given');
  expect(await session.logOut(false)).toBe(true);
  expect(seen.sent[0]?.payload).toEqual({});
  expect([cookies.token(), seen.toasts, seen.lost]).toEqual(['fresh', [], 0]);
});

test('banners refetched in the background show no loading sign, others do; an empty slot is an empty list', async () => {
  const { session, banners, seen } = createFakes({ banner: () => ok({ '2': [] }) });
  await session.refetchBanners(true);
  expect([seen.raised, banners]).toEqual([0, [[], { '2': [] }]]);
  await vi.advanceTimersByTimeAsync(1000);
  await session.refetchBanners();
  expect(seen.raised).toBe(2);
});

test('a refused configuration is not stored, and a stored address that answers stays', async () => {
  const { site, cookies, stored, paths } = createFakes({
    config: () => refused(9000, '服务器开小差了', 0, { api_url: 'x' }),
  });
  cookies.setApi('https://own.example/api');
  await site.fetchConfig();
  expect([stored, paths(), cookies.base()]).toEqual([[], ['config'], 'https://own.example']);
});

test('on this origin a failing configuration is requested once', async () => {
  const { site, paths } = createFakes();
  await site.fetchConfig();
  expect(paths()).toEqual(['config']);
});

test('a start that fails on its own address is not tried twice', async () => {
  const { session, states, paths } = createFakes({ config: () => ok({ api_url: null }) });
  await session.start();
  expect(states.at(-1)).toBe('failed');
  expect(paths().filter((path) => path === 'user/register')).toHaveLength(1);
});

test('two simultaneous needs for a session register one', async () => {
  const { session, paths, states } = createFakes({ 'user/register': () => ok({ token: 'fresh', id: 1 }) });
  await Promise.all([session.startAnonymous(), session.startAnonymous()]);
  expect(paths()).toEqual(['user/register']);
  expect(states).toEqual(['starting', 'ready']);
  await vi.advanceTimersByTimeAsync(1000);
  await session.startAnonymous();
  expect(paths()).toHaveLength(2);
});

test.each([
  ['refused', refused(9000, '服务器开小差了', 0, { token: 'fresh', id: 1 })],
  ['without data', ok(null)],
])('a registration with the answer %s is a failed start', async (_name, answer) => {
  const { session, states, cookies } = createFakes({ 'user/register': () => answer });
  await session.startAnonymous();
  expect([states.at(-1), cookies.token()]).toEqual(['failed', null]);
});

test('an earlier login does not return without its cookie', async () => {
  const { session, cookies, states } = createFakes({ 'user/register': () => ok({ token: 'fresh', id: 1 }) });
  await session.completeLogin({ token: 'given', user: { id: 9 } as never });
  cookies.clearToken();
  await session.start();
  expect([cookies.token(), states.at(-1)]).toEqual(['fresh', 'ready']);
});

test('a login during a registration leaves the session ready, though its answer is late', async () => {
  let answer = () => {};
  const { session, cookies, states } = createFakes({
    'user/register': () => new Promise((resolve) => (answer = () => resolve(ok({ token: 'fresh', id: 1 })))) as never,
  });
  const registering = session.startAnonymous();
  await session.completeLogin({ token: 'given', user: { id: 9 } as never });
  answer();
  await registering;
  expect([cookies.token(), states.at(-1)]).toEqual(['given', 'ready']);
});

test.each([
  ['answered', ok({ token: 'kept', id: 2 }), 'ready'],
  ['refused', refused(9000, '服务器开小差了', 0, { id: 3 }), 'failed'],
  ['answered without data', ok(null), 'failed'],
])('a resumed session that %s has its state and token', async (_name, answer, state) => {
  const { session, states, cookies, stored } = createFakes({ 'user/info': () => answer });
  cookies.setToken('kept');
  await session.start();
  expect([states.at(-1), cookies.token(), stored.length]).toEqual([state, 'kept', state === 'ready' ? 1 : 0]);
});

test('a session that is lost when it is resumed is replaced by a new one', async () => {
  const { session, cookies, states } = createFakes({
    'user/info': () => refused(-1, '登录已失效'),
    'user/register': () => ok({ token: 'fresh', id: 1 }),
  });
  cookies.setToken('gone');
  await session.start();
  expect([states.at(-1), cookies.token()]).toEqual(['ready', 'fresh']);
});

test('a start that is retried at another address requests the banners there too', async () => {
  const { session, cookies, paths } = createFakes({
    config: () => ok({ api_url: 'https://next.example/api' }),
  });
  cookies.setApi('https://gone.example/api');
  await session.start();
  expect(paths().filter((path) => path === 'banner')).toHaveLength(4);
});
