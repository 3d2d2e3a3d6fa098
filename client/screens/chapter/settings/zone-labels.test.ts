import { expect, test } from 'vitest';
import type { TapShape } from './tap-zones.ts';
import { zoneCells } from './zone-labels.ts';

const LETTERS = { forward: 'F', backward: 'B', menu: 'M' };

test.each<[TapShape, string[]]>([
  ['sides', ['...', 'BMF', '...']],
  ['rows', ['.B.', '.M.', '.F.']],
  ['edges', ['...', 'FMF', '.B.']],
  ['L', ['..B', '.M.', '.F.']],
])('in the shape %s each zone has one label', (shape, expected) => {
  const cells = zoneCells({ shape, inverted: false, mirrored: false });
  const rows = [0, 1, 2].map((row) =>
    cells
      .filter(({ y }) => y === row)
      .map(({ action, labelled }) => (labelled ? LETTERS[action] : '.'))
      .join(''),
  );
  expect(rows).toEqual(expected);
});
