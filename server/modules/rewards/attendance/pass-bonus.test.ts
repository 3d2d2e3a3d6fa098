import { afterAll, beforeAll, expect, test } from 'vitest';
import { userTeen } from '#contract/calls/account';
import { sign } from '#contract/calls/rewards';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { expectSoundRewards } from '../../../../testing/factories/rewards.ts';
import { transaction } from '../../../core/db/db.ts';
import { DEFAULT_PARTS } from '../../editorial/editorial.ts';
import { grantPass } from '../../membership/membership.ts';

const MONDAY = new Date('2026-11-23T12:00:00+08:00');
const DAY_MS = 24 * 3600 * 1000;
const after = (days: number) => new Date(MONDAY.getTime() + days * DAY_MS);

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: MONDAY });
  await editPart(site, 'attendance', { ...DEFAULT_PARTS.attendance, passBonus: 10 });
});
afterAll(() => site.close());

test('月卡 adds to the bonus of the days that it runs on, but not in teen mode', async () => {
  const { id, token } = await signedIn(site);
  const calendar = async () => (await site.call(sign, {}, { token })).data;
  const given = { key: 'attended', source: 'staff', days: 2, priceFen: 0 } as const;
  await transaction(site.pool, (tx) => grantPass(tx, id, given, MONDAY));
  const shown = await calendar();
  expect(shown?.passBonus).toBe(10);
  const fromMonday = shown?.days.filter(({ date }) => date >= '2026-11-23').map(({ reward }) => reward.bonus);
  expect(fromMonday?.slice(0, 3)).toEqual([11, 11, 2]);
  for (const [days, bonus] of [11, 11, 2].entries()) {
    site.setTime(after(days));
    const { data } = await site.call(sign, { sign: true }, { token });
    expect(data?.reward?.bonus).toBe(bonus);
  }
  site.setTime(after(1));
  await site.call(userTeen, { on: true, pin: '1234' }, { token });
  expect(await calendar()).not.toHaveProperty('passBonus');
  await expectSoundRewards(site);
});
