import { expect, test } from 'vitest';
import { readOnPath } from './read-on.ts';

test.each([
  [{ id: 20, no: 2 }, '/chapter/20'],
  [null, '/comic/7'],
  [undefined, '/comic/7'],
])('an entry with the next chapter %j leads to %s', (readOn, path) => {
  expect(readOnPath({ comic: { id: 7 } as never, ...(readOn !== undefined && { readOn }) })).toBe(path);
});
