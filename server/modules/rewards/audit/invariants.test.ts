import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';
import { newVisitor, signedIn } from '../../../../testing/factories/readers.ts';
import { addCode, redeeming } from '../../../../testing/factories/redeeming.ts';
import { campaign, claiming, expectSoundRewards, signing } from '../../../../testing/factories/rewards.ts';
import { giveTo } from '../../../../testing/factories/wallets.ts';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { listViolations } from '../../../core/db/invariants.ts';
import { createAlarm } from './check.ts';
import { INVARIANTS, type Invariant } from './invariant-store.ts';

let site: TestApp;

/** A reader who has claimed a gift, signed on a Tuesday and a Wednesday, and repaired the Monday before; and another who has used a redeem code. */
beforeAll(async () => {
  site = await startTestApp({ now: new Date('2026-11-01T12:00:00+08:00') });
  const token = await newVisitor(site);
  const reader = await site.call(userInfo, { token }, { token });
  await giveTo(site, reader.data?.id ?? 0, {
    bonus: 5,
    expiresAt: new Date('2027-01-01'),
    now: new Date('2026-11-01'),
  });
  await editPart(site, 'gifts', [campaign(1)]);
  await claiming(site, token, 1);
  for (const day of ['24', '25']) {
    site.setTime(new Date(`2026-11-${day}T12:00:00+08:00`));
    await signing(site, token, { sign: true });
  }
  await signing(site, token, { repair: '2026-11-23' });
  const other = await signedIn(site);
  await redeeming(site, other.token, await addCode(site, { coins: 6, bonus: 3, tickets: 1 }));
});
afterAll(() => site.close());

class Undone extends Error {}

/** Changes the database, checks it, and rolls the change back. */
async function undone<Seen>(work: (tx: Tx) => Promise<Seen>): Promise<Seen[]> {
  const seen: Seen[] = [];
  try {
    await transaction(site.pool, async (tx) => {
      seen.push(await work(tx));
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return seen;
}

async function dropAllConstraints(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ text: string }>(
    `select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as text
     from pg_constraint where connamespace = 'rewards'::regnamespace and contype <> 'n'`,
  );
  for (const { text } of rows) await tx.query(text);
  await tx.query('drop index rewards.attendance_one_repair_a_week');
}

const again = (table: string) => `insert into rewards.${table} select * from rewards.${table}`;
const change = (what: string, where = 'true') => `update rewards.attendance set ${what} where ${where}`;

/** A change that breaks each invariant when the database does not refuse it. */
const BREAKS: Record<Invariant, string> = {
  'streak-counts-its-days': change('streak = 1'),
  'day-is-signed-once': again('attendance'),
  'week-is-repaired-once': change('repair_cost = 5'),
  'day-is-signed-in-time': change(`at = at + interval '1 day'`),
  'gift-is-claimed-once': again('gift_claim'),
  'gift-is-claimed-in-time': 'update rewards.gift_claim set claimable_until = claimed_at',
  'gift-is-its-credit': 'update rewards.gift_claim set amount = amount + 1',
  'day-is-its-credit': change('tickets = 1', `day = '2026-11-24'`),
  'repair-is-paid': change('repair_cost = null'),
  'code-is-its-credit': 'update rewards.redeem_batch set tickets = 2',
  'credit-is-of-a-used-code': 'update rewards.redeem_code set used_at = null',
  'code-is-used-in-time': 'update rewards.redeem_batch set valid_from = valid_until',
  'batch-has-its-codes': 'update rewards.redeem_batch set code_count = 2',
  'reader-stays-within-the-batch': 'update rewards.redeem_batch set uses_per_reader = 0',
};

describe('a check of gifts and attendance', () => {
  test('finds nothing if nothing is wrong', () => expectSoundRewards(site));

  test.each(Object.entries(BREAKS))('finds where %s is broken', async (name, breaking) => {
    const seen = await undone(async (tx) => {
      await dropAllConstraints(tx);
      await tx.query(breaking);
      return [...(await listViolations(tx, INVARIANTS))]
        .filter(([, found]) => found.length > 0)
        .map(([found]) => found);
    });
    expect(seen[0]).toContain(name);
  });

  test('finds rewards that the ledger does not have, or has with another key', async () => {
    for (const breaking of ['update rewards.gift_claim set granted_to = 0', change('granted_to = 0')]) {
      const seen = await undone(async (tx) => {
        await tx.query(breaking);
        return [...(await listViolations(tx, INVARIANTS))]
          .filter(([, found]) => found.length > 0)
          .map(([name]) => name);
      });
      expect(seen[0]).toEqual(
        breaking.includes('gift') ? ['gift-is-its-credit'] : ['day-is-its-credit', 'repair-is-paid'],
      );
    }
  });

  test('logs an alarm that names the violation, and counts it for the metrics', async () => {
    const lines: string[] = [];
    const alarm = createAlarm(site.pool, pino({}, { write: (line: string) => lines.push(line) }));
    await alarm.check(new Date());
    expect([alarm.broken(), lines]).toEqual([0, []]);
    await site.pool.query(change('streak = 9', `day = '2026-11-24'`));
    await alarm.check(new Date());
    await site.pool.query(change('streak = 2', `day = '2026-11-24'`));
    expect(alarm.broken()).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 60,
      alarm: 'rewards',
      invariant: 'streak-counts-its-days',
    });
  });
});

const signed = (day: string, { streak = 1, bonus = 1, tickets = 0, cost = 'null', at = `${day} 12:00+08` } = {}) =>
  `insert into rewards.attendance (reader_id, granted_to, day, streak, bonus, tickets, repair_cost, at)
   values (0, 0, '${day}', ${streak}, ${bonus}, ${tickets}, ${cost}, '${at}')`;
const claimed = (fields: Record<string, string | number> = {}) => {
  const claim = { title: '甲', kind: 'bonus', amount: 1, valid_days: 1, claimed_at: '2026-11-01', ...fields };
  const all = {
    reader_id: 0,
    granted_to: 0,
    campaign_id: 1,
    claimable_until: '2026-11-08',
    lasts_until: '2026-11-09',
    ...claim,
  };
  const values = Object.values(all).map((value) => (typeof value === 'number' ? value : `'${value}'`));
  return `insert into rewards.gift_claim (${Object.keys(all).join(', ')}) values (${values.join(', ')})`;
};
const batch = (fields: Record<string, string | number> = {}) => {
  const terms = { key: 'a', name: '甲', code_count: 1, coins: 0, bonus: 1, tickets: 0, price_fen: 0, valid_days: 1 };
  const time = { valid_from: '2026-11-01', valid_until: '2026-11-08', created_at: '2026-11-01', created_by: 'staff:1' };
  const all = { ...terms, ...time, uses_per_reader: 1, ...fields };
  const values = Object.values(all).map((value) => (typeof value === 'number' ? value : `'${value}'`));
  return `insert into rewards.redeem_batch (${Object.keys(all).join(', ')}) values (${values.join(', ')})`;
};
const code = ({ batchId = '(select min(id) from rewards.redeem_batch)', hash = `sha256('x')`, usedAt = 'null' } = {}) =>
  `insert into rewards.redeem_code (batch_id, hash, used_at) values (${batchId}, ${hash}, ${usedAt})`;
const REPAIRED = { cost: '5', at: '2026-11-28 12:00+08' };

/** Statements that each constraint refuses; null for ids that the database makes. */
const REFUSED: Record<string, string[] | null> = {
  gift_claim_title_not_empty: [claimed({ title: '' })],
  gift_claim_kind: [claimed({ kind: 'coin' })],
  gift_claim_amount_positive: [claimed({ amount: 0 })],
  gift_claim_valid_days_positive: [claimed({ valid_days: 0 })],
  gift_claim_once_a_reader: [claimed(), claimed()],
  gift_claim_in_time: [claimed({ claimed_at: '2026-11-08' })],
  gift_claim_lasts: [claimed({ lasts_until: '2026-11-01' })],
  attendance_streak_positive: [signed('2026-11-23', { streak: 0 })],
  attendance_bonus_not_negative: [signed('2026-11-23', { bonus: -1 })],
  attendance_tickets_not_negative: [signed('2026-11-23', { tickets: -1 })],
  attendance_repair_cost_positive: [signed('2026-11-23', { ...REPAIRED, cost: '0' })],
  attendance_once_a_day: [signed('2026-11-23'), signed('2026-11-23')],
  attendance_in_time: [signed('2026-11-23', { at: '2026-11-24 00:00+08' })],
  redeem_batch_once_a_key: [batch(), batch()],
  redeem_batch_name_not_empty: [batch({ name: '' })],
  redeem_batch_count: [batch({ code_count: 100_001 })],
  redeem_batch_coins_not_negative: [batch({ coins: -1, bonus: 2 })],
  redeem_batch_bonus_not_negative: [batch({ bonus: -1, tickets: 2 })],
  redeem_batch_tickets_not_negative: [batch({ tickets: -1, bonus: 2 })],
  redeem_batch_brings_something: [batch({ bonus: 0 })],
  redeem_batch_price_of_sold: [batch({ coins: 1 })],
  redeem_batch_pass_days: [batch({ pass_days: 3_661 })],
  redeem_batch_sells_one_thing: [batch({ coins: 1, pass_days: 1, price_fen: 1 })],
  redeem_batch_valid_days_positive: [batch({ valid_days: 0 })],
  redeem_batch_uses_positive: [batch({ uses_per_reader: 0 })],
  redeem_batch_lasts: [batch({ valid_until: '2026-11-01' })],
  redeem_batch_stopped_by_someone: [batch({ stopped_at: '2026-11-01' })],
  redeem_batch_approval: [batch({ approval: 'closed' })],
  redeem_batch_approved: [batch({ approval: 'approved' })],
  redeem_batch_pkey: null,
  redeem_code_of_batch: [code({ batchId: '0' })],
  redeem_code_hash: [code(), code()],
  redeem_code_hash_length: [code({ hash: `'short'` })],
  redeem_code_used_whole: [code({ usedAt: 'now()' })],
  redeem_code_pkey: null,
};

const tryTo = (changes: readonly string[]) =>
  undone(async (tx) => {
    for (const each of changes) await tx.query(each);
  });

test('each constraint refuses its statement, and every constraint has one', async () => {
  for (const [name, changes] of Object.entries(REFUSED))
    if (changes) await expect(tryTo(changes), name).rejects.toThrow(name);
  const { rows } = await site.pool.query<{ conname: string }>(
    `select conname from pg_constraint where connamespace = 'rewards'::regnamespace and contype <> 'n' order by conname`,
  );
  expect(rows.map(({ conname }) => conname)).toEqual(Object.keys(REFUSED).toSorted());
});

test('a week from Monday to Sunday can have one repair, after the day and before the next week', async () => {
  const sunday = { cost: '5', at: '2026-11-29 23:59:59.999+08' };
  await expect(tryTo([signed('2026-11-23', sunday), signed('2026-11-28', sunday)])).rejects.toThrow(
    'one_repair_a_week',
  );
  await tryTo([signed('2026-11-23', sunday), signed('2026-11-30', { cost: '5', at: '2026-12-01 00:00+08' })]);
  for (const at of ['2026-11-23 23:59:59.999+08', '2026-11-30 00:00+08'])
    await expect(tryTo([signed('2026-11-23', { cost: '5', at })])).rejects.toThrow('attendance_in_time');
});
