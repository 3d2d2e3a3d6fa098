import { expect, test } from 'vitest';
import { positionKey, recallPosition, storePosition } from './position-memory.ts';

function storage(start?: string) {
  const values = new Map<string, string>(start === undefined ? [] : [['places', start]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('a position is restored only for its history entry and chapter', () => {
  const tab = storage();
  storePosition(tab, positionKey('abc', 7), { page: 3, offset: 0.25 });
  expect(recallPosition(tab, positionKey('abc', 7))).toEqual({ page: 3, offset: 0.25 });
  expect(recallPosition(tab, positionKey('abc', 8))).toBeNull();
  expect(recallPosition(tab, positionKey('xyz', 7))).toBeNull();
});

test('the newest hundred positions are stored', () => {
  const tab = storage();
  for (let n = 0; n < 130; n += 1) storePosition(tab, positionKey('e', n), { page: n, offset: 0 });
  expect(recallPosition(tab, positionKey('e', 29))).toBeNull();
  expect(recallPosition(tab, positionKey('e', 30))).toEqual({ page: 30, offset: 0 });
});

test.each(['nonsense', 'null', '{"e:1":{"page":-1,"offset":0}}', '{"e:1":{"page":1,"offset":7}}'])(
  'damaged storage %s gives no position',
  (text) => {
    expect(recallPosition(storage(text), 'e:1')).toBeNull();
  },
);

test('without storage space only a reload loses the position', () => {
  const full = {
    getItem: () => '{"e:1":{"page":1,"offset":0}}',
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  storePosition(full, positionKey('e', 1), { page: 2, offset: 0.5 });
  expect(recallPosition(full, positionKey('e', 1))).toEqual({ page: 1, offset: 0 });
});
