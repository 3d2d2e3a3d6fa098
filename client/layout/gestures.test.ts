import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { followTrackpadPinch } from '../../ui/trackpad-pinch.ts';
import { blockPinchZoom } from './gestures.ts';

const page = new EventTarget();
/** The device has a trackpad at first. */
const finePointer = Object.assign(new EventTarget(), { matches: true });
const optionsOf = new Map<string, unknown>();

beforeAll(() => {
  vi.stubGlobal('document', page);
  vi.stubGlobal('matchMedia', () => finePointer);
  const listen = vi.spyOn(page, 'addEventListener');
  blockPinchZoom(page as Document);
  for (const [type, , options] of listen.mock.calls) optionsOf.set(type, options);
});
afterAll(() => vi.unstubAllGlobals());

/** Whether the page takes the event from the browser. */
function isBlocked(type: string, details: object = {}, cancelable = true): boolean {
  const event = Object.assign(new Event(type, { cancelable }), details);
  page.dispatchEvent(event);
  return event.defaultPrevented;
}

test.each(['touchstart', 'touchmove'])('%s with two fingers does not zoom, with one it scrolls', (type) => {
  expect(isBlocked(type, { touches: [1, 2] })).toBe(true);
  expect(isBlocked(type, { touches: [1] })).toBe(false);
  expect(isBlocked(type, { touches: [1, 2] }, false)).toBe(false);
});

test('a pinch on a trackpad, a wheel with ctrl, does not zoom; a wheel scrolls', () => {
  expect(isBlocked('wheel', { ctrlKey: true })).toBe(true);
  expect(isBlocked('wheel', { ctrlKey: false })).toBe(false);
});

test('a pinch calls its listener, and a device without a trackpad has no wheel listener', () => {
  const follow = vi.fn();
  const stop = followTrackpadPinch(follow);
  isBlocked('wheel', { ctrlKey: true });
  isBlocked('wheel', { ctrlKey: false });
  expect(follow).toHaveBeenCalledOnce();
  const setTrackpad = (matches: boolean) => {
    finePointer.matches = matches;
    finePointer.dispatchEvent(new Event('change'));
  };
  setTrackpad(false);
  expect(isBlocked('wheel', { ctrlKey: true })).toBe(false);
  setTrackpad(true);
  stop();
  expect(isBlocked('wheel', { ctrlKey: true })).toBe(true);
  expect(follow).toHaveBeenCalledOnce();
});

test.each(['gesturestart', 'gesturechange'])('%s of Safari is blocked', (type) => {
  expect(isBlocked(type)).toBe(true);
});

test('the listeners may block: they are not passive', () => {
  expect(optionsOf.size).toBe(5);
  expect([...optionsOf.values()]).toEqual(Array.from({ length: 5 }, () => ({ passive: false })));
});
