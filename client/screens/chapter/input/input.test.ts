// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Mode } from '../modes/mode.ts';
import { NO_VIEWER } from '../modes/viewer.ts';
import { useWheelTurns } from '../paged/use-wheel-turns.ts';
import { useKeys } from './use-keys.ts';
import { useMagnifier } from './use-magnifier.ts';
import { useMouseDrag } from './use-mouse-drag.ts';
import { useTaps } from './use-taps.ts';

let box: HTMLElement;
const step = vi.fn();
const pan = vi.fn();
const viewerOf = () => ({ ...NO_VIEWER, box: { current: box }, step, pan });

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
  box = document.createElement('div');
  box.innerHTML = '<p></p><button></button><div data-tall></div>';
  document.body.append(box);
  // The screen is 1024 pixels wide.
  return () => {
    cleanup();
    document.body.replaceChildren();
    vi.clearAllMocks();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

const fire = (target: EventTarget, type: string, details: object = {}) => {
  const event = new Event(type, { bubbles: true, cancelable: true });
  for (const [name, value] of Object.entries(details)) Object.defineProperty(event, name, { value });
  target.dispatchEvent(event);
  return event;
};
const at = (x: number, y = 10) => ({ clientX: x, clientY: y });

test.each([
  ['a letter', document.body, { key: 'ArrowRight' }, 1],
  ['with ctrl', document.body, { key: 'ArrowRight', ctrlKey: true }, 0],
  ['with alt', document.body, { key: 'ArrowRight', altKey: true }, 0],
  ['with meta', document.body, { key: 'ArrowRight', metaKey: true }, 0],
  ['another key', document.body, { key: 'x' }, 0],
])('a key turns the page: %s', (_name, target, details, steps) => {
  renderHook(() => useKeys({ viewer: viewerOf(), left: false, commands: {} as never }));
  const { defaultPrevented } = fire(target, 'keydown', details);
  expect([step.mock.calls.length, defaultPrevented]).toEqual([steps, steps > 0]);
});

test.each([
  ['input', 'ArrowRight', 0],
  ['dialog', 'ArrowRight', 0],
  ['button', 'ArrowRight', 1],
  ['button', ' ', 0],
  ['p', ' ', 1],
])('a key on a %s is handled by that element: %j', (tag, key, steps) => {
  renderHook(() => useKeys({ viewer: viewerOf(), left: false, commands: {} as never }));
  fire(document.body.appendChild(document.createElement(tag)), 'keydown', { key });
  expect(step).toHaveBeenCalledTimes(steps);
});

/** Taps on the pages, whose sides turn them. */
function taps({ isOn = false } = {}) {
  const [onMenu, toggleAt] = [vi.fn(), vi.fn()];
  const magnifier = { isOn: () => isOn, toggleAt, reset: () => undefined };
  const zones = { shape: 'sides', inverted: false, mirrored: false } as const;
  const viewer = viewerOf();
  renderHook(() => useTaps({ viewer, zones, magnifier, onMenu }));
  const tap = (x: number, target: Element = box, upX = x) => {
    fire(target, 'pointerdown', at(x));
    fire(target, 'click', at(upX));
  };
  return { onMenu, toggleAt, tap };
}

test('a tap at a side turns the page, in the middle shows the menu, on a button does neither', () => {
  const { tap, onMenu } = taps();
  tap(1000);
  tap(10);
  tap(500);
  tap(1000, box.querySelector('button') ?? box);
  expect([step.mock.calls, onMenu.mock.calls.length]).toEqual([[[0.9], [-0.9]], 1]);
});

test('a drag with the mouse is not a tap, a tiny move is', () => {
  const { tap } = taps();
  tap(1000, box, 991);
  expect(step).not.toHaveBeenCalled();
  tap(1000, box, 992);
  expect(step).toHaveBeenCalledTimes(1);
});

test('a touch that stops a fling taps nothing; after a turn by a tap the next tap counts at once', () => {
  const { tap } = taps();
  fire(box, 'scroll');
  vi.advanceTimersByTime(89);
  tap(1000);
  expect(step).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  tap(1000);
  tap(1000);
  expect(step).toHaveBeenCalledTimes(2);
  step.mockImplementationOnce(() => fire(box, 'scroll'));
  tap(1000);
  tap(1000);
  expect(step).toHaveBeenCalledTimes(4);
});

test.each([
  ['soon and near', 299, 39, 1],
  ['too late', 300, 0, 0],
  ['too far', 0, 40, 0],
])('a second tap magnifies where it comes %s', (_name, ms, px, times) => {
  const { tap, onMenu, toggleAt } = taps();
  tap(500);
  vi.advanceTimersByTime(ms);
  tap(500 + px);
  expect([onMenu.mock.calls.length, toggleAt.mock.calls.length]).toEqual([2, times]);
  // The third one begins anew.
  tap(500 + px);
  expect(toggleAt).toHaveBeenCalledTimes(1);
});

test('two taps on a card between the pages magnify nothing', () => {
  const { tap, onMenu, toggleAt } = taps();
  const text = document.createElement('p');
  box.appendChild(document.createElement('section')).append(text);
  tap(500, text);
  tap(500, text);
  expect([onMenu.mock.calls.length, toggleAt.mock.calls.length]).toEqual([2, 0]);
});

test('while magnified, a tap at a side turns no page', () => {
  const { tap, onMenu } = taps({ isOn: true });
  tap(1000);
  expect([step.mock.calls.length, onMenu.mock.calls.length]).toEqual([0, 1]);
});

const touches = (...points: [number, number][]) => ({
  touches: points.map(([clientX, clientY]) => ({ clientX, clientY })),
});

test('two fingers magnify, one finger moves the pages and scrolls beyond; a scale near 1 is reset', () => {
  const viewer = viewerOf();
  const { result } = renderHook(() => useMagnifier(viewer));
  fire(box, 'touchstart', touches([100, 100]));
  expect(fire(box, 'touchmove', touches([120, 100])).defaultPrevented).toBe(false);
  fire(box, 'touchstart', touches([100, 100], [200, 100]));
  for (let times = 0; times < 2; times++) fire(box, 'touchmove', touches([100, 100], [300, 100]));
  expect([result.current.isOn(), box.style.touchAction]).toEqual([true, 'none']);
  expect(box.style.transform).toContain('scale(2)');
  fire(box, 'touchend', touches([100, 100]));
  expect(fire(box, 'touchmove', touches([90, 100])).defaultPrevented).toBe(true);
  expect(pan).not.toHaveBeenCalled();
  fire(box, 'touchmove', touches([5000, 100]));
  expect(pan).toHaveBeenCalledTimes(1);
  fire(box, 'touchend', touches());
  expect(result.current.isOn()).toBe(true);
  fire(box, 'touchstart', touches([100, 100], [300, 100]));
  fire(box, 'touchmove', touches([100, 100], [203, 100]));
  fire(box, 'touchcancel', touches());
  expect([result.current.isOn(), box.style.transform, box.style.touchAction]).toEqual([false, '', '']);
});

test('a pinch on a trackpad magnifies the pages it is over; the mouse moves them only with its button down', () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  const viewer = viewerOf();
  const { result, unmount } = renderHook(() => useMagnifier(viewer));
  const pinch = (target: EventTarget) => fire(target, 'wheel', { ctrlKey: true, deltaY: -100, ...at(0, 0) });
  pinch(document.body);
  expect(result.current.isOn()).toBe(false);
  pinch(box);
  expect(result.current.isOn()).toBe(true);
  const move = (details: object) => {
    const before = box.style.transform;
    fire(box, 'pointermove', { pointerType: 'mouse', buttons: 1, movementX: -5, movementY: 0, ...details });
    return before !== box.style.transform;
  };
  expect([move({ buttons: 0 }), move({ buttons: 2 }), move({ pointerType: 'touch' }), move({})]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  result.current.reset();
  pan.mockClear();
  expect([result.current.isOn(), move({}), pan.mock.calls.length]).toEqual([false, false, 0]);
  unmount();
  pinch(box);
  expect(box.style.transform).toBe('');
  vi.unstubAllGlobals();
});

/** Drags pages with the mouse from 500 to 300. */
function drag(mode: Mode, { isMagnified = false, down = {}, target = box as Element } = {}) {
  const viewer = viewerOf();
  box.setPointerCapture = () => undefined;
  const hook = renderHook(() => useMouseDrag({ viewer, mode, isMagnified: () => isMagnified }));
  fire(target, 'pointerdown', { pointerType: 'mouse', button: 0, pointerId: 1, ...at(500), ...down });
  fire(box, 'pointermove', at(492));
  const early = box.scrollLeft;
  fire(box, 'pointermove', at(300));
  return { ...hook, early };
}

test.each<[string, Mode, Parameters<typeof drag>[1], number]>([
  ['a strip to the side', 'strip-rtl', {}, 200],
  ['pages', 'paged-ltr', {}, 200],
  ['a strip downwards', 'strip', {}, 0],
  ['what is magnified', 'paged-ltr', { isMagnified: true }, 0],
  ['by a finger', 'paged-ltr', { down: { pointerType: 'touch' } }, 0],
  ['by another button', 'paged-ltr', { down: { button: 2 } }, 0],
])('the mouse drags, or not: %s', (_name, mode, how, left) => {
  const { early } = drag(mode, how);
  expect([early, box.scrollLeft]).toEqual([0, left]);
});

test('a button on a page is not dragged; dragged pages snap again at rest or when left', () => {
  drag('paged-ltr', { target: box.querySelector('button') ?? box });
  expect(box.scrollLeft).toBe(0);
  cleanup();
  drag('paged-ltr');
  expect(box.style.scrollSnapType).toBe('none');
  fire(box, 'pointerup', at(300));
  expect(box.style.scrollSnapType).toBe('none');
  vi.advanceTimersByTime(600);
  expect(box.style.scrollSnapType).toBe('');
  const scrollTo = vi.spyOn(box, 'scrollTo');
  fire(box, 'pointerdown', { pointerType: 'mouse', button: 0, pointerId: 1, ...at(500) });
  fire(box, 'pointerup', at(500));
  expect(scrollTo).not.toHaveBeenCalled();
  fire(box, 'pointerdown', { pointerType: 'mouse', button: 0, pointerId: 1, ...at(500) });
  fire(box, 'pointermove', at(300));
  // The end of the scroll before comes late.
  fire(box, 'scrollend');
  expect(box.style.scrollSnapType).toBe('none');
  fire(box, 'pointercancel', at(300));
  box.scrollLeft = 0;
  fire(box, 'pointermove', at(0));
  expect(box.scrollLeft).toBe(0);
  cleanup();
  const { unmount } = drag('paged-ltr');
  unmount();
  box.scrollLeft = 0;
  fire(box, 'pointermove', at(0));
  expect([box.scrollLeft, box.style.scrollSnapType]).toEqual([0, '']);
});

test('a released strip glides until the next press or until it is left', () => {
  const left = () => {
    const before = box.scrollLeft;
    vi.advanceTimersByTime(100);
    return box.scrollLeft - before;
  };
  const letGo = () => {
    const hook = drag('strip-rtl');
    vi.advanceTimersByTime(10);
    fire(box, 'pointermove', { ...at(200), timeStamp: 10 });
    fire(box, 'pointerup', { ...at(200), timeStamp: 10 });
    return hook;
  };
  letGo();
  expect(left()).toBeGreaterThan(0);
  fire(box, 'pointerdown', { pointerType: 'touch', ...at(0) });
  expect(left()).toBe(0);
  cleanup();
  letGo().unmount();
  expect(left()).toBe(0);
});

test.each([
  ['down', { deltaY: 100 }, [[1]]],
  ['up', { deltaY: -100 }, [[-1]]],
  ['with ctrl, which is a pinch', { deltaY: 100, ctrlKey: true }, []],
  ['sideways', { deltaX: 101, deltaY: 100 }, []],
  ['not at all', { deltaY: 0 }, []],
])('a wheel turned %s turns pages', (_name, details, steps) => {
  const viewer = viewerOf();
  renderHook(() => useWheelTurns(viewer));
  const event = fire(box, 'wheel', { deltaX: 0, deltaMode: 0, ...details });
  expect([step.mock.calls, event.defaultPrevented]).toEqual([steps, !('ctrlKey' in details || 'deltaX' in details)]);
});

test.each([
  ['has more below', 100, 100, true],
  ['is at its end', 899, 100, false],
  ['has more above', 2, -100, true],
  ['is at its beginning', 1, -100, false],
])('over a tall page that %s (%i) the wheel by %i scrolls it: %s', (_name, top, deltaY, scrolls) => {
  const viewer = viewerOf();
  renderHook(() => useWheelTurns(viewer));
  const tall = box.querySelector('[data-tall]');
  for (const [name, value] of Object.entries({ scrollHeight: 1000, clientHeight: 100, scrollTop: top }))
    Object.defineProperty(tall, name, { value });
  fire(tall ?? box, 'wheel', { deltaX: 0, deltaY, deltaMode: 0 });
  expect(step.mock.calls.length).toBe(scrolls ? 0 : 1);
});
