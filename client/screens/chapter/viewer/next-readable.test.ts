import { expect, test } from 'vitest';
import { neighboursOf, nextReadable } from './next-readable.ts';

const chapters = [
  { no: 3, access: 'locked' as const },
  { no: 1, access: 'free' as const },
  { no: 2.5, access: 'locked' as const },
  { no: 5, access: 'owned' as const },
  { no: 4, access: 'locked' as const },
];

test('after a locked chapter the next one that needs no payment is offered', () => {
  expect(nextReadable(chapters, { no: 2.5 })?.no).toBe(5);
  expect(nextReadable(chapters, { no: 5 })).toBeNull();
});

test('neighbours are ordered by chapter number, also fractional ones', () => {
  expect(neighboursOf(chapters, { no: 3 })).toEqual({
    previous: { no: 2.5, access: 'locked' },
    next: { no: 4, access: 'locked' },
  });
  expect(neighboursOf(chapters, { no: 1 }).previous).toBeNull();
});
