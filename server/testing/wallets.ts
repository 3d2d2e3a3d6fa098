import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { transaction } from '../core/db.ts';
import { checkInvariants, grant } from '../modules/wallet/wallet.ts';
import type { TestApp } from './app.ts';

type Site = Pick<TestApp, 'pool'>;

const DAY_MS = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** What a reader is given; bonus and tickets expire in 90 days unless said otherwise. */
export type Gifts = { coins?: number; bonus?: number; tickets?: number; expiresAt?: Date; now?: Date };

/** Grants coins, bonus and tickets to a reader, a lot each. */
export async function giveTo({ pool }: Site, readerId: number, gifts: Gifts): Promise<void> {
  const { coins = 0, bonus = 0, tickets = 0, expiresAt = inDays(90), now = new Date() } = gifts;
  await transaction(pool, async (tx) => {
    const key = () => `test:${randomUUID()}`;
    if (coins > 0) await grant(tx, readerId, key(), { asset: 'coin', amount: coins, costFen: coins * 10 }, now);
    if (bonus > 0) await grant(tx, readerId, key(), { asset: 'bonus', amount: bonus, expiresAt }, now);
    if (tickets > 0) await grant(tx, readerId, key(), { asset: 'ticket', amount: tickets, expiresAt }, now);
  });
}

/** Every invariant of the ledger holds. */
export async function expectSoundLedger({ pool }: Site): Promise<void> {
  expect((await checkInvariants(pool)).broken).toEqual([]);
}
