// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useOnShown, useShownPage } from './use-shown-page.ts';

vi.mock('../progress/start-of.ts', () => ({ startOf: () => ({ page: 0, offset: 0 }) }));

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    cleanup();
    vi.useRealTimers();
  };
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const chapterOf = (id: number) => ({ chapter: { id }, pages: Array.from({ length: 20 }) });

/** A reader of two chapters of 20 pages; `show` reports a page and returns the one that it is rendered for. */
function open(paged = false) {
  const chapters = [chapterOf(1), chapterOf(2)] as never[];
  const { result, unmount } = renderHook(() => {
    const parts = useShownPage(chapters[0] as never, 'e');
    return { ...parts, onShown: useOnShown({ ...parts, chapters, paged }) };
  });
  const rendered = () => result.current.shown;
  const show = async (chapter: number, page: number, more: { percent?: number; isPast?: boolean } = {}) => {
    await act(async () => result.current.onShown({ chapter, page, percent: null, ...more }));
    return rendered();
  };
  return { show, rendered, latest: () => result.current.useLatestShown.getState(), unmount };
}

test('a strip is not rendered for each page that is scrolled past, but for the one where it stops', async () => {
  const { show, rendered, latest } = open();
  expect(await show(0, 1)).toMatchObject({ page: 0 });
  await pass(499);
  expect(await show(0, 2)).toMatchObject({ page: 0 });
  expect(latest()).toMatchObject({ page: 2 });
  await pass(499);
  expect(rendered()).toMatchObject({ page: 0 });
  await pass(1);
  expect(rendered()).toMatchObject({ page: 2 });
});

test.each([
  ['another chapter', 1, 0, {}],
  ['the last page', 0, 19, {}],
  ['the place from which the next chapter is fetched', 1, 15, {}],
  ['the end of a long page', 0, 3, { percent: 100 }],
  ['the content after the last page', 0, 3, { isPast: true }],
])('a strip is rendered at once for %s', async (_name, chapter, page, more) => {
  expect(await open().show(chapter, page, more)).toMatchObject({ chapter, page });
});

test('near the end a strip waits again', async () => {
  const { show } = open();
  await show(1, 15);
  expect(await show(1, 16)).toMatchObject({ page: 15 });
  expect(await show(1, 14)).toMatchObject({ page: 14 });
});

test('each page that is turned to is rendered at once', async () => {
  expect(await open(true).show(0, 1)).toMatchObject({ page: 1 });
});

test('a reader that is closed is not rendered later', async () => {
  const { show, unmount } = open();
  await show(0, 1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
