// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ViewerProps } from '../modes/viewer.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import { usePaged } from './use-paged.ts';

const sources = vi.hoisted(() => ({ setTargets: vi.fn() }));
vi.mock('../strip/use-page-sources.ts', () => ({ usePageSources: () => sources }));

const TALL_HEIGHT = 4000;
const screen = { width: 400, height: 800 };
const onShown = vi.fn();
const onHead = vi.fn();
const onReady = vi.fn();
const scrollTo = vi.spyOn(HTMLElement.prototype, 'scrollTo');

beforeEach(() => {
  Object.assign(screen, { width: 400, height: 800 });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => screen.width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => screen.height);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => TALL_HEIGHT);
  return () => {
    cleanup();
    vi.clearAllMocks();
    vi.unstubAllGlobals();
  };
});

const page = (height = 140) => ({ width: 100, height, url: '/p', color: '#000' });
const chapter = (id: number, pages = [page(), page(), page(), page()]) => ({
  chapter: { id },
  pages,
  comic: { direction: 'ltr' },
});
type Parts = { chapters?: object[]; mode?: string; head?: string | null; at?: Partial<StripPosition> };

/** A chapter of one page has the element of a tall one. */
function Paged(props: ViewerProps) {
  const { box } = usePaged(props);
  const tall = createElement('div', { 'data-panel': '7/0', 'data-tall': '' });
  return createElement('section', { ref: box }, props.chapters[0]?.pages.length === 1 && tall);
}

function open({ at = {}, ...first }: Parts = {}) {
  const place = { current: { chapter: 0, page: 0, offset: 0, ...at } };
  const as = ({ chapters = [chapter(7)], mode = 'paged-ltr', head = null }: Parts) => {
    const props = { chapters, mode, head, place, onShown, onHead, onReady, fetchCurrentUrl: vi.fn(), tail: null };
    return createElement(Paged, props as never);
  };
  const { container, rerender, unmount } = render(as(first));
  const box = container.querySelector('section') as HTMLElement;
  const scroll = (element: HTMLElement, to: object) => {
    Object.assign(element, to);
    act(() => void element.dispatchEvent(new Event('scroll')));
  };
  return {
    box,
    place,
    unmount,
    tall: box.querySelector('div') as HTMLElement,
    show: (parts: Parts) => rerender(as(parts)),
    scroll: (scrollLeft: number) => scroll(box, { scrollLeft }),
    scrollTall: (scrollTop: number) => scroll(box.firstElementChild as HTMLElement, { scrollTop }),
    step: (by: number | 'start' | 'end') => act(() => void onReady.mock.lastCall?.[0].step(by)),
  };
}

const left = () => scrollTo.mock.calls.map(([to]) => Number((to as ScrollToOptions).left));

test.each<[Parts, number]>([
  [{}, 800],
  [{ head: 'head' }, 1200],
  [{ mode: 'paged-rtl' }, -800],
])('with %j a reader at page 2 begins at %j px', (parts, px) => {
  const { box } = open({ ...parts, at: { page: 2 } });
  expect([left(), box.scrollLeft]).toEqual([[px], px]);
  expect(onShown.mock.lastCall).toEqual([{ chapter: 0, page: 2, percent: null, isPast: false }]);
});

test.each([
  [0, { page: 0, atEnd: false }, { page: 0, isPast: false }, true],
  [400, { page: 0, atEnd: false }, { page: 0, isPast: false }, false],
  [599, { page: 0, atEnd: false }, { page: 0, isPast: false }, false],
  [600, { page: 1, atEnd: false }, { page: 1, isPast: false }, false],
  [1600, { page: 3, atEnd: true }, { page: 3, isPast: false }, false],
  [2000, { page: 3, atEnd: true }, { page: 3, isPast: true }, false],
])('after a head a reader at %j px is at %j and sees %j, and the head: %j', (px, at, seen, head) => {
  const { scroll, place } = open({ head: 'head', at: { page: 2 } });
  scroll(px);
  expect(place.current).toMatchObject({ chapter: 0, ...at });
  expect(onShown.mock.lastCall?.[0]).toMatchObject(seen);
  expect(onHead.mock.lastCall).toEqual([head]);
});

test('a position inside a page is kept until another page is in the middle', () => {
  const { scroll, place } = open({ at: { page: 2, offset: 0.3 } });
  scroll(850);
  expect(place.current).toMatchObject({ page: 2, offset: 0.3 });
  scroll(400);
  expect(place.current).toMatchObject({ page: 1, offset: 0 });
});

test('a scroll of a turned screen before its new size is measured keeps the position', () => {
  const { scroll, place } = open({ at: { page: 2 } });
  vi.clearAllMocks();
  screen.width = 600;
  scroll(300);
  expect([place.current.page, onShown.mock.calls, left()]).toEqual([2, [], []]);
  act(() => void window.dispatchEvent(new Event('resize')));
  expect([place.current.page, left()]).toEqual([2, [1200]]);
});

test('a chapter added after the panels moves nothing, and one added before does', () => {
  const { show, place } = open({ at: { page: 2 } });
  show({ chapters: [chapter(7), chapter(8)] });
  expect(left()).toEqual([800]);
  place.current = { ...place.current, chapter: 1 };
  show({ chapters: [chapter(6), chapter(7), chapter(8)] });
  expect(left()).toEqual([800, 2400]);
});

test('steps go to the next and previous page and to both ends, but not before the first page', () => {
  const { step } = open({ head: 'head', at: { page: 1 } });
  const seen = (by: Parameters<typeof step>[0]) => {
    step(by);
    return left().at(-1);
  };
  expect([1, 0.9, -1, 'start', 'end', 'start', -1, -1].map((by) => seen(by as never))).toEqual([
    1200, 1600, 1200, 400, 1600, 400, 0, 0,
  ]);
});

test('a tall page is scrolled to its end before the next page, and reports its percentage', () => {
  const { step, tall, scrollTall, place } = open({ chapters: [chapter(7, [page(1000)]), chapter(8)] });
  const by = vi.spyOn(tall, 'scrollBy').mockImplementation(() => undefined);
  const read = () => onShown.mock.lastCall?.[0].percent;
  expect([read(), place.current]).toMatchObject([0, { atEnd: false }]);
  step(-1);
  expect(by).not.toHaveBeenCalled();
  scrollTall(1600);
  expect([read(), place.current]).toMatchObject([50, { page: 0, offset: 0.4, atEnd: false }]);
  step(1);
  step(-1);
  expect(by.mock.calls).toEqual([[{ top: 800 }], [{ top: -800 }]]);
  scrollTall(3198);
  expect([read(), place.current.offset, place.current]).toMatchObject([99, 0.7995, { atEnd: false }]);
  scrollTall(3199);
  expect([read(), place.current]).toMatchObject([100, { atEnd: true }]);
  scrollTo.mockClear();
  step(1);
  expect([by.mock.calls.length, left()]).toEqual([2, [400]]);
});

test('a tall page outside the middle does not change the position', () => {
  const { scroll, scrollTall, place } = open({ chapters: [chapter(7, [page(1000)]), chapter(8)] });
  scroll(800);
  place.current = { ...place.current, offset: 0.3 };
  scrollTall(1600);
  expect(place.current).toMatchObject({ chapter: 1, page: 1, offset: 0.3 });
});

test('a tall page is reopened at its last position', () => {
  expect(open({ chapters: [chapter(7, [page(1000)])], at: { offset: 0.4 } }).tall.scrollTop).toBe(1600);
});

test('two pages are side by side only where the screen is wider than high', () => {
  Object.assign(screen, { width: 800, height: 800 });
  open({ mode: 'double', at: { page: 2 } });
  expect(left()).toEqual([1600]);
  act(() => {
    screen.height = 799;
    window.dispatchEvent(new Event('resize'));
  });
  expect([left().at(-1), onShown.mock.lastCall?.[0].page]).toEqual([800, 2]);
});

test('a scroll is reported once, also after a chapter was added, and not after unmounting', () => {
  const { show, scroll, unmount } = open();
  show({ chapters: [chapter(7), chapter(8)] });
  vi.clearAllMocks();
  scroll(400);
  expect([onShown.mock.calls.length, sources.setTargets.mock.calls.length]).toEqual([1, 1]);
  unmount();
  scroll(800);
  expect([onShown.mock.calls.length, sources.setTargets.mock.calls.length]).toEqual([1, 1]);
});
