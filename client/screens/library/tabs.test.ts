import { expect, test } from 'vitest';
import { favorites, history, shelf, subscribed } from '#contract/calls/library';
import { currentPart, entryOf, groupIdOf, type Item, isFiltered, readPart, TABS, tabOf } from './tabs.ts';

const comic = { id: 7, title: '漫画' } as never;
const chapter = { id: 9, no: 3 };

test.each<[Omit<Item, 'comic'>, string]>([
  [{}, '未读'],
  [{ last: { chapterId: 9, no: 3, finished: false } as never }, '看到第3话'],
  [{ last: { chapterId: 9, no: 3, finished: true } as never }, '看完第3话'],
  [{ chapter }, '第3话'],
  [{ chapter, page: 0, pages: 12 }, '第3话 1/12 页'],
  [{ chapter, page: 11, pages: 12 }, '第3话 12/12 页'],
  [{ chapter, page: 0, pages: 0 }, '第3话'],
  [{ chapter, pages: 12 }, '第3话'],
  [{ chapter, page: 3, pages: 12, finished: true }, '看完第3话'],
])('an entry with %j reads %s', (item, line) => {
  expect(entryOf({ comic, ...item }).line).toBe(line);
});

test.each<[Omit<Item, 'comic'>, number]>([
  [{}, 0],
  [{ last: { chapterId: 9, no: 3, finished: false } as never }, 0.2],
  [{ last: { chapterId: 9, no: 10, finished: true } as never }, 1],
  [{ chapter, page: 2, offset: 0.5, pages: 10 }, 0.25],
  [{ chapter, page: 2, pages: 10, finished: true }, 1],
  [{ chapter }, 0],
])('the progress of an entry with %j is %f', (item, progress) => {
  expect(entryOf({ comic: { id: 7, latest: { no: 10 } } as never, ...item }).progress).toBe(progress);
});

test('without a count nothing is unread', () => {
  expect([entryOf({ comic, chapter }).unread, entryOf({ comic, unread: 4 }).unread]).toEqual([0, 4]);
});

test('a removal from the shelf affects every list, from another list only that one', () => {
  const lists = [shelf, subscribed, favorites, history].map(({ path }) => path);
  const changed = {
    shelf: lists,
    updated: lists,
    subscribe: [lists[1]],
    favorite: [lists[2]],
    owned: [],
    history: [lists[3]],
  };
  expect(Object.fromEntries(Object.entries(TABS).map(([tab, list]) => [tab, list.changedLists]))).toEqual(changed);
  expect(Object.values(TABS).map(({ removeCalls }) => removeCalls.length)).toEqual([3, 3, 1, 1, 0, 1]);
});

test.each([
  [null, 'shelf', 'shelf', null],
  ['favorite', 'favorite', 'favorite', null],
  ['downloads', 'downloads', null, null],
  ['group-7', 'group-7', 'shelf', 7],
  ['group-0', 'shelf', 'shelf', null],
  ['group-7.5', 'shelf', 'shelf', null],
  ['group-', 'shelf', 'shelf', null],
  ['nothing', 'shelf', 'shelf', null],
  ['toString', 'shelf', 'shelf', null],
])('the address %j shows the part %j: the list %j, the group %j', (name, part, tab, groupId) => {
  const read = readPart(name);
  expect([read, tabOf(read), groupIdOf(read)]).toEqual([part, tab, groupId]);
});

test('the unread and owned comics and a group are parts of the shelf', () => {
  const parts = ([null, 7] as const).map((groupId) =>
    (['shelf', 'updated', 'favorite'] as const).map((tab) => isFiltered(tab, groupId)),
  );
  expect(parts).toEqual([
    [false, true, false],
    [true, true, true],
  ]);
});

test.each([
  ['group-7', [{ id: 7 }], 'group-7'],
  ['group-7', [{ id: 8 }], 'shelf'],
  ['group-7', [], 'shelf'],
  // It is not known yet, or could not be loaded.
  ['group-7', undefined, 'group-7'],
  ['owned', [], 'owned'],
  [null, undefined, 'shelf'],
] as const)('of the address %s and the groups %j the library shows %s', (name, groups, part) => {
  expect(currentPart(name, groups)).toBe(part);
});
