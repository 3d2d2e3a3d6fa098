import { expect } from 'vitest';
import type { InputOf } from '#contract/call';
import { gift, sign } from '#contract/calls/rewards';
import type { GiftPart } from '../../server/modules/editorial/editorial.ts';
import { checkRewards } from '../../server/modules/rewards/rewards.ts';
import type { TestApp } from '../app/app.ts';

/** A campaign; default: 10 bonus for everybody in November 2026. */
export function campaign(id: number, fields: Partial<GiftPart> = {}): GiftPart {
  return {
    id,
    title: `礼包 ${id}`,
    to: { readers: 'all' },
    kind: 'bonus',
    amount: 10,
    validDays: 30,
    start: '2026-11-01T00:00:00.000Z',
    end: '2026-12-01T00:00:00.000Z',
    ...fields,
  };
}

/** The usual fields of the response to `promotion/sign`, or its code. */
export async function signing(site: TestApp, token: string, payload: InputOf<typeof sign>) {
  const { code, data } = await site.call(sign, payload, { token });
  return data ? { streak: data.streak, reward: data.reward } : code;
}

/** The claimed ids, or the code. */
export async function claiming(site: TestApp, token: string, claim: number | 'all') {
  const { code, data } = await site.call(gift, { claim }, { token });
  return data ? data.claimed : code;
}

/** Every invariant of gifts and attendance holds. */
export async function expectSoundRewards({ pool }: Pick<TestApp, 'pool'>): Promise<void> {
  expect((await checkRewards(pool)).broken).toEqual([]);
}
