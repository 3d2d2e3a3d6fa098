// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { StripPosition } from './strip-position.ts';
import { useStrip } from './use-strip.ts';

const { sources, flings } = vi.hoisted(() => ({
  sources: { setTargets: vi.fn() },
  flings: { stop: vi.fn(), follow: (_isFling: boolean): void => undefined },
}));
vi.mock('./use-page-sources.ts', () => ({ usePageSources: () => sources }));
vi.mock('./follow-flings.ts', () => ({
  followFlings(_box: HTMLElement, _axis: string, follow: typeof flings.follow) {
    flings.follow = follow;
    return flings.stop;
  },
}));

/** A page fills the width and is twice as high as wide. */
const screen = { width: 400, height: 600 };
const CHAPTER_PX = 4 * 800;
const DIVIDER_PX = 72;
const onShown = vi.fn();
const onHead = vi.fn();
const fetchCurrentUrl = vi.fn();
const scrollTo = vi.spyOn(HTMLElement.prototype, 'scrollTo');
const room = { widest: 1000, padding: 0, gap: 0 };

beforeEach(() => {
  Object.assign(screen, { width: 400, height: 600 });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => screen.width);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => 7000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return Number(this.dataset.roomBefore ?? screen.height);
  });
  return () => {
    cleanup();
    vi.clearAllMocks();
    vi.unstubAllGlobals();
  };
});

const page = { width: 100, height: 200, url: '/p', color: '#000' };
const chapter = (id: number, pages = 4) => ({ chapter: { id }, pages: Array.from({ length: pages }, () => page) });
const ONE = [chapter(7)];
type Parts = { chapters?: object[]; before?: number };

function Strip({ chapters = ONE, before = 0, anchor }: Parts & { anchor: { current: StripPosition } }) {
  const parts = { chapters, axis: 'vertical', anchor, room, fetchCurrentUrl, onShown, onHead };
  const { scroller } = useStrip(parts as never);
  return createElement('section', { ref: scroller }, createElement('div', { 'data-room-before': before }));
}

function open({ at = {}, ...first }: Parts & { at?: Partial<StripPosition> } = {}) {
  const anchor = { current: { chapter: 0, page: 0, offset: 0, ...at } as StripPosition };
  const as = (parts: Parts) => createElement(Strip, { ...parts, anchor });
  const { container, rerender, unmount } = render(as(first));
  const box = container.querySelector('section') as HTMLElement;
  const scroll = (scrollTop: number, isFling = false) => {
    box.scrollTop = scrollTop;
    flings.follow(isFling);
  };
  const resize = (width: number) => {
    screen.width = width;
    act(() => void window.dispatchEvent(new Event('resize')));
  };
  return { box, anchor, unmount, scroll, resize, show: (parts: Parts) => rerender(as(parts)) };
}
/** The strip scrolls no farther when it is placed. */
const endAt = (px: number) =>
  scrollTo.mockImplementationOnce(function (this: HTMLElement) {
    this.scrollTop = px;
  } as never);
const seen = () => onShown.mock.lastCall?.[0];

test('a strip begins at its position, which stays unchanged until the reader moves', () => {
  const at = { page: 2, offset: 0.50123 };
  const { box, anchor, scroll } = open({ at });
  expect(box.scrollTop).toBeCloseTo(2000.984);
  scroll(box.scrollTop);
  expect(anchor.current).toMatchObject(at);
  scroll(1000);
  expect(anchor.current).toMatchObject({ page: 1, offset: 0.25, atEnd: false, seesEnd: false });
  scroll(2600);
  expect(anchor.current).toMatchObject({ page: 3, offset: 0.25, atEnd: true, seesEnd: true });
  scroll(2000.984);
  expect(anchor.current).toMatchObject({ page: 2 });
});

test('a position near the end, which the strip cannot scroll to, is kept', () => {
  endAt(2600);
  const { anchor, scroll } = open({ at: { page: 3, offset: 0.9 } });
  scroll(2600);
  expect(anchor.current).toMatchObject({ page: 3, offset: 0.9, atEnd: true });
});

test('the shown page is reported once, and a percentage only for a chapter of one page', () => {
  const { scroll } = open({ chapters: [chapter(7), chapter(8, 1)] });
  expect(onShown.mock.calls).toEqual([[{ chapter: 0, page: 0, percent: null, isPast: false }]]);
  scroll(1);
  expect(onShown).toHaveBeenCalledTimes(1);
  scroll(CHAPTER_PX + DIVIDER_PX + 100);
  expect(seen()).toEqual({ chapter: 1, page: 0, percent: 50, isPast: false });
  scroll(CHAPTER_PX + DIVIDER_PX + 500);
  expect(seen()).toMatchObject({ percent: 100, isPast: false });
  scroll(CHAPTER_PX + DIVIDER_PX + 501);
  expect(seen()).toMatchObject({ percent: 100, isPast: true });
});

test('during a fling pages are reported but not loaded, and the same view is requested once', () => {
  const { scroll } = open();
  expect(sources.setTargets).toHaveBeenCalledTimes(1);
  scroll(10);
  expect(sources.setTargets).toHaveBeenCalledTimes(1);
  scroll(2000, true);
  expect([seen().page, sources.setTargets.mock.calls.length]).toEqual([3, 1]);
  scroll(2000);
  // The nearest first: the images in view.
  expect(sources.setTargets.mock.lastCall?.[0][0].key).toBe('7/2/0');
  expect(sources.setTargets).toHaveBeenCalledTimes(2);
});

test('for other chapters or other addresses the pages are reported and loaded again', () => {
  const { show } = open();
  show({ chapters: [chapter(9)] });
  expect([onShown.mock.calls.length, sources.setTargets.mock.lastCall?.[0][0].key]).toEqual([2, '9/0/0']);
  show({ chapters: [{ ...chapter(9), pages: [{ ...page, url: '/new' }] }] });
  expect(sources.setTargets.mock.lastCall?.[0][0].url).toBe('/new');
});

test('the content before the strip is in view from the first whole pixel', () => {
  const { scroll } = open({ before: 300 });
  const isThere = (px: number) => {
    scroll(px);
    return onHead.mock.lastCall?.[0];
  };
  expect([300, 299.5, 299, 0, 301].map(isThere)).toEqual([false, false, true, true, false]);
});

test('a chapter added after the strip moves nothing; one added before keeps the position', () => {
  const { box, show, scroll, anchor } = open();
  scroll(1000);
  scrollTo.mockClear();
  show({ chapters: [chapter(7), chapter(8)] });
  expect([box.scrollTop, scrollTo.mock.calls]).toEqual([1000, []]);
  anchor.current = { ...anchor.current, chapter: 1 };
  show({ chapters: [chapter(6), chapter(7), chapter(8)], before: 50 });
  expect(box.scrollTop).toBe(1000 + CHAPTER_PX + DIVIDER_PX + 50);
  expect(anchor.current).toMatchObject({ chapter: 1, page: 1, offset: 0.25 });
});

test('a chapter added before an unmoved position leaves the position unchanged', () => {
  const at = { page: 3, offset: 0.9 };
  endAt(2600);
  const { show, anchor, box } = open({ at });
  anchor.current = { ...anchor.current, chapter: 1 };
  show({ chapters: [chapter(6), chapter(7)] });
  flings.follow(false);
  expect(anchor.current).toMatchObject({ chapter: 1, ...at });
  expect(box.scrollTop).toBe(CHAPTER_PX + DIVIDER_PX + 2600);
});

test('a change of the width keeps the position, also one that is not yet reported', () => {
  const { box, scroll, resize } = open();
  scroll(1000);
  resize(200);
  expect(box.scrollTop).toBe(500);
  box.scrollTop = 600;
  resize(400);
  expect(box.scrollTop).toBe(1200);
  // There the browser has pulled the strip back.
  box.scrollTop = 6400;
  resize(200);
  expect(box.scrollTop).toBe(600);
});

test('a turned screen reports no page while its height is new and its width is old', () => {
  const { scroll, resize } = open();
  scroll(1900);
  vi.clearAllMocks();
  screen.height = 1300;
  resize(800);
  expect(onShown.mock.calls.map(([{ page: shown }]) => shown)).toEqual([2]);
});

test('an unmounted strip is not followed', () => {
  const { unmount } = open();
  expect(flings.stop).not.toHaveBeenCalled();
  unmount();
  expect(flings.stop).toHaveBeenCalledTimes(1);
});
