import { beforeEach, expect, test } from 'vitest';
import { blockPinchZoom } from './gestures.ts';

const page = new EventTarget();
beforeEach(() => blockPinchZoom(page as Document));

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

test.each(['gesturestart', 'gesturechange'])('%s of Safari is blocked', (type) => {
  expect(isBlocked(type)).toBe(true);
});

test('the listeners may block: they are not passive', () => {
  const options = new Map<string, unknown>();
  const recorder = {
    addEventListener: (type: string, _listener: unknown, option: unknown) => options.set(type, option),
  };
  blockPinchZoom(recorder as never);
  expect([...options.values()]).toEqual(Array.from({ length: 5 }, () => ({ passive: false })));
});
