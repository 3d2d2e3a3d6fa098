import { afterAll, beforeAll, expect, test } from 'vitest';
import { userDelete, userExport, userLogin } from '#contract/calls/account';
import { gift, sign } from '#contract/calls/rewards';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { howMany } from '../../../testing/drills/drill.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { newAddress, newVisitor, withPassword } from '../../../testing/factories/readers.ts';
import { campaign, claiming, expectSoundRewards, signing } from '../../../testing/factories/rewards.ts';
import { expectSoundLedger, giveTo } from '../../../testing/factories/wallets.ts';
import { addDays } from '../../core/time/shanghai-calendar.ts';

const PASSWORD = 'Haidao-2046';
const MONDAY = '2026-11-23';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(async () => {
  await expectSoundRewards(site);
  await expectSoundLedger(site);
  await site.close();
});

const on = (day: string) => site.setTime(new Date(`${day}T12:00:00+08:00`));
const me = async (token: string) => (await site.call(userInfo, { token }, { token })).data;
async function logIn(username: string, from: string): Promise<string> {
  const { data } = await site.call(
    userLogin,
    { username, password: PASSWORD },
    { token: from, remoteAddress: newAddress() },
  );
  if (!data) throw new Error('the login was refused');
  return data.token;
}
async function signOn(token: string, days: number[]) {
  for (const day of days) {
    on(addDays(MONDAY, day));
    await signing(site, token, { sign: true });
  }
}
const signedDays = async (token: string) =>
  (await site.call(sign, {}, { token })).data?.days.filter(({ signed }) => signed).map(({ date }) => date.slice(8));

const MERGED = howMany({ test: 30, drill: 4_000 });
const TIMEOUT_MS = howMany({ test: 120_000, drill: 1_200_000 });

test(`${MERGED} anonymous sessions that sign, claim and log in to one account give it no more than the limits of merges`, {
  timeout: TIMEOUT_MS,
}, async () => {
  on(MONDAY);
  await editPart(site, 'gifts', [campaign(1, { amount: 7 }), campaign(2, { kind: 'ticket', amount: 1 })]);
  const account = await withPassword(site, 'farmer', PASSWORD);
  expect(await signing(site, account.token, { sign: true })).toMatchObject({ reward: { bonus: 1 } });
  for (let index = 0; index < MERGED; index++) {
    const token = await newVisitor(site);
    await signing(site, token, { sign: true });
    await claiming(site, token, 'all');
    await logIn('farmer', token);
  }
  const token = await logIn('farmer', await newVisitor(site));
  // The first of them brought one gift of each campaign; one day was signed by the account.
  expect(await me(token)).toMatchObject({ bonus: 1 + 7, tickets: 1, unread: { gift: 0 } });
  expect(await claiming(site, token, 'all')).toEqual([]);
  expect(await signing(site, token, { sign: true })).toBe(5002);
  // Days that the account does not have move, up to the limit.
  for (let day = 1; day <= 20; day++) {
    on(addDays(MONDAY, day));
    const visitor = await newVisitor(site);
    await signing(site, visitor, { sign: true });
    await logIn('farmer', visitor);
  }
  const fed = await me(await logIn('farmer', await newVisitor(site)));
  expect(fed).toMatchObject({ bonus: 1 + 20, tickets: 1 });
});

test('a merge joins the days of both; common days count once, with one reward', async () => {
  on(addDays(MONDAY, -10));
  await editPart(site, 'gifts', [campaign(5), campaign(6), campaign(7)]);
  const account = await withPassword(site, 'reader_a', PASSWORD);
  const visitor = await newVisitor(site);
  await signOn(account.token, [0, 3, 4]);
  await signOn(visitor, [0, 1, 2, 3]);
  expect(await claiming(site, account.token, 5)).toEqual([5]);
  expect(await claiming(site, visitor, 5)).toEqual([5]);
  expect(await claiming(site, visitor, 6)).toEqual([6]);
  on(addDays(MONDAY, 4));
  const visitorId = (await me(visitor))?.id;
  const token = await logIn('reader_a', visitor);
  // The merged reader has no days and claims left.
  const { rows } = await site.pool.query(
    `select reader_id from rewards.gift_claim where reader_id = $1
     union all select reader_id from rewards.attendance where reader_id = $1`,
    [visitorId],
  );
  expect(rows).toEqual([]);
  expect(await signedDays(token)).toEqual(['23', '24', '25', '26', '27']);
  expect((await site.call(sign, {}, { token })).data).toMatchObject({ streak: 5 });
  // Its own 1 + 1 + 1 and gift, and from the other reader the days in between and the missing gift.
  expect(await me(token)).toMatchObject({ bonus: 3 + 10 + 1 + 2 + 10, unread: { gift: 1 } });
  const { data } = await site.call(gift, {}, { token });
  expect(data?.gifts.map(({ id, claimedAt }) => [id, claimedAt !== null])).toEqual([
    [7, false],
    [5, true],
    [6, true],
  ]);
  await expectSoundRewards(site);
});

test('if both readers repaired a day of one week, a merge keeps the repair of the account, and no further repair is possible', async () => {
  on(addDays(MONDAY, -10));
  await editPart(site, 'gifts', []);
  const account = await withPassword(site, 'reader_b', PASSWORD);
  const visitor = await newVisitor(site);
  for (const token of [account.token, visitor])
    await giveTo(site, (await me(token))?.id ?? 0, {
      bonus: 5,
      expiresAt: new Date('2027-01-01'),
      now: new Date('2026-11-01'),
    });
  on(addDays(MONDAY, 4));
  expect(await signing(site, account.token, { repair: MONDAY })).toMatchObject({ reward: { bonus: 1 } });
  expect(await signing(site, visitor, { repair: addDays(MONDAY, 1) })).toMatchObject({ reward: { bonus: 1 } });
  await signing(site, visitor, { sign: true });
  const token = await logIn('reader_b', visitor);
  expect(await signedDays(token)).toEqual(['23', '27']);
  expect(await me(token)).toMatchObject({ bonus: 1 + 1 });
  expect(await signing(site, token, { repair: addDays(MONDAY, 2) })).toBe(5004);
  await expectSoundRewards(site);
});

test('an export has the gifts and the days; an erasure deletes them', async () => {
  on(MONDAY);
  await editPart(site, 'gifts', [campaign(9)]);
  const account = await withPassword(site, 'reader_c', PASSWORD);
  await claiming(site, account.token, 9);
  await signing(site, account.token, { sign: true });
  const { data } = await site.call(userExport, {}, { token: account.token });
  expect(data).toMatchObject({
    rewards: {
      gifts: [{ campaignId: 9, title: '礼包 9', amount: 10 }],
      attendance: [{ day: MONDAY, streak: 1, bonus: 1, repairCost: null }],
    },
  });
  await site.call(userDelete, { password: PASSWORD }, { token: account.token, remoteAddress: newAddress() });
  await site.sweep(new Date(`${addDays(MONDAY, 8)}T12:00:00+08:00`));
  const { rows } = await site.pool.query(
    `select reader_id from rewards.attendance where reader_id = $1
     union all select reader_id from rewards.gift_claim where reader_id = $1`,
    [account.id],
  );
  expect(rows).toEqual([]);
});
