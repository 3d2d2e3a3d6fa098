import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import { home } from '#contract/calls/site';
import { DEFAULT_IV, DEFAULT_KEY } from '#contract/envelope';
import type { SendEnvironment } from './send/send.ts';
import type { SessionParts } from './session/session.ts';
import { stubPage } from './testing/fake-page.ts';

let stage: ReturnType<typeof stubPage>;
const assign = vi.fn();
const restartAfterLoss = vi.fn();
const start = vi.fn(async () => {});
const sendAtOnce = vi.fn(async () => ({ status: 1 }));

beforeEach(() => {
  vi.resetModules();
  stage = stubPage();
  Object.assign(stage.document, { cookie: '' });
  vi.stubGlobal('__API_KEY__', DEFAULT_KEY);
  vi.stubGlobal('__API_IV__', DEFAULT_IV);
  vi.stubGlobal('navigator', { userAgent: 'Android', maxTouchPoints: 5 });
  assign.mockReset();
  sendAtOnce.mockClear();
  start.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('./session/session.ts');
  vi.doUnmock('./send/send.ts');
});

/** The module at an address, with the arguments that it passes to the session and to the shared fetch. */
async function load(address = 'https://comics.example/comic/7?u=friend#end') {
  const { protocol, hostname, search, pathname, hash } = new URL(address);
  vi.stubGlobal('location', { protocol, hostname, search, pathname, hash, assign });
  const given = { session: null as SessionParts | null, send: null as SendEnvironment | null };
  vi.doMock('./session/session.ts', () => ({
    createSession: (parts: SessionParts) => {
      given.session = parts;
      return { restartAfterLoss, start };
    },
  }));
  vi.doMock('./send/send.ts', () => ({
    createSend: (environment: SendEnvironment) => {
      given.send = environment;
      return sendAtOnce;
    },
  }));
  const browser = await import('./browser.ts');
  const { useClientState, closeLogin } = await import('../state.ts');
  const { session, send } = given;
  if (!session || !send) throw new Error('nothing was created');
  return { ...browser, session, send, sendInApp: browser.send, state: () => useClientState.getState(), closeLogin };
}

test('the session knows the site, the platform and who referred the reader', async () => {
  const { session } = await load();
  expect(session).toMatchObject({ domain: 'comics.example', platform: 'android', u: 'friend' });
});

test('a referral of more than a hundred characters is cut, and without one there is none', async () => {
  expect((await load(`https://comics.example/?u=${'x'.repeat(101)}`)).session.u).toBe('x'.repeat(100));
  vi.resetModules();
  expect((await load('https://comics.example/')).session.u).toBeNull();
});

test.each([
  ['https://comics.example/', true],
  ['http://192.168.1.2/', false],
])('at %s the cookies are Secure: %s', async (address, secure) => {
  const { cookies } = await load(address);
  cookies.setToken('t');
  expect(Object.entries(stage.document).some(([, value]) => String(value).includes('Secure'))).toBe(secure);
});

test('data stored by the last visit is available at once', async () => {
  const userInfo = { id: 7, unread: { updates: 2 } };
  const config = { api_url: 'x', site: { name: '墨海' }, login: {}, coin: {} };
  stage.local.set('userInfo', JSON.stringify(userInfo));
  stage.local.set('config', JSON.stringify(config));
  const { state } = await load();
  expect(state()).toMatchObject({ userInfo, config });
});

test('profile and configuration are kept in memory and on the device, and a forgotten reader in neither', async () => {
  const { session, state } = await load();
  session.storeUser({ id: 8 } as never);
  session.storeConfig({ api_url: 'y' } as never);
  stage.local.set('progress', '[]');
  expect(state()).toMatchObject({ userInfo: { id: 8 }, config: { api_url: 'y' } });
  expect(Object.fromEntries(stage.local)).toEqual({ userInfo: '{"id":8}', config: '{"api_url":"y"}', progress: '[]' });
  session.forgetUser();
  expect(state()).toMatchObject({ userInfo: null, config: { api_url: 'y' } });
  expect([...stage.local.keys()]).toEqual(['config']);
});

test.each([
  ['with a phone', { registered: true, telephone: '138****8000' }, true],
  ['without a phone', { registered: true, telephone: null }, false],
])(
  'of an account %s that is forgotten, the device keeps whether it had one, and not the number',
  async (_name, account, had) => {
    const { session } = await load();
    const { lostAccountHadPhone } = await import('./storage/lost-account.ts');
    stage.local.set('lostAccount', JSON.stringify({ hasPhone: !had }));
    session.storeUser({ id: 8, ...account } as never);
    session.forgetUser();
    expect(lostAccountHadPhone()).toBe(had);
    expect(JSON.stringify([...stage.local])).not.toContain('8000');
    // The anonymous session that follows is no account.
    session.storeUser({ id: 9, registered: false, telephone: null } as never);
    session.forgetUser();
    expect(lostAccountHadPhone()).toBe(had);
  },
);

test('forgetting a reader deletes the reader’s data on the device and keeps the device’s own settings', async () => {
  const { session } = await load();
  const ofReader = ['userInfo', 'progress', 'comicSettings', 'comic', 'comicPictures', 'shelf'];
  const ofDevice = ['config', 'resume', 'settings', 'reader', 'searches', 'downloads', 'resendWaits'];
  for (const key of [...ofReader, ...ofDevice]) stage.local.set(key, '1');
  session.forgetUser();
  expect([...stage.local.keys()].filter((key) => key !== 'lostAccount')).toEqual(ofDevice);
});

test('the state of the session and the banners are in the client’s state', async () => {
  const { session, state } = await load();
  session.setState('ready');
  session.setTopBanner([{ id: 1 } as never]);
  session.setBannerList({ '2': [] });
  expect(state().bannersSettled).toBe(false);
  session.markBannersSettled();
  expect(state()).toMatchObject({
    session: 'ready',
    topBanner: [{ id: 1 }],
    bannerList: { '2': [] },
    bannersSettled: true,
  });
});

test('a new session starts after the session is lost', async () => {
  const { send } = await load();
  send.handleLostSession();
  expect(restartAfterLoss).toHaveBeenCalled();
});

test('calls that wait for a login go on after it, once, and the dialog closes', async () => {
  const { send, session, state } = await load();
  const waiting = [send.requestLogin(), send.requestLogin()];
  expect(state().loginVisible).toBe(true);
  session.finishLogin();
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(state().loginVisible).toBe(false);
  expect(assign).not.toHaveBeenCalled();
});

test('closing the login dialog refuses the calls that wait for it', async () => {
  const { send, session, closeLogin, state } = await load();
  const waiting = send.requestLogin();
  session.setState('ready');
  closeLogin();
  expect(await waiting).toBe(false);
  session.openLogin();
  expect(state().loginVisible).toBe(true);
});

test('the age dialog closes with the answer of all calls that wait for it', async () => {
  const { send, resolveAgeConfirmation, state } = await load();
  for (const confirmed of [true, false]) {
    const waiting = [send.requestAgeConfirmation(), send.requestAgeConfirmation()];
    expect(state().ageVisible).toBe(true);
    resolveAgeConfirmation(confirmed);
    expect(await Promise.all(waiting)).toEqual([confirmed, confirmed]);
    expect(state().ageVisible).toBe(false);
  }
});

test('after a lost session a login leads back to where it was lost, once', async () => {
  const { session, setNavigate } = await load();
  const navigate = vi.fn();
  session.goHome();
  expect(assign.mock.calls).toEqual([['/']]);
  setNavigate(navigate);
  vi.stubGlobal('location', { pathname: '/home', search: '', hash: '' });
  session.goHome();
  session.finishLogin();
  session.finishLogin();
  expect(navigate.mock.calls).toEqual([['/'], ['/comic/7?u=friend#end']]);
});

test('closing the dialog after a lost session stays on the home screen, and a later login does not navigate', async () => {
  const { session, setNavigate, closeLogin } = await load();
  const navigate = vi.fn();
  setNavigate(navigate);
  session.openLogin();
  session.goHome();
  closeLogin();
  session.finishLogin();
  expect(navigate.mock.calls).toEqual([['/']]);
});

test.each([
  ['is ready', 'ready', null],
  ['has failed, but its token is known', 'failed', 'token=t'],
] as const)('a call that needs a session waits until it %s; others do not', async (_name, end, cookie) => {
  const { session, sendInApp } = await load();
  void sendInApp(home, {});
  const waiting = sendInApp(comicInfo, { id: 7 }, { background: true });
  // Something else changes during the request.
  session.setTopBanner([]);
  await Promise.resolve();
  expect(sendAtOnce.mock.calls).toEqual([[home, {}, undefined]]);
  if (cookie) Object.assign(stage.document, { cookie });
  session.setState(end);
  await waiting;
  expect(sendAtOnce.mock.calls.at(-1)).toEqual([comicInfo, { id: 7 }, { background: true }]);
});

test('without a session a call is not sent, because it would lead away from the screen', async () => {
  const { session, sendInApp } = await load();
  const waiting = sendInApp(comicInfo, { id: 7 });
  session.setState('failed');
  expect(await waiting).toMatchObject({ status: -404, message: '暂时连接不上' });
  expect(await sendInApp(comicInfo, { id: 7 }, { background: true })).toMatchObject({ status: -404 });
  expect(sendAtOnce).not.toHaveBeenCalled();
  expect(start).not.toHaveBeenCalled();
});

test('where the start of the session has failed, a call of the reader starts it again', async () => {
  const { session, sendInApp } = await load();
  session.setState('failed');
  start.mockImplementationOnce(async () => session.setState('ready'));
  await sendInApp(comicInfo, { id: 7 });
  expect(sendAtOnce.mock.calls).toEqual([[comicInfo, { id: 7 }, undefined]]);
  session.setState('failed');
  expect(await sendInApp(comicInfo, { id: 8 })).toMatchObject({ status: -404 });
  expect(start).toHaveBeenCalledTimes(2);
  expect(sendAtOnce).toHaveBeenCalledTimes(1);
});

test.each([
  ['nothing answers at the start, and something is downloaded', 'starting', false, '{}', 0],
  ['nothing answers at the start', 'starting', false, undefined, 1],
  ['the network goes later', 'ready', false, '{}', 1],
  ['the server refuses at the start', 'starting', true, '{}', 1],
] as const)('a toast is shown unless it is no news: where %s', async (_name, state, onLine, downloads, toasts) => {
  const { send, session } = await load();
  const { useNotices } = await import('../notices.ts');
  session.setState(state);
  Object.assign(navigator, { onLine });
  if (downloads) localStorage.setItem('downloads', downloads);
  send.toast('网络异常');
  expect(useNotices.getState().shown).toHaveLength(toasts);
});
