import { expect, test } from 'vitest';
import { sentSize } from './shrink-picture.ts';

test.each([
  ['a small picture stays', { width: 300, height: 200 }, 1, { width: 300, height: 200 }],
  ['the longest side is bounded', { width: 1170, height: 4000 }, 1, { width: 585, height: 2000 }],
  ['a second try is smaller', { width: 4000, height: 2000 }, 0.4, { width: 800, height: 400 }],
  ['nothing becomes thinner than a pixel', { width: 8000, height: 1 }, 1, { width: 2000, height: 1 }],
])('%s', (_what, size, scale, sent) => {
  expect(sentSize(size, scale)).toEqual(sent);
});
