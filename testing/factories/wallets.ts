import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { transaction } from '../../server/core/db/db.ts';
import { checkInvariants, credit } from '../../server/modules/wallet/wallet.ts';
import type { TestApp } from '../app/app.ts';

type Site = Pick<TestApp, 'pool'>;

const DAY_MS = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Amounts for a reader. Bonus and tickets expire in 90 days by default. */
export type Gifts = { coins?: number; bonus?: number; tickets?: number; expiresAt?: Date; now?: Date };

/** Credits coins (as bought), bonus and tickets (as a gift) to a reader, one lot each. */
export async function giveTo({ pool }: Site, readerId: number, gifts: Gifts): Promise<void> {
  const { coins = 0, bonus = 0, tickets = 0, expiresAt = inDays(90), now = new Date() } = gifts;
  const given = (amount: number) => (amount > 0 ? { amount, expiresAt } : undefined);
  await transaction(pool, async (tx) => {
    if (coins > 0) {
      const topup = { kind: 'topup', key: `test:${randomUUID()}`, title: `充值 ${coins} 漫币` } as const;
      await credit(tx, readerId, { ...topup, coins: { amount: coins, costFen: coins * 10 } }, now);
    }
    if (bonus + tickets === 0) return;
    const gift = { kind: 'gift', key: `test:${randomUUID()}`, title: '测试礼包' } as const;
    await credit(tx, readerId, { ...gift, bonus: given(bonus), tickets: given(tickets) }, now);
  });
}

/** Every invariant of the ledger holds. */
export async function expectSoundLedger({ pool }: Site): Promise<void> {
  expect((await checkInvariants(pool)).broken).toEqual([]);
}
