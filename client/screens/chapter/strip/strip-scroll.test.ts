import { afterEach, expect, test, vi } from 'vitest';
import { positionIn, scrolledFromStart, scrollOn, scrollToPosition, viewportOf } from './strip-scroll.ts';

/** The note about the previous chapter, and the space of the top bar. */
const HEAD_PX = 320;
const ROOM_PX = 57;
afterEach(() => vi.unstubAllGlobals());

/** A scroller of 400 by 800, with or without the space before the strip. */
function scroller({ scrollTop = 0, scrollLeft = 0, room = true } = {}) {
  const scrolls: unknown[] = [];
  const record = (scroll: unknown) => void scrolls.push(scroll);
  const rooms: Record<string, object> = {
    '[data-room-before]': { clientHeight: HEAD_PX + ROOM_PX, clientWidth: HEAD_PX },
    '[data-bar-room]': { clientHeight: ROOM_PX },
  };
  const querySelector = (selector: string) => (room ? rooms[selector] : null);
  const box = { scrollTop, scrollLeft, clientHeight: 800, clientWidth: 400, querySelector, scrollTo: record };
  return { box: { ...box, scrollBy: record } as unknown as HTMLElement, scrolls };
}

test('a position counts from the strip’s beginning, after the space before it, below or from the right', () => {
  expect(positionIn(scroller({ scrollTop: 400 }).box, 'vertical')).toBe(400 - HEAD_PX - ROOM_PX);
  expect(positionIn(scroller({ scrollTop: 100, room: false }).box, 'vertical')).toBe(100);
  expect(positionIn(scroller({ scrollTop: 5, scrollLeft: -400 }).box, 'horizontal')).toBe(400 - HEAD_PX);
  expect(scrolledFromStart(scroller({ scrollTop: 400 }).box, 'vertical')).toBe(400 - HEAD_PX);
});

test('the visible size is the height, for a horizontal strip the width', () => {
  expect([viewportOf(scroller().box, 'vertical'), viewportOf(scroller().box, 'horizontal')]).toEqual([800, 400]);
});

test('scrolling to a position works; the beginning leaves space for the top bar', () => {
  const { box, scrolls } = scroller();
  for (const position of [0, -3, 0.5, 100]) scrollToPosition(box, 'vertical', position);
  scrollToPosition(box, 'horizontal', 100);
  const strip = HEAD_PX + ROOM_PX;
  expect(scrolls).toEqual([
    { top: HEAD_PX },
    { top: HEAD_PX },
    { top: strip + 0.5 },
    { top: strip + 100 },
    { left: -HEAD_PX - 100 },
  ]);
});

test.each([
  [false, 'smooth'],
  [true, 'auto'],
])('with reduced motion %s a step scrolls with behavior %s', (matches, behavior) => {
  vi.stubGlobal('matchMedia', () => ({ matches }));
  const { box, scrolls } = scroller();
  scrollOn(box, 'vertical', 80);
  scrollOn(box, 'horizontal', 80);
  expect(scrolls).toEqual([
    { top: 80, behavior },
    { left: -80, behavior },
  ]);
});
