import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExpirySchedule } from './expiry-schedule.ts';

const NOW = Date.parse('2026-11-20T04:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const header = (ms: number) => new Date(NOW + ms).toUTCString();

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A screen that records its refetches: the milliseconds since the start, and the query. */
function screen(answer = () => {}) {
  const refetches: [number, ...string[]][] = [];
  const eye = { hidden: false };
  const schedule = createExpirySchedule({
    now: () => Date.now(),
    hidden: () => eye.hidden,
    refetch(paths) {
      refetches.push([Date.now() - NOW, ...paths]);
      answer();
    },
  });
  return { schedule, refetches, eye };
}

test('an expired answer is refetched once, about two seconds after its moment at most', async () => {
  const { schedule, refetches } = screen();
  schedule.note('home', header(60_000));
  await vi.advanceTimersByTimeAsync(60_500);
  expect(refetches).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(refetches).toEqual([[expect.any(Number), 'home']]);
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(refetches).toHaveLength(1);
});

test('the earliest expiry of a call counts, and calls are independent', async () => {
  const { schedule, refetches } = screen();
  schedule.note('comic/info', header(90_000));
  schedule.note('comic/info', header(30_000));
  schedule.note('comic/info', header(60_000));
  schedule.note('promotion', header(45_000));
  await vi.advanceTimersByTimeAsync(200_000);
  expect(refetches.map(([, ...paths]) => paths)).toEqual([['comic/info'], ['promotion']]);
  expect(refetches[0]?.[0]).toBeLessThan(33_000);
});

test('a moment beyond a timer’s limit is reached, and a broken header is ignored', async () => {
  const { schedule, refetches } = screen();
  schedule.note('event', header(40 * DAY_MS));
  schedule.note('home', 'tomorrow');
  await vi.advanceTimersByTimeAsync(40 * DAY_MS);
  expect(refetches).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(refetches).toHaveLength(1);
});

test('nothing is refetched while the page is hidden; due answers are refetched when it is shown', async () => {
  const { schedule, refetches, eye } = screen();
  schedule.note('home', header(10_000));
  eye.hidden = true;
  await vi.advanceTimersByTimeAsync(600_000);
  schedule.note('free', header(700_000));
  expect(refetches).toEqual([]);
  eye.hidden = false;
  schedule.check();
  expect(refetches).toEqual([[600_000, 'home']]);
  await vi.advanceTimersByTimeAsync(110_000);
  expect(refetches).toHaveLength(2);
});

test('answers that arrive expired, as behind some proxies, are refetched with growing pauses', async () => {
  const { schedule, refetches } = screen(() => schedule.note('home', new Date().toUTCString()));
  schedule.note('home', header(0));
  await vi.advanceTimersByTimeAsync(3_600_000);
  const gaps = refetches.slice(1).map(([at], index) => at - (refetches[index]?.[0] ?? 0));
  expect(refetches.length).toBeLessThan(70);
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(60_000);
});

test.each([
  [0, 600],
  [0.5, 1350],
])(
  'at the random %s an answer is refetched %i ms after its moment, with no timer before or after',
  async (random, ms) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const { schedule, refetches } = screen();
    schedule.note('home', header(60_000));
    schedule.note('free', header(61_000));
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(refetches).toEqual([
      [60_000 + ms, 'home'],
      [61_000 + ms, 'free'],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  },
);

test('the pauses of answers that arrive expired double from two seconds to a minute', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { schedule, refetches } = screen(() => schedule.note('home', header(0)));
  schedule.note('home', header(0));
  await vi.advanceTimersByTimeAsync(400_000);
  const times = [0, ...refetches.map(([at]) => at)];
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0) - 600);
  expect(pauses.slice(0, 7)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test('after an answer in time there is no pause', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { schedule, refetches } = screen();
  schedule.note('home', header(0));
  await vi.advanceTimersByTimeAsync(2600);
  schedule.note('home', header(10_000));
  await vi.advanceTimersByTimeAsync(20_000);
  schedule.note('home', header(0));
  await vi.advanceTimersByTimeAsync(2600);
  expect(refetches.map(([at]) => at)).toEqual([2600, 10_600, 25_200]);
});
