import { expect, test } from 'vitest';
import { followedBy, isSideways, tabAfterSwipe } from './tab-swipe.ts';

const TABS = ['/home', '/weekly', '/new'];

test.each([
  ['/weekly', -120, 10, '/new'],
  ['/weekly', 120, -10, '/home'],
  ['/weekly', -60, 0, undefined],
  ['/weekly', -61, 0, '/new'],
  ['/home', -61, 0, '/weekly'],
  ['/weekly', -120, 90, undefined],
  ['/weekly', -120, 60, '/new'],
  ['/weekly', -120, 60.1, undefined],
  ['/home', 120, 0, undefined],
  ['/new', -120, 0, undefined],
  ['/comic/1', -120, 0, undefined],
])('on %s a finger moved by %s, %s leads to %s', (current, dx, dy, tab) => {
  expect(tabAfterSwipe(TABS, current, dx, dy)).toBe(tab);
});

test.each([
  [7.9, 7.9, null],
  [8, 4, true],
  [-8, 4.1, false],
  [0, -8, false],
])('a finger moved by %s, %s goes sideways: %s', (dx, dy, sideways) => {
  expect(isSideways(dx, dy)).toBe(sideways);
});

test.each([
  ['/weekly', -100, -100],
  ['/home', -100, -100],
  ['/home', 100, 25],
  ['/new', -100, -25],
  ['/free', 100, 0],
])('on %s a finger moved by %s moves the screen by %s', (current, dx, by) => {
  expect(followedBy(TABS, current, dx)).toBe(by);
});
