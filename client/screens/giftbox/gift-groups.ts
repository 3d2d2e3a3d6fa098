import type { Gift } from '../../features/buying/gifts/claim-gift.ts';
import type { Reward } from '../../features/buying/reward-words/reward-text.ts';
import { lastDay } from '../../features/text/format/deadline-text.ts';
import { endOfDay, shanghaiToday } from '../../features/text/format/shanghai-day.ts';

/** Gifts by their next action; those to be claimed in the order in which they end. */
export function groupGifts(gifts: readonly Gift[], now: number) {
  const isPast = ({ expiresAt }: Gift) => Date.parse(expiresAt) <= now;
  const waiting = gifts.filter(({ claimedAt }) => claimedAt === null);
  return {
    open: waiting
      .filter((one) => !isPast(one))
      .toSorted((a, b) => Number(a.needs !== null) - Number(b.needs !== null) || endOf(a) - endOf(b)),
    claimed: gifts
      .filter(({ claimedAt }) => claimedAt !== null)
      .toSorted((a, b) => Date.parse(b.claimedAt ?? '') - Date.parse(a.claimedAt ?? '')),
    past: waiting.filter(isPast).toSorted((a, b) => endOf(b) - endOf(a)),
  };
}

function endOf({ expiresAt }: Gift): number {
  return Date.parse(expiresAt);
}

/** The sum of these gifts. */
export function totalOf(gifts: readonly Gift[], ids: readonly number[]): Reward {
  const counted = gifts.filter(({ id }) => ids.includes(id));
  const sumOf = (kind: Gift['kind']) =>
    counted.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  return { bonus: sumOf('bonus'), tickets: sumOf('ticket') };
}

/** The state of a claimed gift as a text. */
export function claimedText({ lastsUntil, remaining }: Gift, now: number): string {
  if (lastsUntil === null) return '';
  if (Date.parse(lastsUntil) <= now) return '有效期已过';
  return remaining === 0 ? '已用完' : `有效至 ${lastDay(lastsUntil)}`;
}

/** The next moment at which a gift ends, or the words about it change at midnight. */
export function nextChange(gifts: readonly Gift[], now: number): string {
  let next = endOfDay(shanghaiToday(now));
  for (const { claimedAt, expiresAt, lastsUntil } of gifts) {
    const end = claimedAt === null ? expiresAt : lastsUntil;
    if (end !== null && Date.parse(end) > now && Date.parse(end) < Date.parse(next)) next = end;
  }
  return next;
}
