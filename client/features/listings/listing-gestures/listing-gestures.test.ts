// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, renderHook } from '@testing-library/react';
import { createElement, type FC } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { useInnerTabs } from './swiped-tabs.ts';
import { useTabSwipe } from './use-tab-swipe.ts';

const { navigate, refreshShown } = vi.hoisted(() => ({
  navigate: vi.fn(),
  refreshShown: vi.fn(async () => undefined),
}));
vi.mock('../../../runtime/browser.ts', () => ({ session: {}, send: vi.fn() }));
vi.mock('../../../runtime/queries/refresh-shown.ts', () => ({ refreshShown }));
vi.mock('react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => navigate }));

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const show = (part: FC) => render(createElement(MemoryRouter, null, createElement(part)));

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    cleanup();
    document.body.replaceChildren();
    vi.clearAllMocks();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

/** A screen with a row that can be scrolled on its own. */
function touchable() {
  const main = document.body.appendChild(document.createElement('main'));
  main.innerHTML = '<p></p><ul style="overflow-x: auto"></ul>';
  const [text, row] = [...main.children];
  Object.defineProperty(row, 'scrollWidth', { value: 500 });
  Object.defineProperty(row, 'clientWidth', { value: 100 });
  return { text: text ?? main, row: row ?? main };
}
const finger = (x: number, y: number) => ({ clientX: x, clientY: y });
const touch = (target: Element, type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...at: object[]) =>
  fireEvent[type](target, type === 'touchEnd' ? { touches: [], changedTouches: at } : { touches: at });

test.each([
  ['over the screen', 'text', 1, true],
  ['over a row of its own', 'row', 1, false],
  ['with two fingers', 'text', 2, false],
  ['beside the screen', 'body', 1, false],
] as const)('a swipe %s leads to the tab beside: %s', (_name, where, fingers, leads) => {
  const parts = { ...touchable(), body: document.body };
  renderHook(() => useTabSwipe(['/home', '/new'], '/home'));
  touch(parts[where], 'touchStart', ...[finger(300, 0), finger(200, 0)].slice(0, fingers));
  touch(parts[where], 'touchEnd', finger(100, 0));
  touch(parts[where], 'touchEnd', finger(100, 0));
  expect(navigate.mock.calls).toEqual(leads ? [['/new']] : []);
});

/** A screen whose moves are recorded. */
function moving(tabs: string[], current: string, isReduced = false) {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isReduced } as MediaQueryList);
  const { text } = touchable();
  const main = text.closest('main') ?? document.body;
  const slides: string[] = [];
  main.animate = (frames) => {
    slides.push(...(frames as Keyframe[]).map(({ translate }) => String(translate)));
    return {} as Animation;
  };
  const shown = renderHook(({ at }) => useTabSwipe(tabs, at), { initialProps: { at: current } });
  return { text, main, slides, show: (at: string) => shown.rerender({ at }), unmount: shown.unmount };
}
const TABS = ['/home', '/new', '/complete'];

test('the screen follows a finger sideways, goes on to the side, and the next one comes from the other side', () => {
  const { text, main, slides, show } = moving(TABS, '/new');
  touch(text, 'touchStart', finger(300, 0));
  touch(text, 'touchMove', finger(295, 0));
  expect(main.style.translate).toBe('');
  touch(text, 'touchMove', finger(280, 5));
  expect(main.style.translate).toBe('-20px 0');
  // Once it is clear, a move up or down changes nothing.
  touch(text, 'touchMove', finger(200, 40));
  expect(main.style.translate).toBe('-100px 0');
  touch(text, 'touchEnd', finger(200, 40));
  expect([main.style.translate, slides]).toEqual(['', ['-100px 0', `${-innerWidth}px 0`]]);
  expect(navigate.mock.calls).toEqual([['/complete']]);
  show('/complete');
  expect(slides.slice(2)).toEqual([`${innerWidth - 100}px 0`, '0px 0']);
  show('/new');
  expect(slides).toHaveLength(4);
});

test.each([
  ['to where no tab is', '/home', [300, 0], [400, 0], 'touchEnd', '25px 0'],
  ['a little', '/new', [300, 0], [250, 0], 'touchEnd', '-50px 0'],
  ['far, and is taken away', '/new', [300, 0], [200, 0], 'touchCancel', '-100px 0'],
] as const)('a finger that moves %s lets the screen return', (_name, current, [fromX, fromY], [x, y], end, from) => {
  const { text, main, slides } = moving(TABS, current);
  touch(text, 'touchStart', finger(fromX, fromY));
  touch(text, 'touchMove', finger(x, y));
  expect(main.style.translate).toBe(from);
  touch(text, end, finger(x, y));
  expect([main.style.translate, slides]).toEqual(['', [from, '0px 0']]);
  expect(navigate).not.toHaveBeenCalled();
});

test('a finger that comes back to where it started leaves the screen in its place, without a slide', () => {
  const { text, main, slides } = moving(TABS, '/new');
  touch(text, 'touchStart', finger(300, 0));
  for (const [x, y] of [
    [200, 0],
    [300, 0],
    [300, 50],
    [260, 50],
  ] as const)
    touch(text, 'touchMove', finger(x, y));
  expect(main.style.translate).toBe('-40px 0');
  touch(text, 'touchMove', finger(300, 50));
  touch(text, 'touchEnd', finger(300, 50));
  expect([main.style.translate, slides]).toEqual(['', []]);
});

test.each([
  [
    'up first',
    false,
    [300, 300],
    [
      [290, 200],
      [100, 200],
    ],
    [],
  ],
  ['from the left edge', false, [23, 0], [[200, 0]], []],
  ['from the right edge', false, [innerWidth - 23, 0], [[200, 0]], []],
  ['with reduced motion', true, [300, 0], [[100, 0]], [['/complete']]],
] as const)('a finger that moves %s moves no screen', (_name, isReduced, [fromX, fromY], ways, opened) => {
  const { text, main, slides } = moving(TABS, '/new', isReduced);
  touch(text, 'touchStart', finger(fromX, fromY));
  for (const [x, y] of ways) {
    touch(text, 'touchMove', finger(x, y));
    expect(main.style.translate).toBe('');
  }
  const [endX, endY] = ways.at(-1) ?? [fromX, fromY];
  touch(text, 'touchEnd', finger(endX, endY));
  expect([slides, navigate.mock.calls]).toEqual([[], opened]);
});

test('another finger, or the end of the screen, lets it return', () => {
  const { text, main, slides, unmount } = moving(TABS, '/new');
  const { style } = document.documentElement;
  expect(style.touchAction).toBe('pan-y');
  touch(text, 'touchStart', finger(300, 0));
  touch(text, 'touchMove', finger(200, 0));
  touch(text, 'touchStart', finger(200, 0), finger(100, 0));
  touch(text, 'touchMove', finger(150, 0), finger(100, 0));
  expect([main.style.translate, slides]).toEqual(['', ['-100px 0', '0px 0']]);
  touch(text, 'touchStart', finger(300, 0));
  touch(text, 'touchMove', finger(200, 0));
  unmount();
  expect([main.style.translate, slides.length, style.touchAction]).toEqual(['', 4, '']);
});

/** A screen with tabs of its own inside a channel, and the part of it below them. */
function withInnerTabs(days: string[], day: string, channels = TABS) {
  const screenMoves = moving(channels, '/new');
  const open = vi.fn();
  const part = screenMoves.main.appendChild(document.createElement('div'));
  const slides: string[] = [];
  part.animate = (frames) => {
    slides.push(...(frames as Keyframe[]).map(({ translate }) => String(translate)));
    return {} as Animation;
  };
  const inner = renderHook(
    ({ at }) => {
      const ref = useInnerTabs(days, at, open);
      ref.current ??= part;
    },
    { initialProps: { at: day } },
  );
  return { ...screenMoves, part, open, partSlides: slides, showDay: (at: string) => inner.rerender({ at }), inner };
}

test('over tabs inside a screen only the part below them follows the finger, and the next one comes in', () => {
  const { text, main, slides, part, partSlides, open, showDay } = withInnerTabs(['1', '2', '3'], '2');
  touch(text, 'touchStart', finger(300, 0));
  touch(text, 'touchMove', finger(200, 0));
  expect([main.style.translate, part.style.translate]).toEqual(['', '-100px 0']);
  touch(text, 'touchEnd', finger(200, 0));
  expect([open.mock.calls, navigate.mock.calls]).toEqual([[['3']], []]);
  showDay('3');
  expect(partSlides).toEqual(['-100px 0', `${-innerWidth}px 0`, `${innerWidth - 100}px 0`, '0px 0']);
  // A tap slides nothing.
  showDay('1');
  expect([part.style.translate, partSlides.length, slides]).toEqual(['', 4, []]);
});

test('at their ends, and after the screen with them is gone, a swipe changes the channel', () => {
  const { text, main, part, open, showDay, inner } = withInnerTabs(['1', '2'], '2');
  const swipe = (from: number, to: number) => {
    touch(text, 'touchStart', finger(from, 0));
    touch(text, 'touchMove', finger(to, 0));
    const moved = [main.style.translate, part.style.translate];
    touch(text, 'touchEnd', finger(to, 0));
    return moved;
  };
  expect(swipe(300, 200)).toEqual(['-100px 0', '']);
  showDay('1');
  expect(swipe(300, 200)).toEqual(['', '-100px 0']);
  // A quick swipe without a move in between.
  touch(text, 'touchStart', finger(100, 0));
  touch(text, 'touchEnd', finger(200, 0));
  inner.unmount();
  expect(swipe(300, 200)).toEqual(['-100px 0', '']);
  expect([open.mock.calls, navigate.mock.calls]).toEqual([[['2']], [['/complete'], ['/home'], ['/complete']]]);
});

test('without channels the tabs inside a screen resist a finger at their end', () => {
  const { text, main, part, open } = withInnerTabs(['1', '2'], '2', []);
  touch(text, 'touchStart', finger(300, 0));
  touch(text, 'touchMove', finger(200, 0));
  expect([main.style.translate, part.style.translate]).toEqual(['', '-25px 0']);
  touch(text, 'touchEnd', finger(200, 0));
  expect([open.mock.calls, navigate.mock.calls]).toEqual([[], []]);
});

test.each([
  ['far down', 'text', 1, [300], 'touchEnd', 1],
  ['not far', 'text', 1, [100], 'touchEnd', 0],
  ['far, and is taken away', 'text', 1, [300], 'touchCancel', 0],
  ['with two fingers', 'text', 2, [300], 'touchEnd', 0],
  ['beside the screen', 'body', 1, [300], 'touchEnd', 0],
  ['up first, then far down', 'text', 1, [-50, 300], 'touchEnd', 0],
] as const)('a finger that pulls %s refreshes: %#', async (_name, where, fingers, ways, end, times) => {
  const parts = { ...touchable(), body: document.body };
  const { container } = show(PullToRefresh);
  touch(parts[where], 'touchStart', ...[finger(0, 0), finger(9, 0)].slice(0, fingers));
  for (const y of ways) touch(parts[where], 'touchMove', finger(0, y));
  await act(async () => void touch(parts[where], end, finger(0, 0)));
  expect(refreshShown).toHaveBeenCalledTimes(times);
  const sign = container.querySelector<HTMLElement>('[role=status]');
  expect(sign?.style.visibility).toBe(times > 0 ? 'visible' : '');
  await pass(500);
  expect(sign?.style.visibility).toBe('');
});

test.each([
  [false, /^translateY\(\d+\.\d+px\) rotate\(\d+\.\d+deg\)$/],
  [true, /^translateY\(\d+\.\d+px\) rotate\(0deg\)$/],
])('with reduced motion %s the sign follows the finger and turns or not', (isReduced, transform) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isReduced } as MediaQueryList);
  const { text } = touchable();
  const { container } = show(PullToRefresh);
  touch(text, 'touchStart', finger(0, 0));
  touch(text, 'touchMove', finger(0, 100));
  expect(container.querySelector<HTMLElement>('[role=status]')?.style.transform).toMatch(transform);
});

test('during a refresh, and after a cancelled pull, a touch does nothing', async () => {
  const { text } = touchable();
  const { container, unmount } = show(PullToRefresh);
  const root = document.documentElement;
  const sign = () => container.querySelector<HTMLElement>('[role=status]')?.style.transform;
  touch(text, 'touchStart', finger(0, 0));
  touch(text, 'touchMove', finger(0, 300));
  await act(async () => void touch(text, 'touchCancel'));
  touch(text, 'touchStart', finger(0, 0));
  await act(async () => void touch(text, 'touchEnd', finger(0, 0)));
  expect([refreshShown.mock.calls.length, root.style.overscrollBehaviorY]).toEqual([0, 'none']);
  touch(text, 'touchStart', finger(0, 0));
  touch(text, 'touchMove', finger(0, 300));
  await act(async () => void touch(text, 'touchEnd', finger(0, 300)));
  const armed = sign();
  touch(text, 'touchStart', finger(0, 0));
  touch(text, 'touchMove', finger(0, 100));
  expect(sign()).toBe(armed);
  unmount();
  expect(root.style.overscrollBehaviorY).toBe('');
});

test('a page that is not at its top is scrolled, not pulled', async () => {
  const { text } = touchable();
  show(PullToRefresh);
  const scrollY = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(1);
  touch(text, 'touchStart', finger(0, 0));
  scrollY.mockReturnValue(0);
  touch(text, 'touchMove', finger(0, 300));
  touch(text, 'touchEnd', finger(0, 300));
  touch(text, 'touchStart', finger(0, 0));
  scrollY.mockReturnValue(1);
  touch(text, 'touchMove', finger(0, 300));
  scrollY.mockReturnValue(0);
  touch(text, 'touchMove', finger(0, 300));
  await act(async () => void touch(text, 'touchEnd', finger(0, 300)));
  expect(refreshShown).not.toHaveBeenCalled();
});
