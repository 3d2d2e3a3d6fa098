import type { CallerProfile } from '../../../core/dispatch/ctx.ts';
import type { GiftPart } from '../../editorial/editorial.ts';

/** A reader as the account module knows them, for the rules of campaigns. */
export type Receiver = Pick<CallerProfile, 'telephone' | 'createdAt' | 'awaySince' | 'backAt'> & { readerId: number };

const DAY_MS = 24 * 3600 * 1000;

/** Whether a campaign is for this reader, who can still need a phone number for it. */
export function isFor({ to, start }: GiftPart, { readerId, createdAt, awaySince, backAt }: Receiver): boolean {
  const startsAt = Date.parse(start);
  switch (to.readers) {
    case 'all':
      return true;
    case 'listed':
      return to.ids.includes(readerId);
    case 'new':
      return createdAt.getTime() >= startsAt - to.days * DAY_MS;
    case 'returning':
      if (!awaySince || !backAt || backAt.getTime() < startsAt) return false;
      return backAt.getTime() - awaySince.getTime() >= to.days * DAY_MS;
  }
}

/** Gifts for new readers need a phone number, because anonymous sessions cost nothing. */
export function missingFor({ to }: GiftPart, { telephone }: Receiver): 'phone' | null {
  return to.readers === 'new' && telephone === null ? 'phone' : null;
}

/** Whether a reader can claim a gift now. */
export function isClaimable(
  gift: GiftPart,
  receiver: Receiver & { claimedGifts: readonly number[] | null },
  now: Date,
): boolean {
  if (!isRunning(gift, now) || receiver.claimedGifts?.includes(gift.id)) return false;
  return isFor(gift, receiver) && missingFor(gift, receiver) === null;
}

export function hasStarted({ start }: GiftPart, now: Date): boolean {
  return Date.parse(start) <= now.getTime();
}

/** Whether it can be claimed at this moment: from its start until before its end. */
export function isRunning(gift: GiftPart, now: Date): boolean {
  return hasStarted(gift, now) && now.getTime() < Date.parse(gift.end);
}
