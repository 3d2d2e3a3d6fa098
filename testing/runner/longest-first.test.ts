import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inOrder, LONGEST } from './longest-first.ts';

test('the client’s files run first, then the longest, then the others with browsers, larger ones first', () => {
  const [long = '', longer = ''] = LONGEST.toReversed();
  const sizes = {
    'server/a.test.ts': 1,
    'testing/e2e/app/small.test.ts': 5,
    'server/d.test.ts': 4,
    [long]: 9,
    'server/c.test.ts': 3,
    'testing/e2e/app/large.test.ts': 6,
    [longer]: 8,
    'server/b.test.ts': 2,
    'client/one.test.ts': 1,
  };
  const files = Object.entries(sizes).map(([path, bytes]) => ({ path, bytes }));
  expect(inOrder(files).map(({ path }) => path)).toEqual([
    'client/one.test.ts',
    longer,
    long,
    'server/d.test.ts',
    'testing/e2e/app/large.test.ts',
    'server/c.test.ts',
    'server/b.test.ts',
    'testing/e2e/app/small.test.ts',
    'server/a.test.ts',
  ]);
});

test('the longest files are there', () => {
  expect(LONGEST.filter((path) => !existsSync(path))).toEqual([]);
});
