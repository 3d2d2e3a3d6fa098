import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { createComicRecords } from './comic-records.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

/** How many statements a comic takes: itself, its chapters, its promotions. */
const A_COMIC = 3;

async function opened(live = true) {
  const { comicId, chapters } = await addComic(site, { chapters: [{}, {}] });
  // The app, which asks by the same pool, is not counted.
  const queries = vi.fn((text: string, values: unknown[]) => site.pool.query(text, values));
  const records = createComicRecords({ query: queries } as never, () => live);
  return { comicId, chapterIds: chapters.map(({ id }) => id), records, queries };
}

test('whoever asks for a comic while it is being read waits for that one reading', async () => {
  const { comicId, records, queries } = await opened();
  const found = await Promise.all([records.comic(comicId), records.comic(comicId), records.comic(comicId)]);
  expect(found.map((record) => record?.chapters.length)).toEqual([2, 2, 2]);
  expect(queries).toHaveBeenCalledTimes(A_COMIC);
});

test.each(['forget', 'forgetAll'] as const)(
  'a reading that began before a change is not given after it: %s',
  async (how) => {
    const { comicId, records, queries } = await opened();
    const before = records.comic(comicId);
    records[how](comicId);
    await Promise.all([before, records.comic(comicId)]);
    expect(queries).toHaveBeenCalledTimes(2 * A_COMIC);
  },
);

test('the chapters of a comic in memory are found there', async () => {
  const { comicId, chapterIds, records, queries } = await opened();
  await records.comic(comicId);
  for (const id of chapterIds) expect((await records.comicOfChapter(id))?.comic.id).toBe(comicId);
  expect(queries).toHaveBeenCalledTimes(A_COMIC);
});

test('while changes are not received, each reads for itself', async () => {
  const { comicId, records, queries } = await opened(false);
  await Promise.all([records.comic(comicId), records.comic(comicId)]);
  await records.comic(comicId);
  expect(queries).toHaveBeenCalledTimes(3 * A_COMIC);
});
