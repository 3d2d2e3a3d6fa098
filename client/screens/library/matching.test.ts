import { expect, test } from 'vitest';
import { matching } from './matching.ts';
import type { Item } from './tabs.ts';

const items = [
  { comic: { id: 1, title: 'One Piece', authors: ['尾田'] } },
  { comic: { id: 2, title: '雨巷 纸伞铺', authors: [] } },
  { comic: { id: 3, title: 'Ｏｎｅ', authors: ['陆小满', '林青禾'] } },
] as unknown as Item[];

test.each([
  ['', [1, 2, 3]],
  ['one', [1, 3]],
  ['onepiece', [1]],
  ['雨巷纸', [2]],
  ['林', [3]],
  ['没有', []],
])('the library search for 「%s」 finds %j', (text, ids) => {
  expect(matching(items, text).map(({ comic }) => comic.id)).toEqual(ids);
});
