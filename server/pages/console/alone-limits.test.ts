import { afterAll, beforeAll, expect, test } from 'vitest';
import { invalidField, staffForbidden } from '#contract/codes';
import { adjustBalance } from '#contract/console/adjusting';
import { aloneLimits, setAloneLimits } from '#contract/console/alone-limits';
import { batchPreview } from '#contract/console/redeeming';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';

const NOW = new Date('2026-11-26T04:00:00Z');

let site: TestApp;
let owner: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
});
afterAll(() => site.close());

const set = (once: number, day: number, who = owner) => staffCall(site, setAloneLimits, { once, day }, who);
const look = async (who = owner) => (await staffCall(site, aloneLimits, {}, who)).data;

/** Whether a batch with this bonus needs a second person. */
async function batchWaits(bonus: number) {
  const terms = { name: '卡', count: 1, coins: 0, bonus, tickets: 0, priceFen: 0, validDays: 90, usesPerReader: 1 };
  const dates = { from: '2026-11-26', until: '2026-11-30' };
  return (await staffCall(site, batchPreview, { ...terms, ...dates }, owner)).data?.waits;
}

async function adjustmentWaits(amount: number) {
  const { id } = await signedIn(site);
  const wish = { id, asset: 'bonus', amount, reason: '补偿', key: crypto.randomUUID(), owed: 0, gone: 0 } as const;
  return (await staffCall(site, adjustBalance, wish, owner)).data?.waits;
}

test('an owner sets what one person may give alone in batches and adjustments, and it is logged', async () => {
  expect(await look()).toEqual({ once: 1000, day: 5000 });
  expect([await batchWaits(1001), await adjustmentWaits(1001)]).toEqual([true, true]);
  expect((await set(6000, 6000)).status).toBe(1);
  expect(await look()).toEqual({ once: 6000, day: 6000 });
  expect([await batchWaits(6000), await adjustmentWaits(1001)]).toEqual([false, false]);
  // Of the 6,000 of the day, 1,001 are given.
  expect([await batchWaits(6001), await adjustmentWaits(5000)]).toEqual([true, true]);
  await set(0, 0);
  expect([await batchWaits(1), await adjustmentWaits(1)]).toEqual([true, true]);
  const { rows } = await site.pool.query(
    "select before, after from audit.entry where action = 'set-alone-limits' order by id",
  );
  expect(rows).toEqual([
    { before: { once: 1000, day: 5000 }, after: { once: 6000, day: 6000 } },
    { before: { once: 6000, day: 6000 }, after: { once: 0, day: 0 } },
  ]);
});

test('the limit of a day is not below that of one act, and only owners set it', async () => {
  const before = await look();
  expect((await set(10, 9)).code).toBe(invalidField);
  const finance = await addPerson(site, owner, 'finance', '小钱', NOW);
  expect((await set(1, 1, finance)).code).toBe(staffForbidden);
  expect(await look(finance)).toEqual(before);
});
