import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { expectSoundShop, MONTH, orderBy, press, refundBy, sellPass } from '../../../../testing/factories/shop.ts';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { listViolations } from '../../../core/db/invariants.ts';
import { createAlarm } from './check.ts';
import { INVARIANTS, type Invariant } from './invariant-store.ts';

let site: TestApp;
const logged: string[] = [];

/** A reader with five orders: paid once, paid twice, not paid, refunded, and one of 月卡, refunded in part. */
beforeAll(async () => {
  site = await startTestApp();
  const { token } = await signedIn(site);
  await press(site, (await orderBy(site, token)).cashier, 'pay');
  await press(site, (await orderBy(site, token)).cashier, 'twice');
  await orderBy(site, token);
  const { orderId, cashier } = await orderBy(site, token);
  await press(site, cashier, 'pay');
  await refundBy(site, orderId, { takesBack: true });
  await sellPass(site);
  const pass = await orderBy(site, token, { itemId: MONTH.id });
  await press(site, pass.cashier, 'pay');
  await refundBy(site, pass.orderId, { amount: 500 });
  await site.app.runFrequentJobs();
});
afterAll(() => site.close());

/** For each invariant a change that breaks it. The constraints of the database, which would refuse the change, are dropped. */
const BREAKS: Record<Invariant, string> = {
  'order-has-one-payment': `update shop.payment set state = 'credited'`,
  'paid-order-has-money': `update shop.topup_order set state = 'paid' where state = 'created'`,
  'payment-is-the-price': 'update shop.payment set amount = 1',
  'payment-happens-once': `update shop.payment set transaction_id = 'same'`,
  'order-number-is-unique': `update shop.topup_order set no = 'same'`,
  'order-is-granted-once': `update wallet.transfer set amount = amount + 1 where asset = 'coin'`,
  'pass-order-is-granted-once': `update membership.pass_grant set days = days + 1 where source = 'order'`,
  'refund-takes-its-days': 'update shop.refund set pass_days = pass_days - 1 where pass_days > 0',
  'grant-has-its-order': `update shop.topup_order set no = 'another' where state = 'granted'`,
  'granted-bonus-is-promised': `update shop.topup_order set granted_bonus = 7 where state = 'granted'`,
  'first-bonus-is-for-the-first': `update shop.topup_order set granted_bonus = bonus + first_bonus where state = 'granted'`,
  'surplus-is-given-back': 'delete from shop.refund',
  'refunds-stay-within-grant': `update shop.topup_order set coins_back = coins_back - 1 where state = 'refunded'`,
  'refund-is-in-the-ledger': 'update shop.refund set taken_coins = taken_coins + 1 where takes_back',
  'held-is-what-is-pending': `update wallet.transfer set amount = amount + 1 where idem_key like 'refund:%:done:coin'`,
  'order-is-refunded-whole': `update shop.topup_order set state = 'granted' where state = 'refunded'`,
  'refunds-stay-within-payment': 'update shop.refund set amount = amount + 1',
  'order-in-its-state': `update shop.topup_order set paid_at = null where state = 'granted'`,
};

const look = (tx: Tx) => listViolations(tx, INVARIANTS);

class Undone extends Error {}

/** Changes orders without their constraints and triggers, checks them, and rolls everything back. */
async function inBrokenShop<Seen>(change: string, look: (tx: Tx) => Promise<Seen>): Promise<Seen[]> {
  const seen: Seen[] = [];
  const work = transaction(site.pool, async (tx) => {
    const { rows } = await tx.query<{ text: string }>(
      `select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as text
       from pg_constraint where connamespace in ('shop'::regnamespace, 'wallet'::regnamespace) and contype <> 'n' and contype <> 'p'
       union all select 'drop index shop.payment_one_an_order'
       union all select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger t
       join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'wallet'::regnamespace and not tgisinternal`,
    );
    for (const { text } of rows) await tx.query(text);
    await tx.query(change);
    seen.push(await look(tx));
    throw new Undone();
  });
  await expect(work).rejects.toThrow(Undone);
  return seen;
}

describe('a sound shop', () => {
  test('breaks no invariant', () => expectSoundShop(site));

  test('breaks none, also without the database constraints', async () => {
    const [found] = await inBrokenShop('select', look);
    expect([...(found ?? [])].filter(([, violations]) => violations.length > 0)).toEqual([]);
    expect([...(found ?? new Map()).keys()].sort()).toEqual(Object.keys(BREAKS).sort());
  });
});

test.each(Object.entries(BREAKS) as [Invariant, string][])('%s finds its violation', async (name, change) => {
  const [found] = await inBrokenShop(change, look);
  expect(found?.get(name)).not.toEqual([]);
});

test('the alarm names the broken invariants and counts them for the metrics', async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const alarm = createAlarm(site.pool, log);
  const change = (by: number) =>
    site.pool.query(`update shop.refund set amount = amount + ${by} where reason = 'paid-twice'`);
  await alarm.check(new Date());
  expect({ broken: alarm.broken(), logged }).toEqual({ broken: 0, logged: [] });
  await change(1);
  await alarm.check(new Date());
  await change(-1);
  expect(alarm.broken()).toBe(1);
  expect(JSON.parse(logged[0] ?? '{}')).toMatchObject({
    level: 60,
    alarm: 'shop',
    invariant: 'refunds-stay-within-payment',
    msg: 'orders and the ledger do not agree',
  });
  const metrics = await site.app.metrics.text();
  expect(metrics).toContain('\nmanyu_shop_invariants_broken 0\n');
  expect(metrics).toContain('manyu_orders{state="granted"} 3');
});
