import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userLogin } from '#contract/calls/account';
import { pushState, pushSubscribe, pushUnsubscribe } from '#contract/calls/notices';
import { userLogout } from '#contract/calls/session';
import { startTestApp } from '../../../../testing/app/app.ts';
import { readerOf } from '../../../../testing/factories/library.ts';
import {
  noteChapter,
  PUSH_SITE_URL,
  type PushSite,
  pushBrowser,
  startPushSite,
  subscribeBrowser,
  switchPushes,
} from '../../../../testing/factories/pushes.ts';
import { signedIn, withPassword } from '../../../../testing/factories/readers.ts';
import type { PushBrowser } from '../../../../testing/gateways/push-gateway.ts';
import { createPushSender } from '../../../adapters/push/push-sender.ts';

/** Noon in Shanghai. */
const NOON = new Date('2026-03-10T04:00:00.000Z');
const inMinutes = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

let site: PushSite;
let reader: { id: number; token: string };
let browser: PushBrowser;
beforeAll(async () => {
  site = await startPushSite(NOON);
});
afterAll(() => site.close());
beforeEach(async () => {
  site.setTime(NOON);
  await switchPushes(site, true);
  reader = await signedIn(site);
  browser = await pushBrowser(site, reader.token);
});

const send = () => site.app.runJob('send-pushes');
const devices = async (token = reader.token) => (await site.call(pushState, {}, { token })).data?.devices;
const bodies = () => browser.received.map(({ body }) => body);

test('pushes end with the session: after a logout nothing comes, and the browser is forgotten', async () => {
  await site.call(userLogout, {}, { token: reader.token });
  await noteChapter(site, reader.id, 2, NOON);
  await send();
  expect(bodies()).toEqual([]);
  const { rowCount } = await site.pool.query('select from notices.subscription where reader_id = $1', [reader.id]);
  expect(rowCount).toBe(0);
});

test('the browser of an anonymous reader goes to the account at login', async () => {
  const login = { username: 'pushed_reader', password: 'Tr0ub4dor&3-x' };
  await withPassword(site, login.username, login.password);
  const token = await site.visitor();
  browser = await pushBrowser(site, token);
  const { data } = await site.call(userLogin, login, { token });
  await noteChapter(site, await readerOf(site, data?.token ?? ''), 2, NOON);
  await send();
  expect([bodies(), await devices(data?.token)]).toEqual([['更新到第2话'], 1]);
});

test.each([
  'https://127.0.0.1/push',
  'https://192.168.1.1/push',
  'https://[::1]/push',
  'https://localhost/push',
  'http://fcm.googleapis.com/push',
])('a browser with the push address %s is refused', async (endpoint) => {
  const push = createPushSender({ dataDir: site.dataDir, siteUrl: PUSH_SITE_URL });
  const node = await startTestApp({ beside: site, now: NOON, push });
  const answer = await node.call(pushSubscribe, { ...browser, endpoint }, { token: reader.token });
  await node.close();
  expect(answer).toMatchObject({ http: 400, code: 1001, message: expect.stringContaining('endpoint') });
  expect(await devices()).toBe(1);
});

test('a browser that another reader subscribes gets nothing more of the first one', async () => {
  await noteChapter(site, reader.id, 2, NOON);
  const other = await signedIn(site);
  await subscribeBrowser(site, browser, other.token);
  await send();
  await noteChapter(site, other.id, 3, NOON);
  await send();
  expect([bodies(), await devices()]).toEqual([['更新到第3话'], 0]);
});

test('a reader has ten browsers at most, and unsubscribes one or all', async () => {
  const all = [browser];
  for (let count = 1; count <= 11; count++) {
    site.setTime(inMinutes(count));
    all.push(await pushBrowser(site, reader.token));
  }
  const state = async (endpoint?: string) =>
    (await site.call(pushState, endpoint ? { endpoint } : {}, { token: reader.token })).data;
  const last = all.at(-1)?.endpoint ?? '';
  expect([(await state(last))?.here, (await state(browser.endpoint))?.here]).toEqual([true, false]);
  expect(await devices()).toBe(10);
  const stranger = await signedIn(site);
  await site.call(pushUnsubscribe, { endpoint: last }, { token: stranger.token });
  expect(await devices()).toBe(10);
  await site.call(pushUnsubscribe, { endpoint: last }, { token: reader.token });
  expect(await devices()).toBe(9);
  await site.call(pushUnsubscribe, { all: true }, { token: reader.token });
  expect(await devices()).toBe(0);
});

test('while pushes are off there is no key, and nothing is subscribed', async () => {
  await site.call(pushUnsubscribe, { all: true }, { token: reader.token });
  await switchPushes(site, false);
  await pushBrowser(site, reader.token);
  expect((await site.call(pushState, {}, { token: reader.token })).data).toEqual({
    key: null,
    here: false,
    devices: 0,
  });
  await switchPushes(site, true);
  expect(await devices()).toBe(0);
});

test('the key is made once, for its owner alone', async () => {
  const { data } = await site.call(pushState, {}, { token: reader.token });
  const file = path.join(site.dataDir, 'push.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toContain(data?.key);
  const again = createPushSender({ dataDir: site.dataDir, siteUrl: PUSH_SITE_URL });
  expect(await again.publicKey()).toBe(data?.key);
});
