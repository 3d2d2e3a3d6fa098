import { expect, test } from 'vitest';
import { foldedBefore } from './folded.ts';

const rows = Array.from({ length: 50 }, (_, index) => ({ id: index + 1 }));

test.each([
  [undefined, 0],
  [99, 0],
  [1, 0],
  [6, 0],
  [7, 4],
  [50, 47],
])('if chapter %s was read last, %i rows before it are folded', (lastId, folded) => {
  expect(foldedBefore(rows, lastId)).toBe(folded);
});
