import { expect, test } from 'vitest';
import { viewCard, viewSale } from './card-view.ts';

const DAY_MS = 24 * 3600 * 1000;
const NOW = new Date('2026-03-15T04:00:00Z');
const daysAgo = (days: number, laterMs = 0) => new Date(NOW.getTime() - days * DAY_MS + laterMs);

function card(firstAt: Date, latestAt: Date) {
  return {
    id: 1,
    title: '雾海行舟',
    authors: ['作者'],
    genres: ['奇幻'],
    status: 'serial' as const,
    weekdays: [1],
    ageRating: 'all' as const,
    cover: { key: 'a.webp', width: 600, height: 800, color: '#123456', variants: [] },
    latestId: 3,
    latestNo: 2,
    latestTitle: '第2话',
    latestAt,
    firstAt,
    allFree: false,
    views: 7,
    waitHours: 0,
    salePercent: null,
    saleEndsAt: null,
  };
}
const flags = (firstAt: Date, latestAt: Date) => viewCard(card(firstAt, latestAt), NOW).flags;

test('a comic is new up to, but not at, the end of fourteen days after its first chapter', () => {
  expect(flags(daysAgo(14, 1), daysAgo(5))).toEqual({ new: true, up: false, free: false });
  expect(flags(daysAgo(14), daysAgo(5))).toEqual({ new: false, up: false, free: false });
});

test('a comic is updated up to, but not at, the end of a day after its latest chapter', () => {
  expect(flags(daysAgo(30), daysAgo(1, 1))).toEqual({ new: false, up: true, free: false });
  expect(flags(daysAgo(30), daysAgo(1))).toEqual({ new: false, up: false, free: false });
});

test('a sale is shown with its end, also at 0 percent; without a promotion there is none', () => {
  const endsAt = new Date('2026-03-20T00:00:00Z');
  expect(viewSale(0, endsAt)).toEqual({ percent: 0, endsAt: '2026-03-20T00:00:00.000Z' });
  expect(viewSale(null, endsAt)).toBeNull();
  expect(viewSale(70, null)).toBeNull();
});

test('the badge 等免 is on a comic with a wait, unless all of it is free', () => {
  const waits = (given: { waitHours: number; allFree: boolean }) =>
    viewCard({ ...card(daysAgo(30), daysAgo(5)), ...given }, NOW).waits;
  expect(waits({ waitHours: 24, allFree: false })).toBe(true);
  expect(waits({ waitHours: 0, allFree: false })).toBeUndefined();
  expect(waits({ waitHours: 24, allFree: true })).toBeUndefined();
});
