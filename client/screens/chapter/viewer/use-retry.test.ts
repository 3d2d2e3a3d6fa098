// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useHead } from './use-head.ts';
import { useRetry, waitAfter } from './use-retry.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('repeated failures are retried with growing delays, without an end', () => {
  expect([1, 2, 3, 4, 5, 6, 40].map(waitAfter)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test('retries have growing delays, start again for another chapter, and run at once when the network is back', async () => {
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

const PREVIOUS = { pages: [0, 1, 2] };

test.each([
  ['paged-ltr', [false, true], [{ chapter: 0, page: 2, offset: 0 }]],
  ['strip', [true, true], [{ chapter: 2, page: 1, offset: 0.5 }]],
] as const)(
  'in mode %s the previous chapter is fetched when the reader comes to it, and joined: %j',
  (mode, joined, places) => {
    const prepare = vi.fn();
    const place = { current: { chapter: 0, page: 1, offset: 0.5 } };
    const { result } = renderHook(() => useHead({ mode, place, setShown: vi.fn(), preparePrevious: prepare }));
    const { onHead } = result.current;
    for (const isThere of [false, true, true, false]) onHead(isThere);
    expect(prepare).toHaveBeenCalledTimes(1);
    const first = prepare.mock.calls[0]?.[0](PREVIOUS);
    onHead(true);
    expect(prepare).toHaveBeenCalledTimes(2);
    expect([first, prepare.mock.calls[1]?.[0](PREVIOUS)]).toEqual(joined);
    expect([place.current]).toEqual(places);
  },
);
