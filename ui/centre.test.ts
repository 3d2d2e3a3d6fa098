import { expect, test } from 'vitest';
import { centreIn } from './centre.ts';

const box = (left: number, width: number) => ({ getBoundingClientRect: () => ({ left, width }) });
const row = (scrollLeft: number, child: object | null) =>
  ({ ...box(10, 300), scrollLeft, querySelector: () => child }) as unknown as Element;

test('the middle of the child comes to the middle of its row', () => {
  const shown = row(40, box(250, 60));
  centreIn(shown, '[aria-current]');
  // The child's middle was at 280, the row's is at 160.
  expect(shown.scrollLeft).toBe(40 + 120);
});

test('a row without such a child does not scroll', () => {
  const shown = row(40, null);
  centreIn(shown, '[aria-current]');
  expect(shown.scrollLeft).toBe(40);
  expect(() => centreIn(null, '[aria-current]')).not.toThrow();
});
