import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import type { Caller } from '../../../core/dispatch/ctx.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import type { GiftPart } from '../../editorial/editorial.ts';
import { credit, listRemaining } from '../../wallet/wallet.ts';
import type { RewardsPorts } from '../ports.ts';
import { hasStarted, isClaimable, isFor, isRunning, missingFor, type Receiver } from './campaigns.ts';
import { addClaim, type GiftClaim, listClaims } from './store.ts';

/** A gift for a reader: claimed, claimable or missed. */
export type Gift = {
  id: number;
  title: string;
  kind: 'bonus' | 'ticket';
  amount: number;
  expiresAt: Date;
  claimedAt: Date | null;
  validDays: number;
  lastsUntil: Date | null;
  /** The unspent part of a claimed gift; null if it is unknown, because two accounts were merged. */
  remaining: number | null;
  needs: 'phone' | null;
};

export type Gifts = {
  /** The claimable gifts, soonest end first, then the claimed ones, then those missed recently. */
  list(caller: Caller, now: Date): Promise<Gift[]>;
  /** Claims one gift or all claimable ones; returns the ids of those claimed now. */
  claim(caller: Caller, which: number | 'all', now: Date): Promise<number[]>;
  /** The number of claimable gifts. Needs no query, because every `user/info` has it. */
  countClaimable(caller: Caller, now: Date): Promise<number>;
  /** The next moment when the list changes without a write. */
  nextChange(now: Date): Promise<Date | null>;
};

const DAY_MS = 24 * 3600 * 1000;
/** How long missed and expired gifts are listed. */
const SHOWN_EXPIRED_MS = 7 * DAY_MS;
/** The number of latest claims that the unread mark uses. */
const KNOWN_CLAIMS = 100;

export function createGifts(pool: Pool, ports: RewardsPorts): Gifts {
  const campaigns = async () => (await ports.settings()).gifts;

  return {
    async list({ readerId, profile }, now) {
      const claims = await listClaims(pool, readerId);
      const keys = claims.map(({ campaignId }) => keyOfGift(campaignId, readerId));
      const left = new Map((await listRemaining(pool, keys)).map(({ key, remaining }) => [key, remaining]));
      const remainingOf = (campaignId: number) => left.get(keyOfGift(campaignId, readerId)) ?? null;
      return viewGifts(await campaigns(), claims, remainingOf, { readerId, ...profile }, now);
    },

    async claim({ readerId }, which, now) {
      const running = (await campaigns()).filter((gift) => isRunning(gift, now));
      return transaction(pool, async (tx) => {
        const profile = (await ports.lockReader(tx, readerId)) ?? refuse('sessionLost');
        const receiver = { readerId, ...profile };
        const claimed = new Set((await listClaims(tx, readerId)).map(({ campaignId }) => campaignId));
        const open = running.filter((gift) => isFor(gift, receiver) && !claimed.has(gift.id));
        const chosen = which === 'all' ? open : open.filter(({ id }) => id === which);
        if (chosen.length === 0 && which !== 'all') refuse('giftUnavailable');
        const complete = chosen.filter((gift) => missingFor(gift, receiver) === null);
        if (complete.length === 0 && chosen.length > 0) refuse('phoneRequired');
        for (const gift of complete) await give(tx, readerId, gift, now);
        if (complete.length > 0) await noteClaims(tx, ports, readerId);
        return complete.map(({ id }) => id);
      });
    },

    async countClaimable({ readerId, profile }, now) {
      const receiver = { readerId, ...profile };
      return (await campaigns()).filter((gift) => isClaimable(gift, receiver, now)).length;
    },

    async nextChange(now) {
      const moments = (await campaigns())
        .flatMap(({ start, end }) => [Date.parse(start), Date.parse(end), Date.parse(end) + SHOWN_EXPIRED_MS])
        .filter((moment) => moment > now.getTime());
      return moments.length > 0 ? new Date(Math.min(...moments)) : null;
    },
  };
}

/** Stores the latest claims with the reader, for `countClaimable`. */
export async function noteClaims(
  tx: Tx,
  { setClaimedGifts }: Pick<RewardsPorts, 'setClaimedGifts'>,
  readerId: number,
): Promise<void> {
  const latest = (await listClaims(tx, readerId)).slice(0, KNOWN_CLAIMS);
  await setClaimedGifts(
    tx,
    readerId,
    latest.map(({ campaignId }) => campaignId),
  );
}

/** The key of a gift in the ledger. */
export function keyOfGift(campaignId: number, readerId: number): string {
  return `gift:${campaignId}:${readerId}`;
}

async function give(tx: Tx, readerId: number, gift: GiftPart, now: Date): Promise<void> {
  const { id, title, kind, amount, validDays } = gift;
  const lastsUntil = new Date(now.getTime() + validDays * DAY_MS);
  const claim = { title, kind, amount, validDays, claimableUntil: new Date(gift.end), claimedAt: now, lastsUntil };
  if (!(await addClaim(tx, readerId, { campaignId: id, ...claim }))) throw new Error(`gift ${id} was claimed before`);
  const given = { amount, expiresAt: lastsUntil };
  const content = kind === 'bonus' ? { bonus: given } : { tickets: given };
  await credit(tx, readerId, { kind: 'gift', key: keyOfGift(id, readerId), title, ...content }, now);
}

function viewGifts(
  campaigns: GiftPart[],
  claims: GiftClaim[],
  remainingOf: (campaignId: number) => number | null,
  receiver: Receiver,
  now: Date,
): Gift[] {
  const claimedIds = new Set(claims.map(({ campaignId }) => campaignId));
  const unclaimed = campaigns
    .filter((gift) => hasStarted(gift, now) && isFor(gift, receiver) && !claimedIds.has(gift.id))
    .map((gift) => viewUnclaimed(gift, receiver))
    .toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
  const isShown = (at: Date) => at.getTime() + SHOWN_EXPIRED_MS > now.getTime();
  return [
    ...unclaimed.filter(({ expiresAt }) => expiresAt > now),
    ...claims
      .filter(({ lastsUntil }) => isShown(lastsUntil))
      .map((claim) => viewClaim(claim, remainingOf(claim.campaignId))),
    ...unclaimed.filter(({ expiresAt }) => expiresAt <= now && isShown(expiresAt)),
  ];
}

function viewUnclaimed(gift: GiftPart, receiver: Receiver): Gift {
  const { id, title, kind, amount, validDays, end } = gift;
  const needs = missingFor(gift, receiver);
  const unclaimed = { claimedAt: null, lastsUntil: null, remaining: null };
  return { id, title, kind, amount, validDays, expiresAt: new Date(end), ...unclaimed, needs };
}

function viewClaim({ campaignId, claimableUntil, ...claim }: GiftClaim, remaining: number | null): Gift {
  return { id: campaignId, ...claim, expiresAt: claimableUntil, remaining, needs: null };
}
