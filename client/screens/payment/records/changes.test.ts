import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

const names = { coins: '漫币', bonus: '赠币', tickets: '阅读券' };

test.each([
  [{ coins: 300, bonus: 30, tickets: 0 }, ['+300 漫币', '+30 赠币'], [true, true]],
  [{ coins: -12, bonus: -3, tickets: 0 }, ['−12 漫币', '−3 赠币'], [false, false]],
  [{ coins: 0, bonus: 0, tickets: -1 }, ['−1 阅读券'], [false]],
  [{ coins: 0, bonus: 0, tickets: 0 }, [], []],
])('the entry %j shows %j', (amounts, texts, gains) => {
  const changes = changesOf(amounts, names);
  expect(changes.map(({ text }) => text)).toEqual(texts);
  expect(changes.map(({ gain }) => gain)).toEqual(gains);
});
