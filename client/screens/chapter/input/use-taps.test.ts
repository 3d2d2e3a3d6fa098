// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NO_VIEWER } from '../modes/viewer.ts';
import { useTaps } from './use-taps.ts';

test('a tap on a button soon after and near one that turned the page is not a tap on it, a key is', () => {
  vi.useFakeTimers({ now: 100_000 });
  const box = document.body.appendChild(document.createElement('div'));
  const button = box.appendChild(document.createElement('button'));
  const viewer = { ...NO_VIEWER, box: { current: box }, step: vi.fn() };
  const zones = { shape: 'sides', inverted: false, mirrored: false } as const;
  const magnifier = { isOn: () => false, toggleAt: vi.fn(), reset: () => undefined };
  renderHook(() => useTaps({ viewer, zones, magnifier, onMenu: vi.fn() }));
  let pressed = 0;
  // React listens outside the box.
  document.body.addEventListener('click', ({ target }) => {
    if (target === button) pressed += 1;
  });
  const tap = (on: Element, clientX: number, detail = 1) => {
    const place = { bubbles: true, cancelable: true, clientX, clientY: 10 };
    on.dispatchEvent(new PointerEvent('pointerdown', place));
    on.dispatchEvent(new MouseEvent('click', { ...place, detail }));
    return pressed;
  };
  // The screen is 1024 pixels wide.
  expect(tap(button, 1000)).toBe(1);
  tap(box, 1000);
  vi.advanceTimersByTime(700);
  expect([tap(button, 904), tap(button, 903), tap(button, 0, 0)]).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(1);
  expect(tap(button, 1000)).toBe(4);
  expect(viewer.step).toHaveBeenCalledTimes(1);
  cleanup();
  vi.useRealTimers();
});
