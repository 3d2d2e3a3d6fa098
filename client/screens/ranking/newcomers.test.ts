import { expect, test } from 'vitest';
import { showsNewcomers } from './newcomers.ts';

test.each([
  ['one of three was not ranked before', [null, 0, -2], true],
  ['half of them were not', [null, null, 0, 3], true],
  ['more than half were not', [null, null, 0], false],
  ['none was: the first day of a ranking', [null, null], false],
])('新上榜 where %s: %j, %s', (_which, changes, expected) => {
  expect(showsNewcomers(changes.map((change) => ({ change })))).toBe(expected);
});
