// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useHead } from './use-head.ts';
import { useRetry, waitAfter } from './use-retry.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('what fails again and again is tried ever more rarely, but never given up', () => {
  expect([1, 2, 3, 4, 5, 6, 40].map(waitAfter)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test('what has failed is tried again ever later, of another chapter sooner, and at once when the network is back', async () => {
  vi.useFakeTimers();
  const retry = vi.fn();
  const failure = (id: number) => ({ item: { id } });
  const { rerender } = renderHook((failed: { item: { id: number } } | null) => useRetry(failed, retry), {
    initialProps: failure(1),
  });
  rerender(failure(1));
  vi.advanceTimersByTime(3999);
  expect(retry).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(retry).toHaveBeenCalledTimes(1);
  rerender(failure(2));
  vi.advanceTimersByTime(2000);
  expect(retry).toHaveBeenCalledTimes(2);
  rerender(failure(2));
  window.dispatchEvent(new Event('online'));
  expect(retry).toHaveBeenCalledTimes(3);
});

test('the chapter before is wanted once each time the reader comes to its place', () => {
  const [prepare, onJoin] = [vi.fn(), vi.fn()];
  const { result } = renderHook(() => useHead(prepare, onJoin));
  const { onHead } = result.current;
  for (const isThere of [false, true, true, false]) onHead(isThere);
  expect(prepare).toHaveBeenCalledTimes(1);
  prepare.mock.calls[0]?.[0]('chapter');
  onHead(true);
  expect(prepare).toHaveBeenCalledTimes(2);
  prepare.mock.calls[1]?.[0]('chapter');
  expect(onJoin.mock.calls).toEqual([
    ['chapter', false],
    ['chapter', true],
  ]);
});
