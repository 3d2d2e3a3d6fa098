import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExpirySchedule } from './expiry-schedule.ts';

const NOW = Date.parse('2026-11-20T04:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const header = (ms: number) => new Date(NOW + ms).toUTCString();

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** A screen that notes when it asked anew, in milliseconds from the start, and for what. */
function screen(answer = () => {}) {
  const asked: [number, ...string[]][] = [];
  const eye = { hidden: false };
  const turns = createExpirySchedule({
    now: () => Date.now(),
    hidden: () => eye.hidden,
    refetch(paths) {
      asked.push([Date.now() - NOW, ...paths]);
      answer();
    },
  });
  return { turns, asked, eye };
}

test('an answer is asked for anew once, within two seconds or so of its moment', async () => {
  const { turns, asked } = screen();
  turns.note('home', header(60_000));
  await vi.advanceTimersByTimeAsync(60_500);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([[expect.any(Number), 'home']]);
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(asked).toHaveLength(1);
});

test('of several answers to a call the earliest counts, and calls wait each for themselves', async () => {
  const { turns, asked } = screen();
  turns.note('comic/info', header(90_000));
  turns.note('comic/info', header(30_000));
  turns.note('comic/info', header(60_000));
  turns.note('promotion', header(45_000));
  await vi.advanceTimersByTimeAsync(200_000);
  expect(asked.map(([, ...paths]) => paths)).toEqual([['comic/info'], ['promotion']]);
  expect(asked[0]?.[0]).toBeLessThan(33_000);
});

test('a moment beyond what a timer can hold is waited for, and no header or a broken one is nothing', async () => {
  const { turns, asked } = screen();
  turns.note('event', header(40 * DAY_MS));
  turns.note('home', 'tomorrow');
  await vi.advanceTimersByTimeAsync(40 * DAY_MS);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toHaveLength(1);
});

test('while nobody looks nothing is asked, and at once when somebody does', async () => {
  const { turns, asked, eye } = screen();
  turns.note('home', header(10_000));
  eye.hidden = true;
  await vi.advanceTimersByTimeAsync(600_000);
  turns.note('free', header(700_000));
  expect(asked).toEqual([]);
  eye.hidden = false;
  turns.check();
  expect(asked).toEqual([[600_000, 'home']]);
  await vi.advanceTimersByTimeAsync(110_000);
  expect(asked).toHaveLength(2);
});

test('where answers always come too late, as behind a proxy that says its own, they are asked for ever more rarely', async () => {
  const { turns, asked } = screen(() => turns.note('home', new Date().toUTCString()));
  turns.note('home', header(0));
  await vi.advanceTimersByTimeAsync(3_600_000);
  const gaps = asked.slice(1).map(([at], index) => at - (asked[index]?.[0] ?? 0));
  expect(asked.length).toBeLessThan(70);
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(60_000);
});
