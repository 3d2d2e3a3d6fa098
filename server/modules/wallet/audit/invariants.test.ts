import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../../../testing/factories/wallets.ts';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { listViolations } from '../../../core/db/invariants.ts';
import { createAlarm } from './check.ts';
import { INVARIANTS, type Invariant, listRecentViolations } from './invariant-store.ts';

let site: TestApp;
const logged: string[] = [];

/** A reader who has bought chapters with coins, bonus and a ticket, and has some of each left. */
beforeAll(async () => {
  site = await startTestApp();
  const reader = await signedIn(site);
  await giveTo(site, reader.id, { coins: 50, bonus: 10, tickets: 2 });
  const { chapters } = await addComic(site, { chapters: [{ price: 30 }, { price: 30 }] });
  for (const [index, { id }] of chapters.entries())
    await site.call(
      comicPay,
      { chapterIds: [id], expect: 30, ticket: index === 1, key: randomUUID() },
      { token: reader.token },
    );
});
afterAll(() => site.close());

const account = (asset: string) => `(select id from wallet.account where wallet_id is not null and asset = '${asset}')`;
const system = (code: string, asset: string) =>
  `(select id from wallet.account where code = '${code}' and asset = '${asset}')`;
const COIN_LOT = `(select id from wallet.credit_lot where asset = 'coin')`;
const PAID = `(select id from wallet.transfer where kind = 'purchase' and asset = 'coin')`;
const transferOf = (kind: string, asset: string, from: string, to: string, amount = 1) =>
  `insert into wallet.transfer (idem_key, event_id, kind, asset, debit_id, credit_id, amount, at)
   values ('x', 0, '${kind}', '${asset}', ${from}, ${to}, ${amount}, now())`;

/** A change that breaks each invariant when the database does not refuse it. */
const BREAKS: Record<Invariant, string> = {
  'balance-is-its-transfers': `update wallet.account set balance = balance + 1 where id = ${account('coin')}`,
  'no-negative-balance': `update wallet.account set balance = -1 where id = ${account('coin')}`,
  'balance-is-its-lots': `update wallet.credit_lot set remaining = remaining - 1 where id = ${COIN_LOT}`,
  'lot-is-its-uses': `update wallet.credit_lot set granted = granted + 1 where id = ${COIN_LOT}`,
  'lot-is-its-transfer': transferOf('topup', 'coin', system('sys:topup', 'coin'), account('coin')),
  'transfer-is-its-uses': `delete from wallet.lot_use where transfer_id = ${PAID}`,
  'purchase-is-its-transfers': 'update wallet.purchase set coins = coins - 1, bonus = bonus + 1 where tickets = 0',
  'purchase-is-paid-in-full': 'update wallet.purchase set coins = coins - 1 where tickets = 0',
  'chapter-is-bought-once': 'update wallet.purchase set chapter_id = 1',
  'transfer-happens-once': `update wallet.transfer set idem_key = 'same'`,
  'amount-is-positive': 'update wallet.lot_use set amount = 0',
  'no-asset-becomes-another': `update wallet.transfer set credit_id = ${system('sys:revenue_bonus', 'bonus')} where id = ${PAID}`,
  'transfer-has-its-sides': `update wallet.transfer set credit_id = ${system('sys:topup', 'coin')} where id = ${PAID}`,
  'event-is-of-one-kind': 'update wallet.transfer set event_id = 0',
  'no-coins-beside-a-debt': `insert into wallet.account (wallet_id, asset, balance)
    select wallet_id, 'debt', 5 from wallet.account where id = ${account('coin')}`,
  'debt-is-paid-in-coins': transferOf('repay', 'coin', account('coin'), system('sys:refunded', 'coin')),
  'adjustment-is-explained': transferOf('adjust', 'coin', account('coin'), system('sys:adjustment', 'coin')),
  'only-coins-stay': `update wallet.credit_lot set expires_at = null where asset = 'bonus'`,
  'nothing-is-used-after-its-expiry': `update wallet.credit_lot set expires_at = now() - interval '1 day' where asset = 'bonus'`,
  'merges-stay-within-limits': transferOf('merge', 'bonus', system('sys:gift_pool', 'bonus'), account('bonus'), 21),
  'everything-sums-to-nothing': `update wallet.account set balance = balance + 1 where id = ${account('coin')}`,
  'no-answer-without-its-effect': 'delete from wallet.purchase where tickets = 1',
};

const look = (tx: Tx) => listViolations(tx, INVARIANTS);

class Undone extends Error {}

/** Changes the ledger without its constraints and triggers, checks it, and rolls everything back. */
async function inBrokenLedger<Seen>(change: string, look: (tx: Tx) => Promise<Seen>): Promise<Seen[]> {
  const seen: Seen[] = [];
  const work = transaction(site.pool, async (tx) => {
    const { rows } = await tx.query<{ text: string }>(
      `select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as text
       from pg_constraint where connamespace = 'wallet'::regnamespace and contype <> 'n' and contype <> 'p'
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

describe('a sound ledger', () => {
  test('breaks no invariant', () => expectSoundLedger(site));

  test('breaks none, also without the database constraints', async () => {
    const [found] = await inBrokenLedger('select', look);
    expect([...(found ?? [])].filter(([, violations]) => violations.length > 0)).toEqual([]);
    expect([...(found ?? new Map()).keys()].sort()).toEqual(Object.keys(BREAKS).sort());
  });
});

test.each(Object.entries(BREAKS) as [Invariant, string][])('%s finds its violation', async (name, change) => {
  const [found] = await inBrokenLedger(change, look);
  expect(found?.get(name)).not.toEqual([]);
});

const ACROSS_WALLETS: readonly string[] = ['everything-sums-to-nothing'];
test.each(Object.entries(BREAKS).filter(([name]) => !ACROSS_WALLETS.includes(name)) as [Invariant, string][])(
  '%s also finds it when only wallets with recent transfers are checked',
  async (name, change) => {
    const [found] = await inBrokenLedger(change, (tx) => listRecentViolations(tx, new Date(Date.now() - 60_000)));
    expect(found?.get(name)).toBeDefined();
  },
);

test('only the check of the whole ledger looks at wallets without recent transfers', async () => {
  const change = `update wallet.account set balance = balance + 1 where id = ${account('coin')}`;
  const [found] = await inBrokenLedger(change, (tx) => listRecentViolations(tx, new Date(Date.now() + 60_000)));
  expect([...(found ?? new Map())]).toEqual([]);
});

test('the alarm names the broken invariants and counts them for the metrics', async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const alarm = createAlarm(site.pool, log);
  const change = (by: number) =>
    site.pool.query(`update wallet.account set balance = balance + ${by} where id = ${account('coin')}`);
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * 3_600_000);
  await alarm.check(at(1));
  expect({ broken: alarm.broken(), logged }).toEqual({ broken: 0, logged: [] });
  await change(1);
  // There were no transfers in this hour, but the whole ledger is checked while something is broken.
  await alarm.check(at(2));
  await alarm.check(at(3));
  expect(alarm.broken()).toBe(0);
  await alarm.check(at(25));
  expect(alarm.broken()).toBe(3);
  await alarm.check(at(26));
  expect(alarm.broken()).toBe(3);
  await change(-1);
  expect(JSON.parse(logged[0] ?? '{}')).toMatchObject({
    level: 60,
    alarm: 'wallet',
    invariant: 'balance-is-its-transfers',
    msg: 'an invariant of the ledger is broken',
  });
  await alarm.check(at(27));
  expect(alarm.broken()).toBe(0);
  expect(await site.app.metrics.text()).toContain('\nmanyu_wallet_invariants_broken 0\n');
});
