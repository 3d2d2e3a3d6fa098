import { expect, test } from 'vitest';
import { tabAfterSwipe } from './tab-swipe.ts';

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
])('on %s a finger moved by %s, %s leads to %s', (present, dx, dy, tab) => {
  expect(tabAfterSwipe(TABS, present, dx, dy)).toBe(tab);
});
