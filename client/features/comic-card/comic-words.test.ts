import { expect, test } from 'vitest';
import { badgeOf, saleText } from './comic-words.ts';

const now = Date.parse('2026-11-20T04:00:00Z');
const later = '2026-11-20T04:00:01Z';

const none = { new: false, up: false, free: false };

test.each([
  [{ sale: null, flags: none }, null],
  [{ sale: null, flags: { ...none, up: true } }, '更新'],
  [{ sale: null, flags: { ...none, up: true, new: true } }, '新作'],
  [{ sale: { percent: 75, endsAt: later }, flags: { ...none, new: true } }, '7.5折'],
  [{ sale: { percent: 0, endsAt: later }, flags: none }, '限免'],
  [{ sale: { percent: 0, endsAt: '2026-11-20T04:00:00Z' }, flags: { ...none, new: true } }, '新作'],
])('a cover of %j bears %s', (comic, badge) => {
  expect(badgeOf(comic, now)).toBe(badge);
});

test.each([
  [0, '限免'],
  [5, '0.5折'],
  [33, '3.3折'],
  [70, '7折'],
])('%i percent of the price reads %s', (percent, text) => {
  expect(saleText(percent)).toBe(text);
});
