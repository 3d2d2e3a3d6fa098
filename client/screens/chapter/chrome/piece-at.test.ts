import { expect, test } from 'vitest';
import { pieceAt } from './piece-at.ts';

const PIECES = [{ top: 0 }, { top: 1000 }, { top: 2000 }];

test('a page is previewed by its first piece', () => {
  expect(pieceAt([{ height: 3000, pieces: PIECES }], { unit: 'page', at: 4, of: 5 })).toEqual({
    page: 3,
    piece: 0,
    along: 0,
  });
});

test.each([
  [0, 0, 0],
  [25, 0, 0.75],
  [50, 1, 0.5],
  [100, 2, 1],
])('at %s percent a long page is previewed by its piece %s, %s of it down', (at, piece, along) => {
  expect(pieceAt([{ height: 3000, pieces: PIECES }], { unit: 'percent', at, of: 100 })).toEqual({
    page: 0,
    piece,
    along,
  });
  expect(pieceAt([{ height: 3000 }], { unit: 'percent', at, of: 100 })).toEqual({ page: 0, piece: 0, along: at / 100 });
});
