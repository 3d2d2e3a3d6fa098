import { expect, test, vi } from 'vitest';
import type { Item } from './tabs.ts';

vi.mock('../../runtime/request.ts', () => ({ request: async () => null }));
const { pathOn, wayOn } = await import('./read-on.ts');

const item = (more: Partial<Item>): Item => ({ comic: { id: 7, latest: { id: 30, no: 3 } } as never, ...more });
const last = (chapterId: number, finished: boolean) => ({ chapterId, finished }) as never;

test.each<[string, Item, ReturnType<typeof wayOn>, string]>([
  ['not read yet', item({}), null, '/comic/7'],
  ['in the middle of a chapter', item({ last: last(10, false) }), { chapterId: 10, after: false }, '/chapter/10'],
  ['at the end of a chapter', item({ last: last(10, true) }), { chapterId: 10, after: true }, '/comic/7'],
  ['at the end of the latest', item({ last: last(30, true) }), null, '/comic/7'],
  ['in the history', item({ chapter: { id: 20, no: 2 } }), { chapterId: 20, after: false }, '/chapter/20'],
])('an entry %s is read on from where it was left', (_, entry, way, path) => {
  expect([wayOn(entry), pathOn(entry)]).toEqual([way, path]);
});
