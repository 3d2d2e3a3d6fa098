// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('work begins once, three seconds after the start', () => {
  const work = vi.fn();
  whenIdle(work);
  vi.advanceTimersByTime(2999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
  document.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledOnce();
});

test.each(['pointerdown', 'keydown', 'scroll'])('a %s makes it wait for three seconds more', (input) => {
  const work = vi.fn();
  whenIdle(work);
  vi.advanceTimersByTime(2000);
  document.dispatchEvent(new Event(input));
  vi.advanceTimersByTime(2999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
});

test('while the reader never stops, it begins after twenty seconds', () => {
  const work = vi.fn();
  whenIdle(work);
  for (let second = 0; second < 19; second += 1) {
    vi.advanceTimersByTime(1000);
    dispatchEvent(new Event('scroll'));
  }
  vi.advanceTimersByTime(999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
});
