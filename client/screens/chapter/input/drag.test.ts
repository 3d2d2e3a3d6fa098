import { expect, test } from 'vitest';
import { glide, panelAfter, speedOf } from './drag.ts';

test('the speed of a drag is that of its last moments, 0 after a rest', () => {
  const moments = [0, 20, 40, 60].map((at) => ({ at, x: -2 * at }));
  expect(speedOf(moments, 70)).toBe(-2);
  expect([speedOf(moments, 120), speedOf(moments, 121)]).toEqual([-2, 0]);
  expect(speedOf(moments, 300)).toBe(0);
  expect(speedOf([], 0)).toBe(0);
});

test('a glide covers the same distance at any frame rate, and stops', () => {
  const distanceIn = (frameMs: number) => {
    let [speed, distance, frames] = [3, 0, 0];
    for (; speed !== 0; frames += 1) {
      const step = glide(speed, frameMs);
      distance += step.distance;
      speed = step.speed;
    }
    expect(frames * frameMs).toBeLessThan(2000);
    return distance;
  };
  expect(Math.abs(distanceIn(16) - distanceIn(50))).toBeLessThan(3);
  expect(distanceIn(16)).toBeCloseTo(3 * 325, -1.3);
});

test.each([
  ['a little', 2, 100, 0, 2],
  ['half across', 2, 641, 0, 3],
  ['not quite half across', 2, 640, 0, 2],
  ['a little, pushed just enough', 2, 100, 0.3, 3],
  ['a little, not pushed enough', 2, 100, 0.29, 2],
  ['a little, but pushed', 2, 100, 0.5, 3],
  ['back, but pushed', 2, -100, -0.5, 1],
  ['half across, and pushed back', 2, 700, -0.5, 2],
])('dragged %s', (_words, from, dragged, speed, to) => {
  expect(panelAfter(from, dragged, speed, 1280)).toBe(to);
});
