// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSettings } from '../../../settings.ts';
import { useAutoScroll } from './auto-scroll.ts';
import { useAwake } from './use-awake.ts';
import { useBars } from './use-bars.ts';
import { useNight } from './use-night.ts';

let box: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  box = document.createElement('div');
  document.body.append(box);
  return () => {
    cleanup();
    document.body.replaceChildren();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const say = (target: EventTarget, type: string) =>
  act(async () => void target.dispatchEvent(new Event(type, { bubbles: true })));

function bars(isPlaced = true) {
  const scroller = { current: box };
  const { result, rerender } = renderHook(
    (placed: boolean) => useBars({ scroller, axis: 'vertical', isPlaced: placed }),
    {
      initialProps: isPlaced,
    },
  );
  const scrollTo = async (top: number) => {
    box.scrollTop = top;
    await say(box, 'scroll');
  };
  return { bars: () => result.current, shown: () => result.current.shown, scrollTo, rerender };
}

test('the bars are hidden three seconds after the pages are in place', async () => {
  const { shown, rerender } = bars(false);
  await pass(10_000);
  expect(shown()).toBe(true);
  rerender(true);
  await pass(2999);
  expect(shown()).toBe(true);
  await pass(1);
  expect(shown()).toBe(false);
});

test.each([
  ['pointerdown', document.body, true],
  ['keydown', document.body, true],
  ['focusin', document.body, false],
  ['scroll', document.body, false],
])('%s before that keeps the bars: %#', async (type, target, stays) => {
  const { shown } = bars();
  await say(target, type);
  await pass(3000);
  expect(shown()).toBe(stays);
});

test('focus in a bar keeps it shown, and shows it again', async () => {
  box.innerHTML = '<p data-bar><button></button></p>';
  const button = box.querySelector('button') ?? box;
  const { shown, bars: now } = bars();
  await say(button, 'focusin');
  await pass(3000);
  expect(shown()).toBe(true);
  await act(async () => now().setShown(false));
  await say(document.body, 'focusin');
  expect(shown()).toBe(false);
  await say(button, 'focusin');
  expect(shown()).toBe(true);
});

test('scrolling by more than 31 pixels hides the bars, in both directions', async () => {
  const { shown, scrollTo, bars: now } = bars();
  await scrollTo(31);
  expect(shown()).toBe(true);
  await scrollTo(32);
  expect(shown()).toBe(false);
  await act(async () => now().setShown(true));
  await scrollTo(1);
  expect(shown()).toBe(true);
  await scrollTo(0);
  expect(shown()).toBe(false);
});

test('scrolling hides nothing while the slider is held, nor before the pages are in place', async () => {
  const { shown, scrollTo, bars: now, rerender } = bars(false);
  await scrollTo(500);
  expect(shown()).toBe(true);
  rerender(true);
  now().held.current = true;
  await scrollTo(2000);
  now().held.current = false;
  await scrollTo(2031);
  expect(shown()).toBe(true);
  await scrollTo(2032);
  expect(shown()).toBe(false);
});

test('the screen stays on only while the page is visible', async () => {
  let hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async () => ({ release }));
  Object.assign(navigator, { wakeLock: { request } });
  const { rerender } = renderHook(useAwake, { initialProps: false });
  expect(request).not.toHaveBeenCalled();
  rerender(true);
  hidden = true;
  await say(document, 'visibilitychange');
  expect(request).toHaveBeenCalledTimes(1);
  hidden = false;
  await say(document, 'visibilitychange');
  expect([request.mock.calls.length, release.mock.calls.length]).toEqual([2, 0]);
  rerender(false);
  await pass(0);
  expect(release).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(navigator, 'wakeLock');
});

test('auto-scroll continues until the reader does something', async () => {
  const onStop = vi.fn();
  const parts = { scroller: { current: box }, axis: 'vertical', speed: 30, onStop } as const;
  const { rerender } = renderHook((on: boolean) => useAutoScroll(on, parts), { initialProps: false });
  await pass(500);
  await say(document.body, 'keydown');
  expect([box.scrollTop, onStop.mock.calls.length]).toEqual([0, 0]);
  rerender(true);
  await pass(500);
  // Less than a pixel a frame.
  expect(box.scrollTop).toBeGreaterThan(10);
  for (const type of ['pointerdown', 'wheel', 'keydown']) await say(document.body, type);
  expect(onStop).toHaveBeenCalledTimes(3);
});

test.each([
  ['system', true, true, 'off'],
  ['system', false, false, 'on'],
  ['dark', false, true, 'off'],
  ['light', true, false, 'on'],
] as const)('with the theme %s on a device that is dark (%s), it is night: %s', async (theme, matches, night, next) => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches }));
  useSettings.setState({ theme });
  const { result } = renderHook(useNight);
  expect(result.current[0]).toBe(night);
  await act(async () => result.current[1]());
  expect([result.current[0], JSON.parse(localStorage.getItem('reader') ?? '').device.night]).toEqual([!night, next]);
  // The site's own theme stays, and back means as the site is.
  expect(useSettings.getState().theme).toBe(theme);
  await act(async () => result.current[1]());
  expect([result.current[0], JSON.parse(localStorage.getItem('reader') ?? '').device.night]).toEqual([night, 'auto']);
  useSettings.setState({ theme: 'system' });
  localStorage.clear();
});
