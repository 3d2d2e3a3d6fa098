// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { createRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useReadingPosition } from './use-reading-position.ts';

const { noteProgress, sendProgress } = vi.hoisted(() => ({ noteProgress: vi.fn(), sendProgress: vi.fn() }));
vi.mock('../../../features/reading/progress/progress.ts', () => ({ noteProgress, sendProgress }));

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  return () => {
    cleanup();
    vi.useRealTimers();
  };
});

const chapters = [
  { chapter: { id: 7 }, pages: [{}, {}] },
  { chapter: { id: 8 }, pages: [{}] },
  { chapter: { id: 9 }, pages: [{}, {}], cut: true },
] as never;

function open(shown: { chapter: number; page: number; percent: number | null }) {
  const box = createRef<HTMLElement>();
  box.current = document.createElement('div');
  const anchor = { current: { chapter: shown.chapter, page: shown.page, offset: 0.25, atEnd: false } };
  const parts = { entry: 'e', box, anchor, chapters, wholePages: false };
  const hook = renderHook((now: typeof shown) => useReadingPosition({ ...parts, shown: now } as never), {
    initialProps: shown,
  });
  return { ...hook, box: box.current, anchor };
}

test('the position is noted when scrolling has stopped, and sent when the page is hidden', () => {
  const { box, anchor } = open({ chapter: 0, page: 0, percent: null });
  vi.advanceTimersByTime(300);
  expect(noteProgress.mock.calls).toEqual([[7, { page: 0, offset: 0.25, atEnd: false }, false]]);
  anchor.current.page = 1;
  box.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(200);
  box.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(200);
  expect(noteProgress).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(noteProgress).toHaveBeenLastCalledWith(7, { page: 1, offset: 0.25, atEnd: false }, false);
  expect(sendProgress).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sendProgress.mock.calls).toEqual([[true]]);
});

test.each([
  ['window', 'pagehide'],
  ['document', 'visibilitychange'],
] as const)('a closed chapter is sent once and no longer listens to %s %s', (target, event) => {
  const { unmount, box } = open({ chapter: 0, page: 0, percent: null });
  unmount();
  expect(sendProgress).toHaveBeenCalledTimes(1);
  globalThis[target].dispatchEvent(new Event(event));
  box.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(10_000);
  expect([noteProgress.mock.calls.length, sendProgress.mock.calls.length]).toEqual([1, 1]);
});

test('a chapter left at its last page is noted as finished, with its own last position', () => {
  const { rerender, anchor, box } = open({ chapter: 0, page: 1, percent: null });
  box.dispatchEvent(new Event('scroll'));
  anchor.current = { chapter: 1, page: 0, offset: 0.5, atEnd: false };
  rerender({ chapter: 1, page: 0, percent: null });
  expect(noteProgress.mock.calls).toEqual([[7, { page: 1, offset: 0.25, atEnd: false }, true]]);
});

test.each([
  [{ chapter: 0, page: 1, percent: null }, false, true],
  // The end of a chapter that lost its last pages is not its own.
  [{ chapter: 2, page: 1, percent: null }, true, false],
])('at %j the end in view counts unless the chapter is cut (%s): %s', (shown, _cut, atEnd) => {
  const { anchor } = open(shown);
  anchor.current.atEnd = true;
  vi.advanceTimersByTime(300);
  expect(noteProgress.mock.calls[0]?.[1]).toMatchObject({ atEnd });
});
