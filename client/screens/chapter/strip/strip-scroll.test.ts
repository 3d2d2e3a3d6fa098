import { afterEach, expect, test, vi } from 'vitest';
import { positionIn, scrollOn, scrollToPosition, viewportOf } from './strip-scroll.ts';

const ROOM_PX = 57;
afterEach(() => vi.unstubAllGlobals());

/** A scroller of 400 by 800, with or without the space above the strip. */
function scroller({ scrollTop = 0, scrollLeft = 0, room = true } = {}) {
  const scrolls: unknown[] = [];
  const record = (scroll: unknown) => void scrolls.push(scroll);
  const querySelector = () => (room ? { clientHeight: ROOM_PX } : null);
  const box = { scrollTop, scrollLeft, clientHeight: 800, clientWidth: 400, querySelector, scrollTo: record };
  return { box: { ...box, scrollBy: record } as unknown as HTMLElement, scrolls };
}

test('a position counts from the strip’s beginning, below the space above it or from the right', () => {
  expect(positionIn(scroller({ scrollTop: 100 }).box, 'vertical')).toBe(100 - ROOM_PX);
  expect(positionIn(scroller({ scrollTop: 100, room: false }).box, 'vertical')).toBe(100);
  expect(positionIn(scroller({ scrollTop: 5, scrollLeft: -100 }).box, 'horizontal')).toBe(100);
});

test('what is in view is the height, on its side the width', () => {
  expect([viewportOf(scroller().box, 'vertical'), viewportOf(scroller().box, 'horizontal')]).toEqual([800, 400]);
});

test('a position is scrolled to, the beginning with the space above it', () => {
  const { box, scrolls } = scroller();
  for (const position of [0, -3, 0.5, 100]) scrollToPosition(box, 'vertical', position);
  scrollToPosition(box, 'horizontal', 100);
  expect(scrolls).toEqual([{ top: 0 }, { top: 0 }, { top: ROOM_PX + 0.5 }, { top: ROOM_PX + 100 }, { left: -100 }]);
});

test.each([
  [false, 'smooth'],
  [true, 'auto'],
])('a step scrolls on (less motion: %s) in the way %s', (matches, behavior) => {
  vi.stubGlobal('matchMedia', () => ({ matches }));
  const { box, scrolls } = scroller();
  scrollOn(box, 'vertical', 80);
  scrollOn(box, 'horizontal', 80);
  expect(scrolls).toEqual([
    { top: 80, behavior },
    { left: -80, behavior },
  ]);
});
