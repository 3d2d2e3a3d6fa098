import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Tx, transaction } from '../../../core/db.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { expectSoundRewards } from '../../../testing/rewards.ts';
import { listRewardsViolations, type RewardsInvariant } from './invariant-store.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const signed = (day: string, { streak = 1, bonus = 1, tickets = 0, cost = 'null', at = `${day} 12:00+08` } = {}) =>
  `insert into rewards.attendance (reader_id, day, streak, bonus, tickets, repair_cost, at)
   values (1, '${day}', ${streak}, ${bonus}, ${tickets}, ${cost}, '${at}')`;
const claimed = ({
  title = '甲',
  kind = 'bonus',
  amount = 1,
  days = 1,
  at = '2026-11-01',
  lasts = '2026-11-09',
} = {}) =>
  `insert into rewards.gift_claim values (1, 1, '${title}', '${kind}', ${amount}, ${days}, '2026-11-08', '${at}', '${lasts}')`;
const REPAIRED = { cost: '5', at: '2026-11-28 12:00+08' };

class Undone extends Error {}

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

/** What breaks each invariant, once nothing in the database refuses it. */
const BREAKS: Record<RewardsInvariant, string[]> = {
  'streak-counts-its-days': [signed('2026-11-23'), signed('2026-11-24')],
  'day-is-signed-once': [signed('2026-11-23'), signed('2026-11-23')],
  'week-is-repaired-once': [signed('2026-11-23', REPAIRED), signed('2026-11-25', REPAIRED)],
  'day-is-signed-in-time': [signed('2026-11-23', { at: '2026-11-24 00:00+08' })],
  'gift-is-claimed-once': [claimed(), claimed()],
  'gift-is-claimed-in-time': [claimed({ at: '2026-11-08' })],
};

describe('a check of gifts and attendance', () => {
  test('finds nothing wrong where nothing is', async () => {
    const seen = await undone(async (tx) => {
      for (const text of [claimed(), signed('2026-11-23', REPAIRED), signed('2026-11-24', { streak: 2 })])
        await tx.query(text);
      return [...(await listRewardsViolations(tx)).values()].flat();
    });
    expect(seen).toEqual([[]]);
    await expectSoundRewards(site);
  });

  test.each(Object.entries(BREAKS))('finds where %s is broken', async (name, changes) => {
    const seen = await undone(async (tx) => {
      const { rows } = await tx.query<{ text: string }>(
        `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text
         from pg_constraint where connamespace = 'rewards'::regnamespace and contype <> 'n'`,
      );
      for (const { text } of rows) await tx.query(text);
      await tx.query('drop index rewards.attendance_one_repair_a_week');
      for (const change of changes) await tx.query(change);
      return [...(await listRewardsViolations(tx))].filter(([, found]) => found.length > 0).map(([found]) => found);
    });
    expect(seen[0]).toContain(name);
  });
});

/** What each constraint refuses. */
const REFUSED: Record<string, string[]> = {
  gift_claim_title_not_empty: [claimed({ title: '' })],
  gift_claim_kind: [claimed({ kind: 'coin' })],
  gift_claim_amount_positive: [claimed({ amount: 0 })],
  gift_claim_valid_days_positive: [claimed({ days: 0 })],
  gift_claim_once_a_reader: [claimed(), claimed()],
  gift_claim_in_time: [claimed({ at: '2026-11-08' })],
  gift_claim_lasts: [claimed({ lasts: '2026-11-01' })],
  attendance_streak_positive: [signed('2026-11-23', { streak: 0 })],
  attendance_bonus_not_negative: [signed('2026-11-23', { bonus: -1 })],
  attendance_tickets_not_negative: [signed('2026-11-23', { tickets: -1 })],
  attendance_repair_cost_positive: [signed('2026-11-23', { ...REPAIRED, cost: '0' })],
  attendance_once_a_day: [signed('2026-11-23'), signed('2026-11-23')],
  attendance_in_time: [signed('2026-11-23', { at: '2026-11-24 00:00+08' })],
};

test('each constraint refuses what it is there for, and none is without its test', async () => {
  for (const [name, changes] of Object.entries(REFUSED)) {
    const work = undone(async (tx) => {
      for (const change of changes) await tx.query(change);
    });
    await expect(work, name).rejects.toThrow(name);
  }
  const { rows } = await site.pool.query<{ conname: string }>(
    `select conname from pg_constraint where connamespace = 'rewards'::regnamespace and contype <> 'n' order by conname`,
  );
  expect(rows.map(({ conname }) => conname)).toEqual(Object.keys(REFUSED).toSorted());
});

test('a week takes one repair, from Monday to Sunday, after the day and before the next week', async () => {
  const tryTo = (...changes: string[]) =>
    undone(async (tx) => {
      for (const change of changes) await tx.query(change);
    });
  const sunday = { cost: '5', at: '2026-11-29 23:59:59.999+08' };
  await expect(tryTo(signed('2026-11-23', sunday), signed('2026-11-28', sunday))).rejects.toThrow('one_repair_a_week');
  await tryTo(signed('2026-11-23', sunday), signed('2026-11-30', { cost: '5', at: '2026-12-01 00:00+08' }));
  for (const at of ['2026-11-23 23:59:59.999+08', '2026-11-30 00:00+08'])
    await expect(tryTo(signed('2026-11-23', { cost: '5', at }))).rejects.toThrow('attendance_in_time');
});
