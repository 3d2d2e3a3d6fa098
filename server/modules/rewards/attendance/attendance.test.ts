import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { userDetail, userTeen } from '#contract/calls/account';
import { sign } from '#contract/calls/rewards';
import { userInfo } from '#contract/calls/session';
import { payLog } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { newVisitor, signedIn } from '../../../../testing/factories/readers.ts';
import { expectSoundRewards, signing } from '../../../../testing/factories/rewards.ts';
import { expectSoundLedger, giveTo } from '../../../../testing/factories/wallets.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';

/** A Monday. The previous month ended on a Saturday. */
const MONDAY = '2026-11-23';
const ALREADY = 5002;
const NO_REPAIR = 5004;
const TOO_LITTLE = 4001;

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  on(addDays(MONDAY, -20));
  token = await newVisitor(site);
});
afterEach(async () => {
  await expectSoundRewards(site);
  await expectSoundLedger(site);
});

const on = (day: string, time = '12:00:00.000') => site.setTime(new Date(`${day}T${time}+08:00`));
const signToday = () => signing(site, token, { sign: true });
async function signEachDay(from: string, count: number) {
  const done = [];
  for (let ahead = 0; ahead < count; ahead++) {
    on(addDays(from, ahead));
    done.push(await signToday());
  }
  return done;
}
const calendar = async (month?: string) => {
  const { data } = await site.call(sign, { month }, { token });
  if (!data) throw new Error('no calendar');
  return data;
};
const dayOf = async (date: string) => (await calendar(date.slice(0, 7))).days.find((day) => day.date === date);
const me = async () => (await site.call(userInfo, { token }, { token })).data;
const giveBonus = async (bonus: number) => {
  const reader = await me();
  await giveTo(site, reader?.id ?? 0, { bonus, expiresAt: new Date('2027-12-01'), now: new Date('2026-11-01') });
};

test('the reward grows over a week and ends with a ticket, and the eighth day starts a new week', async () => {
  const done = await signEachDay(MONDAY, 8);
  expect(
    done.map((each) => typeof each === 'object' && [each.streak, each.reward?.bonus, each.reward?.tickets]),
  ).toEqual([
    [1, 1, 0],
    [2, 1, 0],
    [3, 2, 0],
    [4, 2, 0],
    [5, 3, 0],
    [6, 3, 0],
    [7, 5, 1],
    [8, 1, 0],
  ]);
  expect(await me()).toMatchObject({ bonus: 18, tickets: 1 });
});

test('the reward of a sign expires after its days, the ticket before the bonus', async () => {
  await signEachDay(MONDAY, 7);
  const kept = async (days: number, time: string) => {
    on(addDays(MONDAY, 6 + days), time);
    const reader = await me();
    return [reader?.bonus, reader?.tickets];
  };
  expect(await kept(30, '11:59:59.999')).toEqual([17, 1]);
  expect(await kept(30, '12:00:00.000')).toEqual([17, 0]);
  expect(await kept(90, '11:59:59.999')).toEqual([5, 0]);
  expect(await kept(90, '12:00:00.000')).toEqual([0, 0]);
});

test('a second check-in on a day is refused and gives nothing', async () => {
  on(MONDAY);
  expect(await signToday()).toMatchObject({ streak: 1 });
  expect(await signToday()).toBe(ALREADY);
  expect(await me()).toMatchObject({ bonus: 1 });
});

test('a day ends with its last millisecond in Shanghai', async () => {
  on(MONDAY, '23:59:59.999');
  expect(await signToday()).toMatchObject({ streak: 1 });
  expect(await signToday()).toBe(ALREADY);
  on(addDays(MONDAY, 1), '00:00:00.000');
  expect(await signToday()).toMatchObject({ streak: 2 });
  on(addDays(MONDAY, 2), '00:00:00.001');
  expect(await signToday()).toMatchObject({ streak: 3 });
});

test('no day is rewarded twice if the clock goes back ten minutes over midnight', async () => {
  on(addDays(MONDAY, 1), '00:05:00.000');
  expect(await signToday()).toMatchObject({ streak: 1 });
  on(MONDAY, '23:55:00.000');
  expect(await signToday()).toBe(ALREADY);
  on(addDays(MONDAY, 1), '00:06:00.000');
  expect(await signToday()).toBe(ALREADY);
  expect(await me()).toMatchObject({ bonus: 1 });
});

test('a missed day ends the streak', async () => {
  await signEachDay(MONDAY, 2);
  on(addDays(MONDAY, 3));
  expect(await calendar()).toMatchObject({ streak: 0 });
  expect(await signToday()).toMatchObject({ streak: 1, reward: { bonus: 1 } });
});

test('a missed day of this week can be repaired: it gives its reward and joins the days around it', async () => {
  await giveBonus(5);
  await signEachDay(MONDAY, 2);
  await signEachDay(addDays(MONDAY, 3), 2);
  const missed = addDays(MONDAY, 2);
  expect(await dayOf(missed)).toMatchObject({ signed: false, repairable: true, reward: { bonus: 2, tickets: 0 } });
  expect(await signing(site, token, { repair: missed })).toEqual({ streak: 5, reward: { bonus: 2, tickets: 0 } });
  expect(await dayOf(missed)).toMatchObject({ signed: true, repairable: false, repaired: true, reward: { bonus: 2 } });
  on(addDays(MONDAY, 5));
  expect(await signToday()).toMatchObject({ streak: 6, reward: { bonus: 3 } });
  expect(await me()).toMatchObject({ bonus: 5 + 1 + 1 + 1 + 1 - 5 + 2 + 3 });
});

test('a repair joins only the days that follow without a gap', async () => {
  await giveBonus(5);
  await signEachDay(addDays(MONDAY, 1), 1);
  await signEachDay(addDays(MONDAY, 3), 1);
  on(addDays(MONDAY, 4));
  expect(await signing(site, token, { repair: MONDAY })).toMatchObject({ reward: { bonus: 1 } });
  const { rows } = await site.pool.query(
    `select day::text, streak from rewards.attendance where day >= $1 and reader_id = $2 order by day`,
    [MONDAY, (await me())?.id],
  );
  expect(rows.map(({ streak }) => streak)).toEqual([1, 2, 1]);
});

test('a repair is refused for today, future days, other weeks, days before the first visit, signed days, and twice a week', async () => {
  await giveBonus(100);
  on(addDays(MONDAY, 4));
  await signToday();
  const repair = (day: string) => signing(site, token, { repair: day });
  on(addDays(MONDAY, 5));
  expect(await repair(addDays(MONDAY, 5))).toBe(NO_REPAIR);
  on(addDays(MONDAY, 4));
  for (const day of [
    addDays(MONDAY, 4),
    addDays(MONDAY, 5),
    addDays(MONDAY, -1),
    '2025-11-25',
    '9999-12-31',
    '0000-01-01',
  ])
    expect(await repair(day)).toBe(NO_REPAIR);
  expect(await repair(MONDAY)).toMatchObject({ reward: { bonus: 1 } });
  expect(await repair(MONDAY)).toBe(NO_REPAIR);
  expect(await repair(addDays(MONDAY, 1))).toBe(NO_REPAIR);
  expect(await dayOf(addDays(MONDAY, 1))).toMatchObject({ repairable: false });

  // The next week has its own repair, only for its own days.
  on(addDays(MONDAY, 8));
  expect(await dayOf(addDays(MONDAY, 7))).toMatchObject({ repairable: true });
  expect(await repair(addDays(MONDAY, 6))).toBe(NO_REPAIR);
  expect(await repair(addDays(MONDAY, 7))).toMatchObject({ streak: 1 });

  token = await newVisitor(site);
  await giveBonus(100);
  expect(await repair(addDays(MONDAY, 7))).toBe(NO_REPAIR);
});

test('a day that does not exist cannot be repaired', async () => {
  on('2029-02-20');
  token = await newVisitor(site);
  // A Friday; its week began on the 26th of a February with 28 days.
  on('2029-03-02');
  for (const day of ['2029-02-29', '2029-02-30', '2029-02-31'])
    expect(await signing(site, token, { repair: day })).toBe(NO_REPAIR);
});

test('a Sunday cannot be repaired, because it ends the week; a Monday can until Sunday’s last millisecond', async () => {
  await giveBonus(100);
  on(addDays(MONDAY, 6), '23:59:59.999');
  expect(await dayOf(MONDAY)).toMatchObject({ repairable: true });
  on(addDays(MONDAY, 7), '00:00:00.000');
  expect(await signing(site, token, { repair: MONDAY })).toBe(NO_REPAIR);
  expect(await signing(site, token, { repair: addDays(MONDAY, 6) })).toBe(NO_REPAIR);
  on(addDays(MONDAY, 6), '23:59:59.999');
  expect(await signing(site, token, { repair: MONDAY })).toMatchObject({ reward: { bonus: 1 } });
});

test('a repair without enough bonus changes nothing, and its own reward cannot pay for it', async () => {
  await giveBonus(4);
  on(addDays(MONDAY, 1));
  expect(await site.call(sign, { repair: MONDAY }, { token })).toMatchObject({ code: TOO_LITTLE, message: '赠币不足' });
  expect(await dayOf(MONDAY)).toMatchObject({ signed: false, repairable: true });
  expect(await me()).toMatchObject({ bonus: 4 });
});

test('bonus that expires at this moment cannot pay for a repair', async () => {
  const reader = await me();
  const expiresAt = new Date(`${addDays(MONDAY, 1)}T12:00:00+08:00`);
  await giveTo(site, reader?.id ?? 0, { bonus: 5, expiresAt, now: new Date('2026-11-01') });
  on(addDays(MONDAY, 1), '12:00:00.000');
  expect(await signing(site, token, { repair: MONDAY })).toBe(TOO_LITTLE);
  on(addDays(MONDAY, 1), '11:59:59.999');
  expect(await signing(site, token, { repair: MONDAY })).toMatchObject({ reward: { bonus: 1 } });
});

test('the calendar has the reward that each day gave or would give, and the missed days', async () => {
  await signEachDay(addDays(MONDAY, 1), 2);
  const { month, days, streak, cycle, repairCost, gradeBonus, validDays, reward } = await calendar();
  expect({ month, streak, repairCost, gradeBonus, validDays, reward }).toEqual({
    month: '2026-11',
    streak: 2,
    repairCost: 5,
    gradeBonus: 0,
    validDays: { bonus: 90, tickets: 30 },
    reward: null,
  });
  expect(days).toHaveLength(30);
  expect(cycle.map(({ bonus }) => bonus)).toEqual([1, 1, 2, 2, 3, 3, 5]);
  const week = days.filter(({ date }) => date >= addDays(MONDAY, -1)).map(({ reward }) => reward.bonus);
  expect(week).toEqual([0, 1, 1, 1, 2, 2, 3, 3, 5]);
  expect(days.filter(({ today }) => today)).toMatchObject([{ date: addDays(MONDAY, 2), signed: true }]);
  expect(days.filter(({ repairable }) => repairable).map(({ date }) => date)).toEqual([MONDAY]);
});

test('the day of the first visit can be repaired, the day before cannot', async () => {
  on(addDays(MONDAY, 1));
  token = await newVisitor(site);
  on(addDays(MONDAY, 2));
  await giveBonus(20);
  expect(await dayOf(MONDAY)).toMatchObject({ repairable: false });
  expect(await signing(site, token, { repair: MONDAY })).toBe(NO_REPAIR);
  expect(await dayOf(addDays(MONDAY, 1))).toMatchObject({ repairable: true });
  expect(await signing(site, token, { repair: addDays(MONDAY, 1) })).toMatchObject({ reward: { bonus: 1 } });
});

test('the months from the first visit to the current one are available', async () => {
  on('2027-01-02');
  expect((await calendar('2026-12')).days).toHaveLength(31);
  expect((await calendar('2026-11')).days[0]).toMatchObject({ date: '2026-11-01', signed: false, repairable: false });
  // The week of the first days of a year starts in the previous year.
  expect((await calendar('2026-12')).days.filter(({ repairable }) => repairable)).toHaveLength(4);
  for (const month of ['2026-10', '2027-02', '0001-01', '9999-12'])
    expect(await site.call(sign, { month }, { token })).toMatchObject({ http: 400, code: 1001 });
  expect(await site.call(sign, { sign: true, repair: '2027-01-01' }, { token })).toMatchObject({ code: 1001 });
});

test('a grade adds to the bonus of each day, and a sign to the growth points of the grade', async () => {
  const reader = await me();
  await site.pool.query('update account.reader set growth_points = 20000 where id = $1', [reader?.id]);
  on(MONDAY);
  expect(await signToday()).toMatchObject({ reward: { bonus: 3 } });
  expect(await calendar()).toMatchObject({ gradeBonus: 2, cycle: [{ bonus: 3 }, {}, {}, {}, {}, {}, { bonus: 7 }] });
  const { data } = await site.call(userDetail, {}, { token });
  expect(data?.growth).toMatchObject({ points: 20_005, benefit: 2 });
});

test('the ledger has a line for each sign and each repair', async () => {
  const reader = await signedIn(site);
  token = reader.token;
  await giveBonus(5);
  on(addDays(MONDAY, 1));
  await signToday();
  await signing(site, token, { repair: MONDAY });
  const { data } = await site.call(payLog, {}, { token });
  expect(data?.list.map(({ kind, title, bonus }) => [kind, title, bonus]).slice(0, 3)).toEqual([
    ['sign', '签到 11-23', 1],
    ['repair', '补签 11-23', -5],
    ['sign', '签到 11-24', 1],
  ]);
});

test('in teen mode a day can be signed but not repaired', async () => {
  await giveBonus(100);
  await site.call(userTeen, { on: true, pin: '1234' }, { token });
  on(addDays(MONDAY, 1));
  expect(await dayOf(MONDAY)).toMatchObject({ repairable: false });
  expect(await signing(site, token, { repair: MONDAY })).toBe(NO_REPAIR);
  expect(await signToday()).toMatchObject({ reward: { bonus: 1 } });
});

test('the calendar starts with a day that was signed before the account was made', async () => {
  on('2026-10-31');
  await signToday();
  on(MONDAY);
  expect(await calendar('2026-10')).toMatchObject({ firstMonth: '2026-10' });
  expect((await dayOf('2026-10-31'))?.signed).toBe(true);
  expect(await site.call(sign, { month: '2026-09' }, { token })).toMatchObject({ code: 1001 });
});
