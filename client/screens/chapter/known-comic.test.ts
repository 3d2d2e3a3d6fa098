import { expect, test, vi } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import { queryClient } from '../../runtime/queries/queries.ts';
import { knownComicOf } from './known-comic.ts';

vi.mock('../../runtime/browser.ts', () => ({ session: {}, send: vi.fn() }));

test('a chapter’s comic is found among the details in the cache, whichever has it', () => {
  const detail = (id: number, ...chapters: number[]) =>
    queryClient.setQueryData([comicInfo.path, { id }], {
      id,
      title: `漫画${id}`,
      chapters: chapters.map((id) => ({ id })),
    });
  detail(1, 10, 11);
  detail(2, 20, 21);
  expect(knownComicOf(21)).toEqual({ comicId: 2, comicTitle: '漫画2', chapter: { id: 21 } });
  expect(knownComicOf(10)).toMatchObject({ comicId: 1 });
  expect(knownComicOf(30)).toBeNull();
});
