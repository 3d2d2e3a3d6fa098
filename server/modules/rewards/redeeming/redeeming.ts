import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import type { redeem } from '#contract/calls/redeeming';
import { readRedeemCode } from '#contract/redeem-code';
import { type Tx, transaction } from '../../../core/db/db.ts';
import type { SessionCtx } from '../../../core/dispatch/ctx.ts';
import { addressKey, type RateLimits } from '../../../core/limits/rate-limit.ts';
import { BadField, type RefuseFor } from '../../../core/refusal/refusal.ts';
import { grantPass } from '../../membership/membership.ts';
import { type Balances, credit, readBalances } from '../../wallet/wallet.ts';
import type { RewardsPorts } from '../ports.ts';
import { type Batch, listSpans, type RedeemSpan } from './batch-store.ts';
import { hashOf, redeemSecret, stateOf } from './batches.ts';
import { type Code, type TakenCode, takeCode } from './use-store.ts';

/** The amounts that a used code has granted. */
type Brought = { coins: number; bonus: number; tickets: number; passDays: number; expiresAt: Date | null };

/** A used code, and the balances of the reader at this moment. */
export type Redeemed = { brought: Brought; balances: Balances };

type Refuse = RefuseFor<typeof redeem>;

export type Redeeming = {
  /** Uses a code once for each key. */
  redeem(ctx: SessionCtx, request: PayloadOf<typeof redeem>, refuse: Refuse): Promise<Redeemed>;
  /** Whether there are codes that can be used at this moment; null if there was never one. */
  isOpen(now: Date): Promise<boolean | null>;
  /** Drops the cached data. */
  changed(): void;
};

const DAY_S = 24 * 3600;
const DAY_MS = DAY_S * 1000;
/** Less than ten wrong codes of a reader and thirty of an address in a day. Above, each try needs a proof of work. */
const WRONG_OF_READER = { by: 'session', points: 9, seconds: DAY_S } as const;
const WRONG_OF_ADDRESS = { by: 'address', points: 29, seconds: DAY_S } as const;

export type RedeemingParts = { limits: RateLimits; live: () => boolean };

export function createRedeeming(pool: Pool, ports: RewardsPorts, { limits, live }: RedeemingParts): Redeeming {
  let secret: Promise<Buffer> | null = null;
  let spans: Promise<RedeemSpan[]> | null = null;

  /** Counts for the reader and the address; returns whether one of them is above its limit. */
  async function countWrong({ caller, from }: SessionCtx, points: number): Promise<boolean> {
    const full = [
      await limits.take('redeem-wrong', WRONG_OF_READER, String(caller.readerId), points),
      await limits.take('redeem-wrong', WRONG_OF_ADDRESS, addressKey(from.address), points),
    ];
    return full.some((wait) => wait !== null);
  }

  /** It is made once and never changes. */
  function readSecret(): Promise<Buffer> {
    secret ??= redeemSecret(pool).catch((error) => {
      secret = null;
      throw error;
    });
    return secret;
  }

  return {
    async redeem(ctx, { code: typed, key, proof }, refuse) {
      const { caller, now } = ctx;
      const code = readRedeemCode(typed);
      const hash = code === null ? null : hashOf(await readSecret(), code);
      if ((await countWrong(ctx, 0)) && !(await ports.acceptProof(proof, now))) return refuse('proofRequired');
      const used =
        hash &&
        (await transaction(pool, (tx) => useCode(ports, tx, { readerId: caller.readerId, hash, key, now }, refuse)));
      if (used) return used;
      await countWrong(ctx, 1);
      return refuse('redeemCodeUnknown');
    },
    async isOpen(now) {
      if (spans === null || !live()) spans = listSpans(pool);
      const found = await spans.catch((error) => {
        spans = null;
        throw error;
      });
      if (found.length === 0) return null;
      return found.some(({ validFrom, validUntil, stopped }) => !stopped && validFrom <= now && now < validUntil);
    },
    changed() {
      spans = null;
    },
  };
}

type Use = { readerId: number; hash: Buffer; key: string; now: Date };

/** Null if there is no such code. */
async function useCode(
  ports: RewardsPorts,
  tx: Tx,
  { readerId, hash, key, now }: Use,
  refuse: Refuse,
): Promise<Redeemed | null> {
  if (!(await ports.lockReader(tx, readerId))) throw new Error('the reader is gone');
  const code = await takeCode(tx, hash, readerId, key, now);
  if (!code) return null;
  if (code.usedKey) throw new BadField('key');
  if (code.usedAt && code.readerId === readerId && code.key === key)
    return { brought: broughtBy(code, code.usedAt), balances: await readBalances(tx, readerId, now) };
  check(code, { readerId, now }, refuse);
  const balances = await grantCoins(tx, readerId, code, now);
  await grantDays(tx, readerId, code, now);
  return { brought: broughtBy(code, now), balances: balances ?? (await readBalances(tx, readerId, now)) };
}

function check(code: TakenCode, { readerId, now }: Pick<Use, 'readerId' | 'now'>, refuse: Refuse): void {
  if (code.usedAt !== null)
    refuse('redeemCodeUsed', null, code.readerId === readerId ? '你已经用过这个兑换码了' : undefined);
  const state = stateOf(code, now);
  if (state === 'waiting') refuse('redeemCodeEarly', { from: code.validFrom.toISOString() });
  if (state !== 'running') refuse('redeemCodeEnded');
  if (code.uses >= code.usesPerReader) refuse('redeemCodeLimit');
}

/** Returns the balances afterwards, or null for a code that brings days of 月卡 alone. */
async function grantCoins(tx: Tx, readerId: number, code: Code, now: Date): Promise<Balances | null> {
  const { coins, bonus, tickets, priceFen } = code;
  if (coins + bonus + tickets === 0) return null;
  const expiring = (amount: number) => (amount > 0 ? { amount, expiresAt: expiryOf(code, now) } : undefined);
  const balances = await credit(
    tx,
    readerId,
    {
      kind: 'redeem',
      key: keyOfCode(code.codeId),
      title: '兑换码',
      coins: coins > 0 ? { amount: coins, costFen: priceFen } : undefined,
      bonus: expiring(bonus),
      tickets: expiring(tickets),
    },
    now,
  );
  if (!balances) throw new Error(`code ${code.codeId} was credited before`);
  return balances;
}

async function grantDays(tx: Tx, readerId: number, code: Code, now: Date): Promise<void> {
  const { codeId, passDays: days, priceFen } = code;
  if (days === 0) return;
  const isNew = await grantPass(tx, readerId, { key: keyOfCode(codeId), source: 'code', days, priceFen }, now);
  if (!isNew) throw new Error(`code ${codeId} was granted before`);
}

/** The key of a code in the ledger and of its days of 月卡. */
function keyOfCode(codeId: number): string {
  return `redeem:${codeId}`;
}

function broughtBy(code: Code, usedAt: Date): Brought {
  const { coins, bonus, tickets, passDays } = code;
  return { coins, bonus, tickets, passDays, expiresAt: bonus + tickets > 0 ? expiryOf(code, usedAt) : null };
}

function expiryOf({ validDays }: Pick<Batch, 'validDays'>, usedAt: Date): Date {
  return new Date(usedAt.getTime() + validDays * DAY_MS);
}
