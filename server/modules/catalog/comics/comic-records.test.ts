import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { createComicRecords } from './comic-records.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

/** The statements that read a comic: for itself, its chapters and its promotions. */
const STATEMENTS = 3;

async function opened(live = true) {
  const { comicId, chapters } = await addComic(site, { chapters: [{}, {}] });
  // Counts only the queries of these records, not those of the app.
  const queries = vi.fn((text: string, values: unknown[]) => site.pool.query(text, values));
  const records = createComicRecords({ query: queries } as never, () => live);
  return { comicId, chapterIds: chapters.map(({ id }) => id), records, queries };
}

test('concurrent requests for a comic share one read', async () => {
  const { comicId, records, queries } = await opened();
  const found = await Promise.all([records.comic(comicId), records.comic(comicId), records.comic(comicId)]);
  expect(found.map((record) => record?.chapters.length)).toEqual([2, 2, 2]);
  expect(queries).toHaveBeenCalledTimes(STATEMENTS);
});

test.each(['forget', 'forgetAll'] as const)(
  'a read that started before a change is not used after it: %s',
  async (how) => {
    const { comicId, records, queries } = await opened();
    const before = records.comic(comicId);
    records[how](comicId);
    await Promise.all([before, records.comic(comicId)]);
    expect(queries).toHaveBeenCalledTimes(2 * STATEMENTS);
  },
);

test('chapters of a cached comic are found in the cache', async () => {
  const { comicId, chapterIds, records, queries } = await opened();
  await records.comic(comicId);
  for (const id of chapterIds) expect((await records.comicOfChapter(id))?.comic.id).toBe(comicId);
  expect(queries).toHaveBeenCalledTimes(STATEMENTS);
});

test('while changes are not received, every request reads the database', async () => {
  const { comicId, records, queries } = await opened(false);
  await Promise.all([records.comic(comicId), records.comic(comicId)]);
  await records.comic(comicId);
  expect(queries).toHaveBeenCalledTimes(3 * STATEMENTS);
});
