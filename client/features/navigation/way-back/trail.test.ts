import { expect, test } from 'vitest';
import { type Trail, withVisit } from './trail.ts';

const push = { type: 'PUSH', remembered: undefined, before: null } as const;

/** Home, a comic opened there, and another one opened in the first. */
function walked(): Trail {
  let trail = withVisit([], 0, { ...push, type: 'POP', fullPath: '/home' });
  trail = withVisit(trail, 1, { ...push, fullPath: '/comic/1', remembered: '/home' });
  return withVisit(trail, 2, { ...push, fullPath: '/comic/2', remembered: '/comic/1', before: '/home' });
}

test('each place keeps the way that was remembered there', () => {
  expect(walked().map((visited) => visited?.way)).toEqual([null, '/home', '/comic/1']);
});

test('a comic come back to has the way it had, not the one to the comic that was left', () => {
  const back = withVisit(walked(), 1, {
    type: 'POP',
    fullPath: '/comic/1',
    remembered: '/comic/2',
    before: '/comic/1',
  });
  expect(back[1]).toEqual({ fullPath: '/comic/1', way: '/home' });
  expect(back).toHaveLength(3);
});

test('a visit that makes no way keeps the one before it', () => {
  const read = withVisit(walked(), 3, { ...push, fullPath: '/chapter/9', before: '/comic/1' });
  expect(read[3]).toEqual({ fullPath: '/chapter/9', way: '/comic/1' });
});

test('a new visit forgets the places after it, an address written anew does not', () => {
  const places = (trail: Trail) => trail.map((visited) => visited?.fullPath);
  expect(places(withVisit(walked(), 1, { ...push, fullPath: '/new' }))).toEqual(['/home', '/new']);
  const filtered = withVisit(walked(), 0, { ...push, type: 'REPLACE', fullPath: '/home?genre=a' });
  expect(places(filtered)).toEqual(['/home?genre=a', '/comic/1', '/comic/2']);
});

test('a visit in the middle of a history that is not known leaves room for what came before', () => {
  expect(withVisit([], 2, { ...push, fullPath: '/new' })).toEqual([null, null, { fullPath: '/new', way: null }]);
});
