import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { userTeen } from '#contract/calls/account';
import { delNotice, pushState, readNotice, setNoticeSettings } from '#contract/calls/notices';
import {
  noteChapter,
  type PushSite,
  pushBrowser,
  startPushSite,
  switchPushes,
} from '../../../../testing/factories/pushes.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import type { PushBrowser } from '../../../../testing/gateways/push-gateway.ts';
import { transaction } from '../../../core/db/db.ts';
import { addNotices } from '../notices.ts';

const MINUTE_MS = 60 * 1000;
/** Noon in Shanghai. VAPID is signed by the machine's clock. */
const NOON = new Date('2026-03-10T04:00:00.000Z');
const inMinutes = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);

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
afterEach(async () => {
  site.gateway.answer = 201;
  site.gateway.onPush = async () => {};
  await site.pool.query('delete from notices.subscription');
});

const send = () => site.app.runJob('send-pushes');
async function sendIn(minutes: number) {
  site.setTime(inMinutes(minutes));
  await send();
}
const note = (no = 2, { at = NOON, ...more }: { comicId?: number; age?: number; at?: Date } = {}) =>
  noteChapter(site, reader.id, no, at, more);
const devices = async () => (await site.call(pushState, {}, { token: reader.token })).data?.devices;
const bodies = () => browser.received.map(({ body }) => body);
const waiting = async () => (await site.pool.query('select from notices.outbox')).rowCount;

test('a notice is pushed once to each browser of the reader, signed and encrypted, and to nobody else', async () => {
  const second = await pushBrowser(site, reader.token);
  const stranger = await pushBrowser(site, (await signedIn(site)).token);
  await note();
  await send();
  await send();
  const pushed = { title: '海上的岛', body: '更新到第2话', link: '/chapter/71', tag: 'comic:5' };
  expect(browser.received).toEqual([{ ...pushed, topic: expect.stringMatching(/^[\w-]{32}$/) }]);
  expect([second.received.length, stranger.received.length, await waiting()]).toEqual([1, 0, 0]);
});

test('later chapters are pushed with what the notice says by then, under the same tag', async () => {
  await note(2);
  await send();
  await note(3);
  await note(4);
  await send();
  expect(bodies()).toEqual(['更新到第2话', '更新了 3 话，最新是第4话']);
  expect(new Set(browser.received.map(({ tag, topic }) => `${tag} ${topic}`)).size).toBe(1);
});

test('a notice that changes while its push is under way is pushed again', async () => {
  await note(2);
  site.gateway.onPush = async () => {
    site.gateway.onPush = async () => {};
    await note(3);
  };
  await send();
  await send();
  expect(bodies()).toEqual(['更新到第2话', '更新了 2 话，最新是第3话']);
});

test('nothing is pushed from 22 to 8, and in the morning everything', async () => {
  site.setTime(new Date('2026-03-10T14:00:00.000Z'));
  await note(2, { at: new Date('2026-03-10T14:00:00.000Z') });
  await send();
  site.setTime(new Date('2026-03-10T23:59:59.999Z'));
  await send();
  expect(bodies()).toEqual([]);
  site.setTime(new Date('2026-03-11T00:00:00.000Z'));
  await send();
  expect(bodies()).toEqual(['更新到第2话']);
});

test('a reader gets three pushes a day at most, on each of their browsers', async () => {
  const second = await pushBrowser(site, reader.token);
  for (const comicId of [1, 2, 3, 4]) {
    await note(comicId, { comicId });
    await send();
  }
  expect([bodies().length, second.received.length]).toEqual([3, 3]);
  site.setTime(inMinutes(24 * 60));
  await note(5, { comicId: 5, at: inMinutes(24 * 60) });
  await send();
  expect([bodies().length, await waiting()]).toEqual([4, 0]);
});

test.each<[string, () => Promise<unknown>]>([
  ['read', () => site.call(readNotice, { all: true }, { token: reader.token })],
  ['deleted', () => site.call(delNotice, { all: true }, { token: reader.token })],
  ['muted', () => site.call(setNoticeSettings, { muted: ['updates'] }, { token: reader.token })],
  [
    'not to be pushed',
    () => site.call(setNoticeSettings, { muted: [], pushMuted: ['updates'] }, { token: reader.token }),
  ],
  ['switched off with all pushes', () => switchPushes(site, false)],
  ['a day old', async () => site.setTime(inMinutes(24 * 60))],
])('a notice that is %s is not pushed, also not later', async (_what, happen) => {
  await note();
  await happen();
  await send();
  expect([bodies(), await waiting()]).toEqual([[], 0]);
});

test('comics for adults are never pushed, and those above 12 not in 未成年人模式', async () => {
  await note(1, { comicId: 18, age: 18 });
  await note(2, { comicId: 16, age: 16 });
  await send();
  await site.call(userTeen, { on: true, pin: '1234' }, { token: reader.token });
  await note(3, { comicId: 17, age: 16 });
  await note(4, { comicId: 12, age: 12 });
  await send();
  expect(bodies()).toEqual(['更新到第2话', '更新到第4话']);
});

test('a push service that fails is tried again, later each time, and the push is given up after six tries', async () => {
  site.gateway.answer = 503;
  await note();
  const before = site.gateway.requests;
  let minutes = 0;
  for (const wait of [0, 1, 5, 30, 120, 360]) {
    minutes += wait;
    if (wait > 0) await sendIn(minutes - 0.1);
    await sendIn(minutes);
  }
  // The last try is at 20:36.
  expect([site.gateway.requests - before, await waiting(), await devices()]).toEqual([6, 0, 1]);
});

test('a push service that does not answer is left after a time, and the push is tried again', async () => {
  site.gateway.answer = 'never';
  await note();
  await send();
  expect([bodies(), await waiting(), await devices()]).toEqual([[], 1, 1]);
  site.gateway.answer = 201;
  await sendIn(1);
  expect([bodies(), await waiting()]).toEqual([['更新到第2话'], 0]);
});

test('after a failure a later try succeeds', async () => {
  site.gateway.answer = 500;
  await note();
  await send();
  site.gateway.answer = 201;
  await sendIn(1);
  expect(bodies()).toEqual(['更新到第2话']);
});

test.each([404, 410])('a browser whose subscription is gone (%i) is forgotten', async (status) => {
  site.gateway.answer = status;
  await note();
  await send();
  expect([await devices(), await waiting()]).toEqual([0, 0]);
});

test('a redirect is not followed', async () => {
  site.gateway.answer = 307;
  await note();
  const before = site.gateway.requests;
  await send();
  expect([site.gateway.requests - before, await waiting(), await devices()]).toEqual([1, 1, 1]);
});

test('a process that dies after it sent a push sends it once more, under the same tag', async () => {
  await note();
  const dies = 'the process is gone';
  await site.pool.query(
    `create function pg_temp_refuse() returns trigger language plpgsql as $$ begin raise exception '${dies}'; end $$;
     create trigger dies before delete on notices.outbox for each row execute function pg_temp_refuse()`,
  );
  await expect(send()).rejects.toThrow(dies);
  await site.pool.query('drop function pg_temp_refuse cascade');
  await sendIn(1.9);
  expect(bodies()).toHaveLength(1);
  await sendIn(2);
  await sendIn(60);
  expect(new Set(browser.received.map(({ tag }) => tag)).size).toBe(1);
  expect([bodies().length, await waiting()]).toEqual([2, 0]);
});

test('a push that another process has taken is left to it, and all others are sent', async () => {
  const second = await pushBrowser(site, reader.token);
  await note();
  const sending = await transaction(site.pool, async (tx) => {
    await tx.query(
      `select from notices.outbox where subscription_id = (
         select id from notices.subscription where endpoint = $1
       ) for update`,
      [browser.endpoint],
    );
    const started = send();
    await expect.poll(() => second.received.length).toBe(1);
    expect(bodies()).toEqual([]);
    return { ended: started };
  });
  await sending.ended;
  await send();
  expect([bodies().length, second.received.length]).toEqual([1, 1]);
});

test('two nodes that send at the same time send each push once', async () => {
  const node = await site.node();
  for (let count = 0; count < 30; count++) await pushBrowser(site, (await signedIn(site)).token);
  const { rows } = await site.pool.query<{ readerId: number }>(
    'select distinct reader_id as "readerId" from notices.subscription',
  );
  await addNotices(
    site.pool,
    rows.map(({ readerId }) => ({ readerId, age: 0 })),
    { kind: 'reply', about: { feedbackId: 1 } },
    NOON,
  );
  const before = site.gateway.requests;
  await Promise.all([send(), node.app.runJob('send-pushes')]);
  await node.close();
  expect([site.gateway.requests - before, await waiting()]).toEqual([31, 0]);
});
