import { expect, test } from 'vitest';
import type { Page } from '#contract/shapes';
import { cropped } from './crop.ts';

type Margins = NonNullable<Page['margins']>;
const margins = (top: number, right: number, bottom: number, left: number): Margins => ({ top, right, bottom, left });
const page = (own?: Margins, size = { width: 800, height: 1200 }): Page => ({
  url: 'p',
  color: '#000000',
  ...size,
  ...(own && { margins: own }),
});
const comic = (direction: 'strip' | 'ltr' | 'rtl') => ({
  id: 1,
  title: '',
  direction,
  me: { subscribed: false, favorited: false },
});
const lostBy = (direction: 'strip' | 'ltr' | 'rtl', pages: Page[], mode: Parameters<typeof cropped>[2], crops = true) =>
  cropped({ comic: comic(direction), pages }, crops, mode).pages.map((shown) => shown.margins);

const [narrow, wide] = [margins(0.1, 0.02, 0.1, 0.05), margins(0.2, 0.2, 0.2, 0.2)];

test('separate pages lose their own margins', () => {
  expect(lostBy('rtl', [page(narrow), page(wide), page()], 'paged-rtl')).toEqual([narrow, wide, undefined]);
  expect(lostBy('rtl', [page(narrow), page(wide), page()], 'strip')).toEqual([narrow, wide, undefined]);
});

test('pages of a strip keep one scale and their spacing, except in paged modes', () => {
  const least = margins(0, 0.02, 0, 0.05);
  expect(lostBy('strip', [page(narrow), page(wide)], 'strip')).toEqual([least, least]);
  expect(lostBy('strip', [page(narrow), page(wide)], 'paged-ltr')).toEqual([narrow, wide]);
});

test('the panels of a picture scroll keep one scale, and join as before', () => {
  const panel = { width: 2000, height: 900 };
  const least = margins(0.1, 0, 0.1, 0);
  expect(lostBy('rtl', [page(narrow, panel), page(wide, panel)], 'strip-rtl')).toEqual([least, least]);
});

test('a tall page keeps its space above and below', () => {
  const tall = { ...page(wide, { width: 400, height: 4000 }), pieces: [{ url: 'a', top: 0, height: 4000 }] };
  expect(lostBy('rtl', [tall], 'paged-rtl')).toEqual([margins(0, 0.2, 0, 0.2)]);
});

test('without cropping, or without margins, the chapter is returned unchanged', () => {
  expect(lostBy('rtl', [page(wide)], 'strip', false)).toEqual([undefined]);
  const plain = { comic: comic('rtl'), pages: [page()] };
  expect(cropped(plain, true, 'strip')).toBe(plain);
});
