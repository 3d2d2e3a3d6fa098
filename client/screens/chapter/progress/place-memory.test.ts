import { expect, test } from 'vitest';
import { keepPlace, placeKey, recallPlace } from './place-memory.ts';

function storage(start?: string) {
  const values = new Map<string, string>(start === undefined ? [] : [['places', start]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('a place comes back for its history entry and chapter alone', () => {
  const tab = storage();
  keepPlace(tab, placeKey('abc', 7), { page: 3, offset: 0.25 });
  expect(recallPlace(tab, placeKey('abc', 7))).toEqual({ page: 3, offset: 0.25 });
  expect(recallPlace(tab, placeKey('abc', 8))).toBeNull();
  expect(recallPlace(tab, placeKey('xyz', 7))).toBeNull();
});

test('a hundred places are kept, the newest', () => {
  const tab = storage();
  for (let n = 0; n < 130; n += 1) keepPlace(tab, placeKey('e', n), { page: n, offset: 0 });
  expect(recallPlace(tab, placeKey('e', 29))).toBeNull();
  expect(recallPlace(tab, placeKey('e', 30))).toEqual({ page: 30, offset: 0 });
});

test.each(['nonsense', 'null', '{"e:1":{"page":-1,"offset":0}}', '{"e:1":{"page":1,"offset":7}}'])(
  'damaged storage %s is no place',
  (text) => {
    expect(recallPlace(storage(text), 'e:1')).toBeNull();
  },
);
