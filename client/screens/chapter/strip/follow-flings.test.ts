import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followFlings } from './follow-flings.ts';
import type { Axis } from './strip-axis.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const FRAME_MS = 20;

/** An element of 400 × 1,000 px, the reports about it, and a function that scrolls it for a number of frames. */
function scroller(axis: Axis = 'vertical') {
  const box = Object.assign(new EventTarget(), { scrollTop: 0, scrollLeft: 0, clientHeight: 1000, clientWidth: 400 });
  const reported: boolean[] = [];
  // Of an element, no more is needed.
  const stop = followFlings(box as unknown as HTMLElement, axis, (isFling) => reported.push(isFling));
  const scroll = (pxPerSecond: number, frames: number) => {
    reported.length = 0;
    for (let frame = 0; frame < frames; frame++) {
      vi.advanceTimersByTime(FRAME_MS);
      const px = (pxPerSecond * FRAME_MS) / 1000;
      if (axis === 'vertical') box.scrollTop += px;
      else box.scrollLeft -= px;
      box.dispatchEvent(new Event('scroll'));
    }
    return reported;
  };
  return { reported, scroll, stop };
}

test.each([
  ['vertical', 5900, false],
  ['vertical', 6100, true],
  ['vertical', -6100, true],
  ['horizontal', 2300, false],
  ['horizontal', 2500, true],
] as const)('a %s strip that moves by %d px a second is flung: %s', (axis, speed, isFling) => {
  const reported = scroller(axis).scroll(speed, 30);
  expect(reported[0]).toBe(false);
  expect(reported.at(-1)).toBe(isFling);
});

test('a fling ends when it is slow or has stopped', () => {
  const { reported, scroll } = scroller();
  scroll(8000, 20);
  expect(scroll(2000, 20).at(-1)).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(reported).toHaveLength(20);

  expect(scroll(8000, 20).at(-1)).toBe(true);
  vi.advanceTimersByTime(99);
  expect(reported).toHaveLength(20);
  vi.advanceTimersByTime(1);
  expect(reported.slice(20)).toEqual([false]);
});

test('a jump is not a fling, and after the stop nothing is reported', () => {
  const { reported, scroll, stop } = scroller();
  vi.advanceTimersByTime(1000);
  expect(scroll(5_000_000, 1)).toEqual([false]);
  scroll(8000, 20);
  stop();
  vi.advanceTimersByTime(1000);
  expect(reported).toHaveLength(20);
  expect(scroll(100, 3)).toEqual([]);
});
