import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { notices } from '#contract/calls/notices';
import { userInfo } from '#contract/calls/session';
import * as codes from '#contract/codes';
import {
  announcementCreate,
  announcementList,
  announcementPreview,
  announcementWithdraw,
} from '#contract/console/announcements';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { readerOf } from '../../../testing/factories/library.ts';
import { firstOwner, staffCall } from '../../../testing/factories/staff.ts';
import { listEntriesOf } from '../../modules/audit/audit.ts';

const NOW = new Date('2026-03-10T04:00:00.000Z');
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3600 * 1000);

let site: TestApp;
let owner: { cookie: string };
let token: string;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
});
afterAll(() => site.close());
beforeEach(async () => {
  site.setTime(NOW);
  await editPart(site, 'features', { notices: true, likes: false, ratings: false });
  token = await site.visitor();
});

const TEXT = { kind: 'event', title: '三周年', body: '来领礼包', link: '/giftbox', seenDays: 90, at: null } as const;
type AnnouncementInput = Partial<InputOf<typeof announcementCreate>>;
const create = async (wanted: AnnouncementInput = {}) =>
  (await staffCall(site, announcementCreate, { ...TEXT, key: randomUUID(), ...wanted }, owner)).data?.id ?? 0;
const withdraw = (id: number) => staffCall(site, announcementWithdraw, { id }, owner);
const send = () => site.app.runJob('send-announcements');
const shown = async (id: number) =>
  (await staffCall(site, announcementList, {}, owner)).data?.list.find((each) => each.id === id);
const inbox = async (by = token) => (await site.call(notices, {}, { token: by })).data?.list;
const unread = async () => (await site.call(userInfo, { token }, { token })).data?.unread.notices;

test('an announcement reaches every reader once, with its link, and the page shows how many', async () => {
  site.setTime(inHours(0.1));
  const { data } = await staffCall(site, announcementPreview, TEXT, owner);
  const id = await create();
  expect(await shown(id)).toMatchObject({ ...TEXT, at: inHours(0.1).toISOString(), state: 'sending', readers: 0 });
  await send();
  await send();
  expect(await inbox()).toMatchObject([{ category: 'events', title: '三周年', body: '来领礼包', link: '/giftbox' }]);
  expect(await shown(id)).toMatchObject({ state: 'sent', readers: data?.readers });
});

test('one without a link leads to the inbox, and 系统 is a category of its own', async () => {
  await create({ kind: 'system', link: null });
  await send();
  expect(await inbox()).toMatchObject([{ category: 'system', link: '/my/notices' }]);
});

test('half a character in a title is stored as an unknown one', async () => {
  const id = await create({ title: '半个\ud83d' });
  await send();
  expect([(await shown(id))?.title, (await inbox())?.[0]?.title]).toEqual(['半个\ufffd', '半个\ufffd']);
});

test('a planned announcement is sent at its time, to readers who visited before', async () => {
  const id = await create({ at: inHours(0.3).toISOString() });
  site.setTime(new Date(inHours(0.3).getTime() - 1));
  await send();
  expect([(await shown(id))?.state, await inbox()]).toEqual(['planned', []]);
  site.setTime(inHours(0.3));
  await send();
  expect([(await shown(id))?.state, (await inbox())?.length]).toEqual(['sent', 1]);
});

test('only readers who came within the given days get it', async () => {
  const recent = await site.visitor();
  await site.pool.query('update account.reader set created_at = $2 where id = $1', [
    await readerOf(site, token),
    inHours(-7 * 24 - 1),
  ]);
  await create({ seenDays: 7 });
  await send();
  expect([(await inbox())?.length, (await inbox(recent))?.length]).toEqual([0, 1]);
});

test('a withdrawn one disappears from the inboxes and goes to nobody else', async () => {
  const [sent, planned] = [await create(), await create({ at: inHours(0.3).toISOString() })];
  await send();
  expect(await unread()).toBe(1);
  for (const id of [sent, planned, sent]) expect((await withdraw(id)).code).toBe(0);
  expect([await unread(), await inbox()]).toEqual([0, []]);
  site.setTime(inHours(0.3));
  await send();
  expect([await inbox(), (await shown(planned))?.state]).toEqual([[], 'withdrawn']);
  expect((await withdraw(999_999)).code).toBe(codes.announcementNotFound);
});

test('one request makes one announcement, and each act is in the audit log once', async () => {
  const key = randomUUID();
  const ids = await Promise.all([create({ key }), create({ key })]);
  expect(ids[0]).toBe(ids[1]);
  const id = ids[0] ?? 0;
  await withdraw(id);
  await withdraw(id);
  const entries = await listEntriesOf(site.pool, { subject: 'announcement', ids: [id] }, Number.MAX_SAFE_INTEGER, 10);
  expect(entries.map(({ action }) => action)).toEqual(['withdraw-announcement', 'announce']);
});

test('a process that dies between two batches loses and repeats nothing', async () => {
  await site.pool.query(
    `insert into account.reader (nickname, created_at) select '读者' || g, $1 from generate_series(1, 1500) g`,
    [NOW],
  );
  const id = await create();
  await site.pool.query(
    `create function refuse_second() returns trigger language plpgsql as $$
     begin if old.after_reader_id > 0 then raise exception 'the process is gone'; end if; return new; end $$;
     create trigger dies before update on notices.announcement for each row execute function refuse_second()`,
  );
  await expect(send()).rejects.toThrow('the process is gone');
  expect((await shown(id))?.readers).toBe(1000);
  await site.pool.query('drop function refuse_second cascade');
  await send();
  const { rows } = await site.pool.query(
    `select count(*)::int as notices, count(distinct reader_id)::int as readers, max(count)::int as most
     from notices.notice where fold_key = $1`,
    [`announcement:${id}`],
  );
  const readers = (await shown(id))?.readers;
  expect(rows).toEqual([{ notices: readers, readers, most: 1 }]);
});

test('while notices are off nothing is sent, and the page says so', async () => {
  await editPart(site, 'features', { notices: false, likes: false, ratings: false });
  const id = await create();
  await send();
  expect((await staffCall(site, announcementList, {}, owner)).data?.isOn).toBe(false);
  expect(await shown(id)).toMatchObject({ state: 'sending', readers: 0 });
  await withdraw(id);
});

test.each<[string, Record<string, unknown>]>([
  ['a link to another site', { link: 'https://example.com/' }],
  ['a link to a page that does not exist', { link: '/nowhere' }],
  ['a link with another host', { link: '//example.com/home' }],
  ['no title', { title: '  ' }],
  ['too much text', { body: '长'.repeat(301) }],
  ['no readers', { seenDays: 0 }],
  ['a time that cannot be read', { at: '2027-01-01T00:00:00 +08' }],
  ['a day that its month does not have', { at: '2027-02-30T00:00:00Z' }],
])('an announcement with %s is refused', async (_what, wrong) => {
  const { code } = await staffCall(site, announcementPreview, { ...TEXT, ...wrong } as never, owner);
  expect(code).toBe(codes.invalidField);
});

test('the preview shows whether notices are on', async () => {
  const isOn = async () => (await staffCall(site, announcementPreview, TEXT, owner)).data?.isOn;
  expect(await isOn()).toBe(true);
  await editPart(site, 'features', { notices: false, likes: false, ratings: false });
  expect(await isOn()).toBe(false);
});
