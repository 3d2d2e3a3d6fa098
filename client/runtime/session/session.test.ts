import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSend } from '../send/send.ts';
import { fakeEnvironment, ok, refused } from '../testing/fake-environment.ts';
import { createSession } from './session.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Replies = Record<string, () => ReturnType<typeof ok>>;

const GOOD: Replies = {
  'user/register': () => ok({ token: 'fresh', id: 1 }),
  'user/info': () => ok({ token: 'kept', id: 2 }),
  config: () => ok({ api_url: 'https://comics.example/api' }),
  banner: () => ok({ '1': [{ id: 5 }], '2': [] }),
};

function createFakes(replies: Replies = {}, u: string | null = null, referrer: string | null = null) {
  const all = { ...GOOD, ...replies };
  const fake = fakeEnvironment(({ url }) => all[url.replace(/^.*\/api\//, '')]?.() ?? new Error(url));
  const kept: Record<string, unknown> = {};
  const states: string[] = [];
  const events: string[] = [];
  const send = createSend({ ...fake.environment, handleLostSession: () => session.restartAfterLoss() });
  const session = createSession({
    send,
    cookies: fake.cookies,
    domain: 'comics.example',
    u,
    referrer,
    platform: 'android',
    setState: (state) => states.push(state),
    storeUser: (user) => Object.assign(kept, { user }),
    forgetUser: () => delete kept.user,
    storeConfig: (config) => Object.assign(kept, { config }),
    setTopBanner: (topBanner) => Object.assign(kept, { topBanner }),
    setBannerList: (bannerList) => Object.assign(kept, { bannerList }),
    markBannersSettled: () => events.push('banners'),
    openLogin: () => events.push('login'),
    finishLogin: () => events.push('logged in'),
    goHome: () => events.push('home'),
  });
  const paths = () => fake.seen.sent.map(({ url }) => url.replace(/^.*\/api\//, ''));
  return { ...fake, session, kept, states, events, paths };
}

test('without a token an anonymous session is requested with domain, u and platform, and kept', async () => {
  const { session, seen, cookies, kept, states } = createFakes({}, 'friend-3');
  await session.start();
  const register = seen.sent.find(({ url }) => url.endsWith('user/register'));
  expect(register?.payload).toEqual({ domain: 'comics.example', u: 'friend-3', platform: 'Android' });
  expect(cookies.token()).toBe('fresh');
  expect(kept.user).toEqual({ token: 'fresh', id: 1 });
  expect(states).toEqual(['starting', 'starting', 'ready']);
});

test('the host of the referring page is sent if it is known', async () => {
  const { session, seen } = createFakes({}, null, 'tieba.example');
  await session.start();
  expect(seen.sent.find(({ url }) => url.endsWith('user/register'))?.payload).toEqual({
    domain: 'comics.example',
    u: null,
    platform: 'Android',
    referrer: 'tieba.example',
  });
});

test('with a token the user info is fetched with it, and no session is requested', async () => {
  const { session, seen, cookies, kept, paths } = createFakes();
  cookies.setToken('kept');
  await session.start();
  expect(seen.sent.find(({ url }) => url.endsWith('user/info'))?.payload).toEqual({ token: 'kept' });
  expect(paths()).not.toContain('user/register');
  expect(kept.user).toEqual({ token: 'kept', id: 2 });
});

test('the configuration is fetched by platform and stored, and its api_url becomes the base', async () => {
  const { session, seen, kept, cookies } = createFakes();
  await session.start();
  expect(seen.sent.find(({ url }) => url.endsWith('/config'))?.payload).toEqual({ platform: 'android' });
  expect(kept.config).toEqual({ api_url: 'https://comics.example/api' });
  expect(cookies.base()).toBe('https://comics.example');
});

test('the top banner is slot 1, the banner list slots 1 to 13', async () => {
  const { session, seen, kept } = createFakes();
  await session.start();
  const payloads = seen.sent.filter(({ url }) => url.endsWith('/banner')).map(({ payload }) => payload);
  expect(payloads).toEqual([{ no: [1] }, { no: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] }]);
  expect(kept.topBanner).toEqual([{ id: 5 }]);
  expect(kept.bannerList).toEqual({ '1': [{ id: 5 }], '2': [] });
});

test('banners are stored only when the status is 1', async () => {
  const { session, kept, events } = createFakes({
    banner: () => refused(9000, '服务器开小差了', 0, { '1': [{ id: 9 }] }),
  });
  await session.start();
  expect(kept).not.toHaveProperty('topBanner');
  expect(kept).not.toHaveProperty('bannerList');
  expect(events).toContain('banners');
});

test('without a session the start fails, and starting again fixes it', async () => {
  let down = true;
  const { session, states } = createFakes({
    'user/register': () => (down ? new Error('down') : ok({ token: 'fresh', id: 1 })),
  });
  await session.start();
  expect(states.at(-1)).toBe('failed');
  down = false;
  const again = session.start();
  await vi.advanceTimersByTimeAsync(1000);
  await again;
  expect(states.at(-1)).toBe('ready');
});

test('a network error on user info keeps the token', async () => {
  const { session, states, cookies } = createFakes({ 'user/info': () => new Error('down') });
  cookies.setToken('kept');
  await session.start();
  expect(states.at(-1)).toBe('failed');
  expect(cookies.token()).toBe('kept');
});

test('a token refused with 403 opens the login, routes to / and gets a new anonymous session behind it', async () => {
  const { session, seen, states, events, cookies, paths } = createFakes({
    'user/info': () => refused(-1, '登录已失效', 403),
  });
  cookies.setToken('old');
  await session.start();
  expect(events.filter((event) => event !== 'banners')).toEqual(['login', 'home']);
  expect(cookies.token()).toBe('fresh');
  expect(states.at(-1)).toBe('ready');
  expect(paths().filter((path) => path === 'user/register')).toHaveLength(1);
  const register = seen.sent.find(({ url }) => url.endsWith('user/register'));
  expect(register?.init.headers).not.toHaveProperty('Authorization');
});

test('after a failed renewal of a lost session, nothing of the previous reader is left', async () => {
  const { session, kept, states, cookies } = createFakes({ 'user/register': () => new Error('down') });
  cookies.setToken('kept');
  await session.start();
  expect(kept.user).toEqual({ token: 'kept', id: 2 });
  session.restartAfterLoss();
  expect(kept).not.toHaveProperty('user');
  await vi.advanceTimersByTimeAsync(10);
  expect([states.at(-1), cookies.token(), kept.user]).toEqual(['failed', null, undefined]);
});

test('an answered logout counts, even if no new session can be registered', async () => {
  const { session, cookies, kept } = createFakes({
    'user/logout': () => ok({}),
    'user/register': () => new Error('down'),
  });
  await session.completeLogin({ token: 'given', user: { id: 9 } as never });
  expect(await session.logOut(false)).toBe(true);
  expect([cookies.token(), kept.user]).toEqual([null, undefined]);
});

test('a stored api address that no longer answers is dropped, and the start succeeds on this origin', async () => {
  const dead = 'https://gone.example';
  const fake = createFakes();
  const { fetch } = fake.environment;
  fake.environment.fetch = (url, init) => (url.startsWith(dead) ? Promise.reject(new Error('gone')) : fetch(url, init));
  fake.cookies.setApi(dead);
  const { session, states } = withSend(fake);
  const start = session.start();
  await vi.advanceTimersByTimeAsync(1000);
  await start;
  expect(fake.cookies.base()).toBe('');
  expect(states.at(-1)).toBe('ready');
});

function withSend(fake: ReturnType<typeof createFakes>) {
  const states: string[] = [];
  const nothing = () => undefined;
  const session = createSession({
    send: createSend(fake.environment),
    cookies: { ...fake.cookies, setApi: (url) => fake.cookies.setApi(url === null ? null : '') },
    domain: 'comics.example',
    u: null,
    referrer: null,
    platform: 'pc',
    setState: (state) => states.push(state),
    storeUser: nothing,
    forgetUser: nothing,
    storeConfig: nothing,
    setTopBanner: nothing,
    setBannerList: nothing,
    markBannersSettled: nothing,
    openLogin: nothing,
    finishLogin: nothing,
    goHome: nothing,
  });
  return { session, states };
}

test('a login stores the token and the configuration, refetches the profile and closes the dialog', async () => {
  const { session, seen, cookies, kept, states, events } = createFakes();
  await session.completeLogin({
    token: 'given',
    user: { id: 9 } as never,
    config: { api_url: 'https://new.example/api' } as never,
  });
  expect(cookies.token()).toBe('given');
  expect(seen.sent.find(({ url }) => url.endsWith('user/info'))?.payload).toEqual({ token: 'given' });
  expect(kept).toMatchObject({ user: { id: 2 }, config: { api_url: 'https://new.example/api' } });
  expect(cookies.base()).toBe('https://new.example');
  expect([states.at(-1), events]).toEqual(['ready', ['logged in']]);
});

test('a login stays even if its profile can’t be fetched', async () => {
  const { session, kept, cookies, events } = createFakes({ 'user/info': () => new Error('down') });
  await session.completeLogin({ token: 'given', user: { id: 9 } as never });
  expect([cookies.token(), kept.user, events]).toEqual(['given', { id: 9 }, ['logged in']]);
});

test('logging out ends the session and starts a new anonymous one', async () => {
  const { session, cookies, kept, seen } = createFakes({ 'user/logout': () => ok({}) });
  cookies.setToken('given');
  expect(await session.logOut(true)).toBe(true);
  expect(seen.sent.find(({ url }) => url.endsWith('user/logout'))?.payload).toEqual({ all: true });
  expect([cookies.token(), kept.user]).toEqual(['fresh', { token: 'fresh', id: 1 }]);
});

test('a logout that the server has not answered keeps the session', async () => {
  const { session, cookies } = createFakes({ 'user/logout': () => new Error('down') });
  cookies.setToken('given');
  expect(await session.logOut(false)).toBe(false);
  expect(cookies.token()).toBe('given');
});

test('a login during the renewal of a lost session stays', async () => {
  const held: (() => void)[] = [];
  const { session, cookies, kept } = createFakes({
    'user/register': () => new Promise((resolve) => held.push(() => resolve(ok({ token: 'fresh', id: 1 })))) as never,
  });
  cookies.setToken('old');
  const left = session.startAnonymous();
  await session.completeLogin({ token: 'given', user: { id: 9 } as never });
  cookies.setToken('fresh');
  for (const answer of held) answer();
  await left;
  expect([cookies.token(), kept.user]).toEqual(['given', { token: 'kept', id: 2 }]);
});

test('a login that is lost again during the renewal leaves nothing behind', async () => {
  const held: (() => void)[] = [];
  const { session, cookies, kept } = createFakes({
    'user/register': () => new Promise((resolve) => held.push(() => resolve(ok({ token: 'fresh', id: 1 })))) as never,
  });
  session.restartAfterLoss();
  await session.completeLogin({ token: 'given', user: { id: 9 } as never });
  session.restartAfterLoss();
  expect([cookies.token(), kept.user]).toEqual([null, undefined]);
  for (const answer of held) answer();
  await vi.advanceTimersByTimeAsync(10);
  expect([cookies.token(), kept.user]).toEqual(['fresh', { token: 'fresh', id: 1 }]);
});

test('a profile whose fetch had to wait is fetched with the token of that moment', async () => {
  const { session, cookies, seen } = createFakes();
  cookies.setToken('old');
  await session.refetchProfile();
  const waiting = session.refetchProfile();
  cookies.setToken('given');
  await vi.advanceTimersByTimeAsync(1000);
  await waiting;
  expect(seen.sent.map(({ payload }) => payload)).toEqual([{ token: 'old' }, { token: 'given' }]);
});

test('several waiting callers of the same call each get an answer', async () => {
  const { session, paths } = createFakes();
  await session.refetchBanners();
  const waiting = Promise.all([session.refetchBanners(), session.refetchBanners()]);
  await vi.advanceTimersByTimeAsync(3000);
  await waiting;
  expect(paths()).toHaveLength(6);
});
