import { randomUUID } from 'node:crypto';
import { redeem } from '#contract/calls/redeeming';
import { transaction } from '../../server/core/db/db.ts';
import { createBatch, stopBatch } from '../../server/modules/rewards/rewards.ts';
import type { TestApp } from '../app/app.ts';

type Site = Pick<TestApp, 'pool'>;
export type BatchTerms = Parameters<typeof createBatch>[2];

const ACTOR = 'staff:1';

/** Makes a batch of codes; default: one code for 10 bonus in November and December 2026. */
export async function addBatch(
  { pool }: Site,
  terms: Partial<BatchTerms> = {},
): Promise<{ id: number; codes: string[] }> {
  const all: BatchTerms = {
    name: '测试',
    count: 1,
    coins: 0,
    bonus: terms.coins || terms.tickets || terms.passDays ? 0 : 10,
    tickets: 0,
    passDays: 0,
    priceFen: terms.coins ? 1_000 : 0,
    validDays: 30,
    validFrom: new Date('2026-11-01T00:00:00+08:00'),
    validUntil: new Date('2027-01-01T00:00:00+08:00'),
    usesPerReader: 100_000,
    ...terms,
  };
  const made = await transaction(pool, (tx) => createBatch(tx, randomUUID(), all, ACTOR, new Date()));
  if (!made) throw new Error('the batch was made before');
  return made;
}

/** One new code. */
export async function addCode(site: Site, terms: Partial<BatchTerms> = {}): Promise<string> {
  return (await addBatch(site, terms)).codes[0] ?? '';
}

export async function stop({ pool }: Site, batchId: number, now: Date): Promise<void> {
  await transaction(pool, (tx) => stopBatch(tx, batchId, { actor: ACTOR, reason: '测试' }, now));
}

/** The amounts that a code has granted, or the code of the refusal. */
export async function redeeming(
  site: Pick<TestApp, 'call'>,
  token: string,
  code: string,
  options: { key?: string; proof?: string; remoteAddress?: string } = {},
) {
  const { key = randomUUID(), proof, remoteAddress } = options;
  const answer = await site.call(redeem, { code, key, ...(proof && { proof }) }, { token, remoteAddress });
  if (!answer.data || answer.code !== 0) return answer.code;
  const { coins, bonus, tickets, passDays } = answer.data;
  return { coins, bonus, tickets, ...(passDays !== undefined && { passDays }) };
}
