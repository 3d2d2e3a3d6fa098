import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('a full cache drops its least recently used entries', () => {
  const cache = new LRUCache<string, number>(atMost(3));
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at);
  cache.get('a');
  cache.set('d', 3);
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c', 'd']);
});
