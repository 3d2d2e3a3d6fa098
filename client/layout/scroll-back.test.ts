import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scrollBackTo } from './scroll-back.ts';

let grow: () => void;
let listeners: Map<string, () => void>;
let options: unknown[];
let observed: unknown;
let page: { scrollY: number; height: number };

beforeEach(() => {
  vi.useFakeTimers();
  listeners = new Map();
  page = { scrollY: 0, height: 800 };
  grow = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onGrowth: () => void) {
        grow = onGrowth;
      }
      observe(element: unknown) {
        observed = element;
      }
      disconnect() {
        grow = () => {};
      }
    },
  );
  vi.stubGlobal('document', { body: {} });
  options = [];
  vi.stubGlobal('addEventListener', (event: string, listener: () => void, option: unknown) => {
    listeners.set(event, listener);
    options.push(option);
  });
  vi.stubGlobal('window', {
    get scrollY() {
      return page.scrollY;
    },
    scrollTo: ({ top }: { top: number }) => {
      page.scrollY = Math.min(top, page.height);
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The page grows; returns its scroll position. */
function growTo(height: number): number {
  page.height = height;
  grow();
  return page.scrollY;
}

test('a growing reloaded page scrolls down to the reader’s position', () => {
  scrollBackTo(2000);
  expect([growTo(1000), growTo(1800), growTo(2500), growTo(9000)]).toEqual([1000, 1800, 2000, 2000]);
  page.scrollY = 500;
  expect(growTo(9500)).toBe(500);
  expect(observed).toBe(document.body);
});

test('a position that is one pixel short counts as reached, because positions are rounded', () => {
  scrollBackTo(2000);
  expect(growTo(1998.5)).toBe(1998.5);
  expect(growTo(1999)).toBe(1999);
  expect(growTo(2500)).toBe(1999);
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['touchstart', 'mousedown', 'wheel', 'keydown', 'popstate'])('%s ends it', (event) => {
  scrollBackTo(2000);
  growTo(1000);
  listeners.get(event)?.();
  expect(growTo(2500)).toBe(1000);
});

test('its listeners are called once and are passive', () => {
  scrollBackTo(2000);
  expect(options).toEqual(Array.from({ length: 5 }, () => ({ once: true, passive: true })));
});

test('after a time limit the list is no longer followed', () => {
  scrollBackTo(2000);
  vi.advanceTimersByTime(14_999);
  expect(growTo(1000)).toBe(1000);
  vi.advanceTimersByTime(1);
  expect(growTo(2500)).toBe(1000);
});
