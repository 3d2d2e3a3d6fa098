import { expect, test } from 'vitest';
import { placeWithin } from './place.ts';

test('a place on the last page is kept, one beyond it is the end of the chapter', () => {
  expect(placeWithin({ page: 2, offset: 0.4 }, 3)).toEqual({ page: 2, offset: 0.4 });
  expect(placeWithin({ page: 3, offset: 0.4 }, 3)).toEqual({ page: 2, offset: 1 });
});

test('a chapter without a place begins at its top, and so does a page without an offset', () => {
  expect(placeWithin({ page: null, offset: null }, 3)).toEqual({ page: 0, offset: 0 });
  expect(placeWithin({ page: 1, offset: null }, 3)).toEqual({ page: 1, offset: 0 });
});
