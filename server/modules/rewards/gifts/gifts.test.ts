import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bindPhone, bindSendCode, userExport, userTeen } from '#contract/calls/account';
import { comicPay } from '#contract/calls/comic';
import { gift } from '#contract/calls/rewards';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';
import { lastCode, newAddress, newPhone, newVisitor, signedIn } from '../../../../testing/factories/readers.ts';
import { campaign, claiming, expectSoundRewards } from '../../../../testing/factories/rewards.ts';
import { expectSoundLedger } from '../../../../testing/factories/wallets.ts';

const GONE = 5001;
const NEEDS_PHONE = 5003;
const START = '2026-11-01T00:00:00.000Z';
const END = '2026-12-01T00:00:00.000Z';
const DAY_MS = 24 * 3600 * 1000;

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  at('2026-11-10T00:00:00.000Z');
  token = await newVisitor(site);
});
afterEach(async () => {
  await expectSoundRewards(site);
  await expectSoundLedger(site);
});

const at = (moment: string, offsetMs = 0) => site.setTime(new Date(Date.parse(moment) + offsetMs));
const giftsOf = async (whose = token) => {
  const { data } = await site.call(gift, {}, { token: whose });
  if (!data) throw new Error('no gifts');
  return data.gifts;
};
const me = async (whose = token) => (await site.call(userInfo, { token: whose }, { token: whose })).data;
const unread = async (whose = token) => (await me(whose))?.unread.gift;

test('a gift is claimed once, with its amount and expiry, and is no longer new', async () => {
  await editPart(site, 'gifts', [campaign(1), campaign(2, { kind: 'ticket', amount: 2, validDays: 7 })]);
  expect(await giftsOf()).toMatchObject([
    { id: 1, kind: 'bonus', amount: 10, expiresAt: END, claimedAt: null, lastsUntil: null, needs: null },
    { id: 2, kind: 'ticket', amount: 2, validDays: 7 },
  ]);
  expect(await unread()).toBe(2);
  expect(await claiming(site, token, 2)).toEqual([2]);
  expect(await claiming(site, token, 2)).toBe(GONE);
  expect(await me()).toMatchObject({ bonus: 0, tickets: 2, unread: { gift: 1 } });
  expect((await giftsOf()).map(({ id, claimedAt, lastsUntil }) => [id, claimedAt, lastsUntil])).toEqual([
    [1, null, null],
    [2, '2026-11-10T00:00:00.000Z', '2026-11-17T00:00:00.000Z'],
  ]);
});

test('a claimed gift shows its unspent part', async () => {
  await editPart(site, 'gifts', [campaign(1), campaign(2, { kind: 'ticket', amount: 2 }), campaign(3)]);
  const { token: buyer } = await signedIn(site);
  await claiming(site, buyer, 1);
  await claiming(site, buyer, 2);
  const publishedAt = new Date(START);
  const { chapters } = await addComic(site, { chapters: [5, 5].map((price) => ({ price, publishedAt })) });
  const ids = chapters.map(({ id }) => id);
  const left = async () => (await giftsOf(buyer)).toSorted((a, b) => a.id - b.id).map(({ remaining }) => remaining);
  expect(await left()).toEqual([10, 2, null]);
  const pay = (chapterIds: number[], expect: number, ticket: boolean) =>
    site.call(comicPay, { chapterIds, expect, ticket, key: `used-gifts-${chapterIds}` }, { token: buyer });
  expect(await pay(ids.slice(0, 1), 5, true)).toMatchObject({ code: 0 });
  expect(await left()).toEqual([10, 1, null]);
  expect(await pay(ids.slice(1), 5, true)).toMatchObject({ code: 0 });
  expect(await left()).toEqual([10, 0, null]);
});

test('all gifts are claimed at once, and none is left for a second call', async () => {
  await editPart(site, 'gifts', [campaign(11), campaign(12, { kind: 'ticket', amount: 1 }), campaign(13)]);
  expect(await claiming(site, token, 13)).toEqual([13]);
  expect(await claiming(site, token, 'all')).toEqual([11, 12]);
  expect(await claiming(site, token, 'all')).toEqual([]);
  expect(await me()).toMatchObject({ bonus: 20, tickets: 1, unread: { gift: 0 } });
});

test('a gift can be claimed from its start to its end, and is listed as missed for a week after that', async () => {
  await editPart(site, 'gifts', [campaign(21, { start: '2026-11-20T00:00:00.000Z' })]);
  at('2026-11-20T00:00:00.000Z', -1);
  expect([await giftsOf(), await unread(), await claiming(site, token, 21)]).toEqual([[], 0, GONE]);
  at('2026-11-20T00:00:00.000Z');
  expect([(await giftsOf()).length, await unread()]).toEqual([1, 1]);
  at(END, -1);
  const last = await newVisitor(site);
  expect(await claiming(site, last, 21)).toEqual([21]);
  at(END);
  expect(await unread()).toBe(0);
  expect(await claiming(site, token, 21)).toBe(GONE);
  expect(await claiming(site, token, 'all')).toEqual([]);
  expect(await giftsOf()).toMatchObject([{ id: 21, claimedAt: null, expiresAt: END }]);
  at(END, 7 * DAY_MS - 1);
  expect(await giftsOf()).toHaveLength(1);
  at(END, 7 * DAY_MS);
  expect(await giftsOf()).toEqual([]);
  expect(await giftsOf(last)).toMatchObject([{ id: 21 }]);
});

test('a claimed gift stays the same after changes of the campaign', async () => {
  await editPart(site, 'gifts', [campaign(31), campaign(32)]);
  await giftsOf();
  expect(await claiming(site, token, 31)).toEqual([31]);
  // Between the list and the claim one campaign is changed and one removed.
  await editPart(site, 'gifts', [campaign(31, { title: '别的', amount: 999 })]);
  expect(await claiming(site, token, 32)).toBe(GONE);
  expect(await claiming(site, token, 31)).toBe(GONE);
  expect(await giftsOf()).toMatchObject([{ id: 31, title: '礼包 31', amount: 10 }]);
  await editPart(site, 'gifts', [campaign(32, { amount: 3 })]);
  expect(await claiming(site, token, 32)).toEqual([32]);
  expect(await me()).toMatchObject({ bonus: 13 });
  await editPart(site, 'gifts', []);
  expect(await giftsOf()).toMatchObject(
    [{ id: 31 }, { id: 32, amount: 3 }].toReversed().toSorted((a, b) => a.id - b.id),
  );
});

test('an export has the gifts in the order of their claims, latest first', async () => {
  await editPart(
    site,
    'gifts',
    [39, 38, 37, 36, 35].map((id) => campaign(id)),
  );
  for (const [hour, id] of [36, 35, 37].entries()) {
    at('2026-11-10T00:00:00.000Z', hour * 3600_000);
    expect(await claiming(site, token, id)).toEqual([id]);
  }
  // Claims of the same moment are in the order of their ids.
  at('2026-11-10T00:00:00.000Z', 3 * 3600_000);
  expect(await claiming(site, token, 'all')).toEqual(expect.arrayContaining([38, 39]));
  const { data } = await site.call(userExport, {}, { token });
  expect(data?.rewards).toMatchObject({ gifts: [38, 39, 37, 35, 36].map((campaignId) => ({ campaignId })) });
});

test('a gift for new readers needs a recent registration and a bound phone number', async () => {
  const days = (count: number) => ({ readers: 'new' as const, days: count });
  at(START, -2 * DAY_MS);
  const before = await signedIn(site);
  at(START, -2 * DAY_MS - 1);
  const earlier = await signedIn(site);
  at('2026-11-10T00:00:00.000Z');
  await editPart(site, 'gifts', [campaign(41, { to: days(2) })]);
  expect(await claiming(site, earlier.token, 41)).toBe(GONE);
  expect(await giftsOf(earlier.token)).toEqual([]);
  expect(await claiming(site, before.token, 41)).toEqual([41]);

  expect(await giftsOf()).toMatchObject([{ id: 41, needs: 'phone' }]);
  expect(await unread()).toBe(0);
  expect(await claiming(site, token, 41)).toBe(NEEDS_PHONE);
  expect(await claiming(site, token, 'all')).toBe(NEEDS_PHONE);
  const telephone = newPhone();
  const options = { token, remoteAddress: newAddress() };
  await site.call(bindSendCode, { telephone }, options);
  const { data } = await site.call(bindPhone, { telephone, code: await lastCode(site, telephone) }, options);
  const bound = data?.token ?? '';
  expect(data?.unread.gift).toBe(1);
  expect(await giftsOf(bound)).toMatchObject([{ needs: null }]);
  expect(await claiming(site, bound, 'all')).toEqual([41]);
});

test('if one gift needs a phone number, all others can still be claimed', async () => {
  await editPart(site, 'gifts', [campaign(51, { to: { readers: 'new', days: 30 } }), campaign(52)]);
  expect(await claiming(site, token, 'all')).toEqual([52]);
});

test('a gift for returning readers needs a long enough absence and a return after its start', async () => {
  const back = (count: number) => campaign(60 + count, { to: { readers: 'returning', days: count } });
  at(START, -40 * DAY_MS);
  const [away, early, regular] = [await newVisitor(site), await newVisitor(site), await newVisitor(site)];
  for (const [reader, offset] of [
    [early, -1],
    [regular, -35 * DAY_MS],
    [regular, -30 * DAY_MS],
    [regular, -20 * DAY_MS],
    [regular, -15 * DAY_MS],
    [regular, -9 * DAY_MS],
    [regular, -3 * DAY_MS],
  ] as const) {
    at(START, offset);
    await me(reader);
  }
  await editPart(site, 'gifts', [back(7), back(40), back(41)]);
  at(START);
  // The first call after the return has it already.
  expect(await unread(away)).toBe(2);
  expect(await claiming(site, away, 'all')).toEqual([67, 100]);
  expect(await giftsOf(early)).toEqual([]);
  expect(await giftsOf(regular)).toEqual([]);
});

test('a login on another device is a return too', async () => {
  at('2026-10-01T00:00:00.000Z');
  const { phone } = await signedIn(site);
  await editPart(site, 'gifts', [campaign(71, { to: { readers: 'returning', days: 30 } })]);
  at('2026-11-10T00:00:00.000Z');
  const again = await signedIn(site, { telephone: phone, from: token });
  expect(again.unread.gift).toBe(1);
  // Another visit some days later changes nothing.
  at('2026-11-12T00:00:00.000Z');
  expect(await unread(again.token)).toBe(1);
  at('2026-11-18T00:00:00.000Z');
  expect(await claiming(site, again.token, 71)).toEqual([71]);
});

test('a gift for a list of readers is only for them', async () => {
  const reader = await me();
  await editPart(site, 'gifts', [campaign(81, { to: { readers: 'listed', ids: [reader?.id ?? 0, 999_999] } })]);
  expect(await claiming(site, await newVisitor(site), 81)).toBe(GONE);
  expect(await claiming(site, token, 81)).toEqual([81]);
});

test('an unknown gift is refused', async () => {
  await editPart(site, 'gifts', []);
  for (const id of [1, 999, 2_147_483_648, Number.MAX_SAFE_INTEGER]) expect(await claiming(site, token, id)).toBe(GONE);
});

test('a claimed gift expires with its last day and is listed for one more week', async () => {
  await editPart(site, 'gifts', [campaign(91, { validDays: 1 })]);
  expect(await claiming(site, token, 91)).toEqual([91]);
  at('2026-11-11T00:00:00.000Z', -1);
  expect(await me()).toMatchObject({ bonus: 10 });
  at('2026-11-11T00:00:00.000Z');
  expect(await me()).toMatchObject({ bonus: 0 });
  expect(await giftsOf()).toHaveLength(1);
  at('2026-11-18T00:00:00.000Z');
  expect([await giftsOf(), await unread()]).toEqual([[], 0]);
});

test('gifts can be claimed in teen mode', async () => {
  await editPart(site, 'gifts', [campaign(95)]);
  await site.call(userTeen, { on: true, pin: '1234' }, { token });
  expect(await claiming(site, token, 95)).toEqual([95]);
});
