import { expect, test } from 'vitest';
import type { Gift } from '../../features/buying/gifts/claim-gift.ts';
import { claimedText, groupGifts, nextChange, totalOf } from './gift-groups.ts';

const NOW = Date.parse('2026-11-22T01:00:00Z');
const in_ = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const gift = (id: number, change: Partial<Gift> = {}): Gift => ({
  id,
  title: `礼包 ${id}`,
  kind: 'bonus',
  amount: 10,
  expiresAt: in_(100),
  claimedAt: null,
  validDays: 90,
  lastsUntil: null,
  remaining: null,
  needs: null,
  ...change,
});
const ids = (gifts: Gift[]) => gifts.map(({ id }) => id);

test('gifts are ordered by their end; those that need a phone come later; ended ones are past', () => {
  const { open, claimed, past } = groupGifts(
    [
      gift(1),
      gift(2, { expiresAt: in_(2) }),
      gift(3, { expiresAt: in_(1), needs: 'phone' }),
      gift(4, { expiresAt: in_(0) }),
      gift(5, { expiresAt: in_(-9) }),
      gift(6, { claimedAt: in_(-5), expiresAt: in_(-1) }),
      gift(7, { claimedAt: in_(-3) }),
    ],
    NOW,
  );
  expect([ids(open), ids(claimed), ids(past)]).toEqual([
    [2, 1, 3],
    [7, 6],
    [4, 5],
  ]);
});

test('claimed gifts are added up by kind', () => {
  const gifts = [gift(1), gift(2, { amount: 5 }), gift(3, { kind: 'ticket', amount: 2 }), gift(4)];
  expect(totalOf(gifts, [1, 2, 3])).toEqual({ bonus: 15, tickets: 2 });
  expect(totalOf(gifts, [])).toEqual({ bonus: 0, tickets: 0 });
});

test('the screen changes when the next gift ends, and at midnight in Shanghai at the latest', () => {
  const midnight = '2026-11-22T16:00:00.000Z';
  expect(nextChange([], NOW)).toBe(midnight);
  expect(nextChange([gift(1)], NOW)).toBe(midnight);
  expect(nextChange([gift(1, { expiresAt: in_(3) }), gift(2, { expiresAt: in_(2) })], NOW)).toBe(in_(2));
  expect(nextChange([gift(1, { expiresAt: in_(-3) })], NOW)).toBe(midnight);
  expect(nextChange([gift(1, { claimedAt: in_(-3), expiresAt: in_(1), lastsUntil: in_(4) })], NOW)).toBe(in_(4));
});

test.each([
  ['not used', 24, 10, '有效至 2026-11-23'],
  ['used in part', 24, 1, '有效至 2026-11-23'],
  ['used', 24, 0, '已用完'],
  ['of a merged account', 24, null, '有效至 2026-11-23'],
  ['over, and not used', 0, 10, '有效期已过'],
  ['over, and taken back', 0, 0, '有效期已过'],
])('a claimed gift that is %s says so', (_name, hours, remaining, text) => {
  expect(claimedText(gift(1, { claimedAt: in_(-1), lastsUntil: in_(hours), remaining }), NOW)).toBe(text);
});
