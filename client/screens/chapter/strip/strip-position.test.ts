import { expect, test } from 'vitest';
import type { Page } from '#contract/shapes';
import { DIVIDER_PX, layOutStrip } from './strip-layout.ts';
import {
  pageShown,
  percentShown,
  scrollPositionAtPercent,
  scrollPositionOf,
  seesEnd,
  stripPositionAt,
} from './strip-position.ts';

const page = (height: number): Page => ({ url: 'p', width: 100, height, color: '#000000' });
const chapters = [
  { id: 1, pages: [page(1000), page(500), page(100)] },
  { id: 2, pages: [page(800)] },
];
const at = (across: number, ratio = 1) => layOutStrip(chapters, { axis: 'vertical', across, devicePixelRatio: ratio });
const strip = at(100);
const second = 1600 + DIVIDER_PX;

test.each([
  [0, { chapter: 0, page: 0, offset: 0 }],
  [250, { chapter: 0, page: 0, offset: 0.25 }],
  [1000, { chapter: 0, page: 1, offset: 0 }],
  [1550, { chapter: 0, page: 2, offset: 0.5 }],
  [1600 + DIVIDER_PX / 2, { chapter: 0, page: 2, offset: 1 }],
  [second, { chapter: 1, page: 0, offset: 0 }],
  [second + 400, { chapter: 1, page: 0, offset: 0.5 }],
  [-20, { chapter: 0, page: 0, offset: 0 }],
  [99_999, { chapter: 1, page: 0, offset: 1 }],
])('at scroll position %s the reading position is %o', (position, place) => {
  expect(stripPositionAt(strip, position)).toEqual(place);
});

test.each([0, 123, 1000, 1234.5, second + 1])('%s and back is the same position', (position) => {
  expect(scrollPositionOf(strip, stripPositionAt(strip, position))).toBeCloseTo(position, 6);
});

test('a position survives another width and another pixel ratio', () => {
  const place = stripPositionAt(strip, 1234.5);
  const turned = at(217, 2.625);
  const there = stripPositionAt(turned, scrollPositionOf(turned, place));
  expect(there.page).toBe(place.page);
  expect(there.offset).toBeCloseTo(place.offset, 3);
});

test.each([
  ['the first page at the beginning', 0, 600, { chapter: 0, page: 0 }],
  ['the next one before it has reached the edge', 720, 600, { chapter: 0, page: 1 }],
  ['the short last page as soon as the end is in view', 1001, 600, { chapter: 0, page: 2 }],
  [
    'still the old chapter while its divider is in the middle',
    1600 + DIVIDER_PX / 2 - 300,
    600,
    { chapter: 0, page: 2 },
  ],
  ['the next chapter once its page reaches the middle', second - 299, 600, { chapter: 1, page: 0 }],
])('shown is %s', (_name, position, viewport, expected) => {
  expect(pageShown(strip, position, viewport)).toEqual(expected);
});

test('short pages before the first screenful are not skipped', () => {
  const opening = layOutStrip([{ id: 1, pages: [page(100), page(100), page(3000)] }], {
    axis: 'vertical',
    across: 100,
    devicePixelRatio: 1,
  });
  expect([0, 80, 160].map((position) => pageShown(opening, position, 800).page)).toEqual([0, 1, 2]);
});

test.each([
  ['the beginning', 0, 0],
  ['the room above it', -57, 0],
  ['half of what can be scrolled', 500, 50],
  ['nearly the end', 997, 99],
  ['the end', 1000, 100],
])('at %s of a long page the percentage converts both ways', (_name, position, percent) => {
  const long = layOutStrip([{ id: 1, pages: [page(1600)] }], { axis: 'vertical', across: 100, devicePixelRatio: 1 });
  expect(percentShown(long, 0, position, 600)).toBe(percent);
  expect(percentShown(long, 0, scrollPositionAtPercent(long, 0, percent, 600), 600)).toBe(percent);
});

test('percentage and pages of a later chapter count from its own beginning', () => {
  const both = layOutStrip(
    [
      { id: 1, pages: [page(1600)] },
      { id: 2, pages: [page(100), page(100), page(3000)] },
      { id: 3, pages: [page(1600)] },
    ],
    { axis: 'vertical', across: 100, devicePixelRatio: 1 },
  );
  const [, pages, long] = both.chapters;
  if (!pages || !long) throw new Error('three chapters were laid out');
  expect([0, 80, 160].map((position) => pageShown(both, pages.start + position, 800).page)).toEqual([0, 1, 2]);
  expect(percentShown(both, 2, long.start + 500, 600)).toBe(50);
  expect(scrollPositionAtPercent(both, 2, 50, 600)).toBe(long.start + 500);
});

test('a page that is completely in view is at its end', () => {
  expect(percentShown(at(10), 1, 0, 5000)).toBe(100);
});

test('an empty strip has a position', () => {
  const empty = layOutStrip([], { axis: 'vertical', across: 100, devicePixelRatio: 1 });
  expect(stripPositionAt(empty, 10)).toEqual({ chapter: 0, page: 0, offset: 0 });
  expect(scrollPositionOf(empty, { chapter: 3, page: 3, offset: 1 })).toBe(0);
});

test('a position is the same with and without margins; inside a margin it moves to the edge', () => {
  const margins = { top: 0.1, right: 0.05, bottom: 0.2, left: 0.15 };
  const pages = [1000, 500, 700].map(page);
  const size = { axis: 'vertical', across: 100, devicePixelRatio: 2 } as const;
  const whole = layOutStrip([{ id: 1, pages }], size);
  const inside = layOutStrip([{ id: 1, pages: pages.map((one) => ({ ...one, margins })) }], size);
  // Distances inside a page are a quarter larger. The first page is 1,250 high then, and 875 of it are left.
  expect(inside.pages[1]).toMatchObject({ start: 875, width: 100, whole: { left: -19, top: -62.5, width: 125 } });
  for (const offset of [0.1, 0.25, 0.5, 0.8]) {
    const place = stripPositionAt(inside, scrollPositionOf(inside, { chapter: 0, page: 1, offset }));
    expect(place).toMatchObject({ page: offset === 0.8 ? 2 : 1 });
    if (offset < 0.8) expect(place.offset).toBeCloseTo(offset, 6);
    if (offset < 0.8) expect(stripPositionAt(whole, scrollPositionOf(whole, place))).toEqual(place);
  }
  expect(scrollPositionOf(inside, { chapter: 0, page: 1, offset: 0.02 })).toBe(875);
  expect(scrollPositionOf(inside, { chapter: 0, page: 0, offset: 0.95 })).toBe(875);
});

test('the end of a chapter is in view on its last page, but not before the chapter has begun', () => {
  const now = { chapter: 0, page: 2 };
  expect(seesEnd(strip, { chapter: 0, page: 1, offset: 0.5 }, now)).toBe(true);
  expect(seesEnd(strip, { chapter: 0, page: 0, offset: 0 }, now)).toBe(false);
  expect(seesEnd(strip, { chapter: 0, page: 1, offset: 0.5 }, { chapter: 0, page: 1 })).toBe(false);
  expect(seesEnd(strip, { chapter: 0, page: 2, offset: 0.5 }, { chapter: 1, page: 0 })).toBe(false);
});
