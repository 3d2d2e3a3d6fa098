import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { userLogin } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { feedbackSubmit } from '#contract/calls/support';
import { balanceChanged, balanceTooLow, banEndPassed, readerNotFound, readerUnreachable } from '#contract/codes';
import { adjustBalance, previewAdjustment } from '#contract/console/adjusting';
import {
  banReader,
  endReaderSessions,
  findReaders,
  timeline,
  unbanReader,
  viewReader,
} from '#contract/console/readers';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { newAddress, newVisitor, signedIn, withBoth } from '../../../testing/factories/readers.ts';
import { orderBy } from '../../../testing/factories/shop.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { expectSoundLedger, giveTo } from '../../../testing/factories/wallets.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const HOUR_MS = 3600 * 1000;
const STRANGER = 999_999;

let site: TestApp;
let owner: StaffPerson;
let support: StaffPerson;
let people = 0;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
});
beforeEach(async () => {
  // The sum of a day counts for each member of staff.
  support = await addPerson(site, owner, 'support', `客服 ${people++}`, NOW);
});
afterEach(() => site.setTime(NOW));
afterAll(async () => {
  await expectSoundLedger(site);
  await site.close();
});

const by = ({ cookie }: StaffPerson) => ({ cookie });
const isKnown = async (token: string) => (await site.call(userInfo, { token })).status === 1;

function adjust(id: number, wish: Partial<InputOf<typeof adjustBalance>> = {}, who = support) {
  const payload = { id, asset: 'bonus' as const, amount: 100, reason: '漏发', key: randomUUID(), owed: 0, gone: 0 };
  return staffCall(site, adjustBalance, { ...payload, ...wish }, by(who));
}

async function entriesOf(readerId: number) {
  const { rows } = await site.pool.query<{ action: string; actor: string; reason: string | null }>(
    `select action, actor, reason from audit.entry where subject = 'reader' and subject_id = $1 order by id`,
    [readerId],
  );
  return rows;
}

test('a reader is found by id, username, phone and order, and the phone is masked', async () => {
  const reader = await withBoth(site, 'console_1', 'ein langes Wort 7');
  const { orderId } = await orderBy(site, reader.token);
  for (const q of [String(reader.id), ' CONSOLE_1 ', reader.phone, orderId]) {
    const { data } = await staffCall(site, findReaders, { q }, by(support));
    expect(data?.list.map(({ id }) => id)).toEqual([reader.id]);
    expect(JSON.stringify(data)).not.toContain(reader.phone);
    expect(data?.list[0]?.telephone).toMatch(/^13\d\*{4}\d{4}$/);
  }
  for (const q of [reader.phone.slice(0, 10), 'console', '%', "' or 1=1"])
    expect((await staffCall(site, findReaders, { q }, by(support))).data?.list).toEqual([]);
});

test('a stranger’s id is refused by every call', async () => {
  const ask = { id: STRANGER, reason: '刷屏' };
  const answers = [
    await staffCall(site, viewReader, { id: STRANGER }, by(support)),
    await staffCall(site, timeline, { id: STRANGER }, by(support)),
    await staffCall(site, banReader, { ...ask, until: null }, by(support)),
    await staffCall(site, unbanReader, ask, by(support)),
    await staffCall(site, endReaderSessions, ask, by(support)),
    await staffCall(site, previewAdjustment, { id: STRANGER, asset: 'coin', amount: 1 }, by(support)),
    await adjust(STRANGER),
  ];
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => readerNotFound));
});

describe('a ban', () => {
  test('needs a reason, holds from the next call on, and ends at its time or before it', async () => {
    const { id, token } = await withBoth(site, 'console_2', 'ein langes Wort 7');
    const until = new Date(NOW.getTime() + HOUR_MS).toISOString();
    expect((await staffCall(site, banReader, { id, reason: ' ', until }, by(support))).http).toBe(400);
    const past = await staffCall(site, banReader, { id, reason: '刷屏', until: NOW.toISOString() }, by(support));
    expect(past.code).toBe(banEndPassed);
    const { data } = await staffCall(site, banReader, { id, reason: '刷屏', until }, by(support));
    expect(data).toMatchObject({ bannedAt: NOW.toISOString(), bannedUntil: until });
    expect(await isKnown(token)).toBe(false);
    const login = { username: 'console_2', password: 'ein langes Wort 7' };
    const logIn = () => site.call(userLogin, login, { remoteAddress: newAddress() });
    expect((await logIn()).message).toBe('账号已停用');

    site.setTime(new Date(NOW.getTime() + HOUR_MS));
    expect(await isKnown(token)).toBe(true);
    expect((await logIn()).status).toBe(1);
    site.setTime(NOW);
    expect(await isKnown(token)).toBe(false);
    const lifted = await staffCall(site, unbanReader, { id, reason: '误判' }, by(support));
    expect([lifted.data?.bannedAt, await isKnown(token)]).toEqual([null, true]);
    const actor = `staff:${support.id}`;
    expect(await entriesOf(id)).toEqual([
      { action: 'ban', actor, reason: '刷屏' },
      { action: 'unban', actor, reason: '误判' },
    ]);
  });
});

test('sessions of a reader are ended, except where nobody could log in again', async () => {
  const { id, token } = await signedIn(site);
  const { data } = await staffCall(site, endReaderSessions, { id, reason: '手机丢了' }, by(support));
  expect([data?.sessions, await isKnown(token)]).toEqual([[], false]);
  expect(await entriesOf(id)).toMatchObject([{ action: 'end-sessions', reason: '手机丢了' }]);
  const visitor = await newVisitor(site);
  const { data: info } = await site.call(userInfo, { token: visitor });
  const refused = await staffCall(site, endReaderSessions, { id: info?.id ?? 0 }, by(support));
  expect([refused.code, await isKnown(visitor)]).toEqual([readerUnreachable, true]);
});

describe('an adjustment', () => {
  test('is previewed, made and logged, and can be reversed', async () => {
    const { id } = await signedIn(site);
    await giveTo(site, id, { coins: 30, now: NOW });
    const wish = { id, asset: 'coin', amount: 50 } as const;
    expect((await staffCall(site, previewAdjustment, wish, by(support))).data).toEqual({
      was: 30,
      becomes: 80,
      reverses: false,
      owed: 0,
      gone: 0,
    });
    expect((await adjust(id, wish)).data?.balances).toMatchObject({ coins: 80 });
    const back = await staffCall(site, previewAdjustment, { ...wish, amount: -50 }, by(support));
    expect(back.data).toMatchObject({ was: 80, becomes: 30, reverses: true });
    expect((await adjust(id, { ...wish, amount: -50 })).data?.balances).toMatchObject({ coins: 30 });
    expect(await entriesOf(id)).toEqual(
      Array(2).fill({ action: 'adjust', actor: `staff:${support.id}`, reason: '漏发' }),
    );
  });

  test('keeps its reason with half a character as an unknown one', async () => {
    const { id } = await signedIn(site);
    expect((await adjust(id, { reason: '补偿\ud83d' })).status).toBe(1);
    expect(await entriesOf(id)).toMatchObject([{ reason: '补偿\ufffd' }]);
  });

  test('with one key counts once, even twenty times at the same moment', async () => {
    const { id } = await signedIn(site);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => adjust(id, { key, asset: 'coin' })));
    expect(answers.map(({ data }) => data?.balances.coins)).toEqual(Array(20).fill(100));
    expect((await adjust(id, { key, asset: 'coin' })).data?.balances.coins).toBe(100);
    expect(await entriesOf(id)).toHaveLength(1);
    expect((await adjust(id, { key, asset: 'coin', amount: 101 })).http).toBe(400);
    // The key of another member of staff is their own.
    expect((await adjust(id, { key, asset: 'coin' }, owner)).data?.balances.coins).toBe(200);
  });

  test('takes what is there, or nothing, and leaves no debt that nobody has seen', async () => {
    const { id } = await signedIn(site);
    const taken = { asset: 'coin', amount: -20 } as const;
    expect((await staffCall(site, previewAdjustment, { id, ...taken }, by(support))).code).toBe(balanceTooLow);
    expect((await adjust(id, taken)).code).toBe(balanceTooLow);
    await adjust(id, { asset: 'coin', amount: 20 });
    await adjust(id, { asset: 'coin', amount: -5 });
    expect((await adjust(id, taken)).code).toBe(balanceChanged);
    expect((await adjust(id, { ...taken, owed: 5 })).data?.balances.coins).toBe(-5);
    for (const wrong of [{ amount: 0 }, { amount: 1.5 }, { amount: 1e9 }, { reason: ' ' }, { key: 'x' }, { days: 0 }])
      expect((await adjust(id, wrong)).http).toBe(400);
  });

  test('above what one may give at once or on a day waits for another person, also of several at the same moment', async () => {
    const readers = await Promise.all(Array.from({ length: 7 }, () => signedIn(site)));
    const [{ id } = { id: STRANGER }] = readers;
    const nothing = { coins: 0, bonus: 0, tickets: 0 };
    expect((await adjust(id, { amount: 1001 })).data).toEqual({ balances: nothing, waits: true });
    expect((await adjust(id, { asset: 'ticket', amount: 101 })).data).toEqual({ balances: nothing, waits: true });
    const many = await Promise.all(readers.map((reader) => adjust(reader.id, { amount: 1000 })));
    const made = many.flatMap(({ data }) => (data ? [[data.waits, data.balances.bonus]] : []));
    expect(made.filter(([waits]) => waits)).toEqual(Array(2).fill([true, 0]));
    expect(made.filter(([waits]) => !waits)).toEqual(Array(5).fill([false, 1000]));
  });
});

test('the timeline has everything that happened, page by page, and nothing twice', async () => {
  const reader = await signedIn(site);
  const { id, token } = reader;
  const text = '<img src=x onerror=alert(1)>';
  for (let each = 0; each < 3; each++) {
    site.setTime(new Date(NOW.getTime() + each * 1000));
    await orderBy(site, token);
    await adjust(id, { amount: 10 + each });
    await site.call(feedbackSubmit, { type: 1, content: `${text} ${each}` }, { token, remoteAddress: newAddress() });
  }
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await staffCall(site, timeline, { id, size: 4, ...(cursor && { cursor }) }, by(support));
    all.push(...(data?.list ?? []).map((event) => JSON.stringify(event)));
    cursor = data?.next ?? undefined;
  } while (cursor);
  const events = all.map((each) => JSON.parse(each));
  expect(new Set(all).size).toBe(13);
  expect(events.map(({ at }) => at)).toEqual(
    events
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const kinds = events.map(({ kind }) => kind);
  for (const kind of ['order', 'ledger', 'feedback', 'audit'])
    expect(kinds.filter((each) => each === kind)).toHaveLength(3);
  expect(events.find(({ kind }) => kind === 'feedback').text).toBe(`${text} 2`);
  expect(events.find(({ kind }) => kind === 'audit')).toMatchObject({ action: 'adjust', actorName: support.name });
  const { data } = await staffCall(site, timeline, { id, kind: 'order' }, by(support));
  expect(data?.list.map(({ kind }) => kind)).toEqual(['order', 'order', 'order']);
  expect((await staffCall(site, timeline, { id, cursor: 'x' }, by(support))).http).toBe(400);
});
