import { expect, test } from 'vitest';
import { stepsBackTo, type Trail, withVisit } from './trail.ts';

const push = { type: 'PUSH', remembered: undefined, before: null } as const;

/** Home, a comic opened there, and another one opened in the first. */
function walked(): Trail {
  let trail = withVisit([], 0, { ...push, type: 'POP', fullPath: '/home' });
  trail = withVisit(trail, 1, { ...push, fullPath: '/comic/1', remembered: '/home' });
  return withVisit(trail, 2, { ...push, fullPath: '/comic/2', remembered: '/comic/1', before: '/home' });
}

test('each entry keeps its own way back', () => {
  expect(walked().map((visited) => visited?.way)).toEqual([null, '/home', '/comic/1']);
});

test('a comic that is returned to keeps its way back', () => {
  const back = withVisit(walked(), 1, {
    type: 'POP',
    fullPath: '/comic/1',
    remembered: '/comic/2',
    before: '/comic/1',
  });
  expect(back[1]).toEqual({ fullPath: '/comic/1', way: '/home' });
  expect(back).toHaveLength(3);
});

test('a visit without a way back keeps the previous one', () => {
  const read = withVisit(walked(), 3, { ...push, fullPath: '/chapter/9', before: '/comic/1' });
  expect(read[3]).toEqual({ fullPath: '/chapter/9', way: '/comic/1' });
});

test('a new visit drops later entries, a replaced address does not', () => {
  const places = (trail: Trail) => trail.map((visited) => visited?.fullPath);
  expect(places(withVisit(walked(), 1, { ...push, fullPath: '/new' }))).toEqual(['/home', '/new']);
  const filtered = withVisit(walked(), 0, { ...push, type: 'REPLACE', fullPath: '/home?genre=a' });
  expect(places(filtered)).toEqual(['/home?genre=a', '/comic/1', '/comic/2']);
});

test('a visit in an unknown history leaves space for the earlier entries', () => {
  expect(withVisit([], 2, { ...push, fullPath: '/new' })).toEqual([null, null, { fullPath: '/new', way: null }]);
});

test.each([
  ['right before', ['/home'], -1],
  ['before two tabs', ['/home', '/my', '/library?tab=history'], -3],
  ['before another screen', ['/home', '/comic/1', '/my'], 0],
  ['not there', ['/my'], 0],
  ['unknown', [null, '/my'], 0],
])('home %s is %j: %i steps back', (_, before, steps) => {
  const trail = before.map((fullPath) => (fullPath === null ? null : { fullPath, way: null }));
  expect(stepsBackTo(trail, '/home', ['/library', '/my'])).toBe(steps);
});
