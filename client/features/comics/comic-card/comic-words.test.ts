import { expect, test } from 'vitest';
import { completeText, coverBadge, saleText, tellsNew } from './comic-words.ts';

const now = Date.parse('2026-11-20T04:00:00Z');
const later = '2026-11-20T04:00:01Z';

const none = { new: false, up: false, free: false };

test.each([
  [{ sale: null, flags: none }, null, null],
  [{ sale: null, flags: { ...none, up: true } }, '更新', '更新'],
  [{ sale: null, flags: { ...none, up: true, new: true } }, '新作', null],
  [{ sale: { percent: 75, endsAt: later }, flags: { ...none, new: true } }, '7.5折', '7.5折'],
  [{ sale: { percent: 0, endsAt: later }, flags: none }, '限免', '限免'],
  [{ sale: null, flags: { ...none, up: true, new: true }, waits: true as const }, '等免', '等免'],
  [{ sale: { percent: 75, endsAt: later }, flags: none, waits: true as const }, '7.5折', '7.5折'],
  [{ sale: { percent: 0, endsAt: '2026-11-20T04:00:00Z' }, flags: { ...none, new: true } }, '新作', null],
])('a cover of %j has the badge %s, by itself %s', (comic, badge, alone) => {
  expect(coverBadge(comic, true, now)?.text ?? null).toBe(badge);
  expect(coverBadge(comic, false, now)?.text ?? null).toBe(alone);
});

test('the badge for adults comes before all others', () => {
  const comic = { sale: null, flags: { new: true, up: true, free: false }, restricted: true as const };
  expect(coverBadge(comic, true)).toEqual({ text: '18+', meaning: 'restricted' });
});

test('new comics are marked among others, not where more than half of them are new', () => {
  const list = (fresh: number, old: number) =>
    [...Array(fresh).fill(true), ...Array(old).fill(false)].map((isNew) => ({
      sale: null,
      flags: { ...none, new: isNew },
    }));
  expect([tellsNew(list(3, 3)), tellsNew(list(4, 3)), tellsNew(list(1, 0))]).toEqual([true, false, false]);
});

test.each([
  [0, '限免'],
  [5, '0.5折'],
  [33, '3.3折'],
  [70, '7折'],
])('%i percent of the price reads %s', (percent, text) => {
  expect(saleText(percent)).toBe(text);
});

test.each([
  [12, '', '第12话完结'],
  [23.5, '终章', '第23.5话完结'],
  [12.01, '后记', '已完结'],
])('a complete comic with the last chapter %d %s is named %s', (no, title, text) => {
  expect(completeText({ id: 1, no, title, publishedAt: later })).toBe(text);
});
