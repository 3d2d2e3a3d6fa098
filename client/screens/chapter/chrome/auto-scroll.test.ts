import { expect, test } from 'vitest';
import { scrollStep } from './auto-scroll.ts';

test.each([
  [0, 16, 60, 1, 0, 0.96],
  [0.96, 16, 60, 1, 1, 0.92],
  [0, 16, 60, 2, 0.5, 0.46],
  [0, 5000, 60, 1, 6, 0],
])(
  'after %s px left over, %s ms at %s px a second and ratio %s scroll %s px',
  (rest, ms, speed, ratio, distance, left) => {
    const step = scrollStep(rest, ms, speed, ratio);
    expect(step.distance).toBe(distance);
    expect(step.rest).toBeCloseTo(left, 5);
  },
);
