import { afterEach, beforeEach, expect, test } from 'vitest';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { type From, readerWhoCounts } from '../../../../testing/factories/library.ts';
import { dropOldViews } from './write.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startTestApp();
});
afterEach(() => site.close());

const inShanghai = (time: string) => new Date(`${time}+08:00`);

async function addLongComic(chapters: number) {
  const { comicId, chapters: added } = await addComic(site, {
    chapters: Array.from({ length: chapters }, () => ({ publishedAt: new Date('2026-01-01') })),
  });
  return { comicId, chapterIds: added.map(({ id }) => id) };
}

async function read(chapterId: number | undefined, from: From, on = site) {
  const { data } = await on.call(comicRead, { id: chapterId ?? 0 }, from);
  if (!data) throw new Error('the chapter was not read');
}

async function byDay(comicId: number) {
  const { rows } = await site.pool.query<{ day: string; views: number }>(
    'select day::text, views from reading.comic_day where comic_id = $1 order by day',
    [comicId],
  );
  return rows.map(({ day, views }) => [day, views]);
}

async function total(comicId: number): Promise<number> {
  const { rows } = await site.pool.query<{ views: number }>(
    'select views from catalog.comic_stats where comic_id = $1',
    [comicId],
  );
  return rows[0]?.views ?? 0;
}

test('a view counts once a reader, chapter and day', async () => {
  const { comicId, chapterIds } = await addLongComic(2);
  const [one, other] = [await readerWhoCounts(site), await readerWhoCounts(site)];
  site.setTime(inShanghai('2026-05-01T12:00'));
  for (const reader of [one, one, other]) for (const id of chapterIds) await read(id, reader);
  await site.app.runFrequentJobs();
  await read(chapterIds[0], one);
  await site.app.runFrequentJobs();
  expect(await byDay(comicId)).toEqual([['2026-05-01', 4]]);
  expect(await total(comicId)).toBe(4);
});

test('a new day begins at midnight in Shanghai', async () => {
  const { comicId, chapterIds } = await addLongComic(1);
  const reader = await readerWhoCounts(site);
  for (const time of ['2026-05-01T00:00', '2026-05-01T23:59:59.999', '2026-05-02T00:00', '2026-05-02T07:59']) {
    site.setTime(inShanghai(time));
    await read(chapterIds[0], reader);
  }
  await site.app.runFrequentJobs();
  expect(await byDay(comicId)).toEqual([
    ['2026-05-01', 1],
    ['2026-05-02', 1],
  ]);
  expect(await total(comicId)).toBe(2);
});

test('a locked chapter, one that is unknown and a look at the detail are no views', async () => {
  const { comicId, chapters } = await addComic(site, { chapters: [{ price: 30 }] });
  const reader = await readerWhoCounts(site);
  await site.call(comicRead, { id: chapters[0]?.id ?? 0 }, reader);
  await site.call(comicRead, { id: 999_999 }, reader);
  await site.call(comicInfo, { id: comicId }, reader);
  expect(await site.app.metrics.text()).toContain('manyu_views_waiting 0');
  await site.app.runFrequentJobs();
  expect(await total(comicId)).toBe(0);
});

test('a chapter that is only fetched ahead is no view, and is one once it is opened', async () => {
  const { comicId, chapterIds } = await addLongComic(1);
  const reader = await readerWhoCounts(site);
  const id = chapterIds[0] ?? 0;
  const ahead = await site.call(comicRead, { id, ahead: true }, reader);
  await site.app.runFrequentJobs();
  expect(await total(comicId)).toBe(0);
  expect(await site.call(comicRead, { id }, reader)).toMatchObject({ data: ahead.data });
  await site.app.runFrequentJobs();
  expect(await total(comicId)).toBe(1);
});

test('a locked chapter is refused ahead as it is otherwise, and gives no address', async () => {
  const { chapters } = await addComic(site, { chapters: [{ price: 30 }] });
  const reader = await readerWhoCounts(site);
  const [ahead, opened] = await Promise.all(
    [true, false].map((ahead) => site.call(comicRead, { id: chapters[0]?.id ?? 0, ahead }, reader)),
  );
  expect(ahead).toMatchObject({ status: 0, code: 3003 });
  expect(ahead).toEqual(opened);
});

test('views are in the database within a few seconds by themselves, and the comic shows them', async () => {
  const { comicId, chapterIds } = await addLongComic(1);
  const reader = await readerWhoCounts(site);
  await site.call(comicInfo, { id: comicId }, reader);
  await read(chapterIds[0], reader);
  expect(await site.app.metrics.text()).toContain('manyu_views_waiting 1');
  await expect.poll(() => total(comicId), { timeout: 5_000 }).toBe(1);
  await expect
    .poll(async () => (await site.call(comicInfo, { id: comicId }, reader)).data?.stats.views, { timeout: 5_000 })
    .toBe(1);
  expect((await site.call(comicInfo, { id: comicId }, reader)).data?.views).toBe(1);
});

test('an app that is stopped writes its views first', async () => {
  const { comicId, chapterIds } = await addLongComic(3);
  const other = await startTestApp({ beside: site });
  const reader = await readerWhoCounts(site);
  for (const id of chapterIds) await read(id, reader, other);
  await other.close();
  expect(await total(comicId)).toBe(3);
});

test('two nodes count the same view once and miss none', async () => {
  const { comicId, chapterIds } = await addLongComic(8);
  const other = await startTestApp({ beside: site });
  const readers = await Promise.all(Array.from({ length: 6 }, () => readerWhoCounts(site)));
  for (let round = 0; round < 3; round++) {
    await Promise.all(readers.flatMap((reader) => chapterIds.map((id, at) => read(id, reader, at % 2 ? site : other))));
    await Promise.all(readers.flatMap((reader) => chapterIds.map((id, at) => read(id, reader, at % 2 ? other : site))));
    await Promise.all([site.app.runFrequentJobs(), other.app.runFrequentJobs()]);
  }
  await other.close();
  expect(await total(comicId)).toBe(48);
});

test('views outlast a database that cannot be written to for a while', async () => {
  const { comicId, chapterIds } = await addLongComic(1);
  const reader = await readerWhoCounts(site);
  await site.pool.query('alter table reading.view rename to view_away');
  await read(chapterIds[0], reader);
  await site.app.runFrequentJobs();
  expect(await site.app.metrics.text()).toContain('manyu_views_waiting 1');
  await site.pool.query('alter table reading.view_away rename to view');
  await site.app.runFrequentJobs();
  expect(await total(comicId)).toBe(1);
});

test('a comic that is deleted before its views are written takes no others with it', async () => {
  const [gone, stays] = [await addLongComic(1), await addLongComic(1)];
  const reader = await readerWhoCounts(site);
  await read(gone.chapterIds[0], reader);
  await read(stays.chapterIds[0], reader);
  await site.pool.query('delete from catalog.comic where id = $1', [gone.comicId]);
  await site.app.runFrequentJobs();
  expect(await total(stays.comicId)).toBe(1);
});

test('single views are deleted a day after their day has ended, the sums stay', async () => {
  const { comicId, chapterIds } = await addLongComic(2);
  const reader = await readerWhoCounts(site);
  for (const time of ['2026-05-01T12:00', '2026-05-03T01:00']) {
    site.setTime(inShanghai(time));
    for (const id of chapterIds) await read(id, reader);
  }
  await site.app.runFrequentJobs();
  const daysKnown = async () =>
    (await site.pool.query<{ day: string }>('select distinct day::text from reading.view order by 1')).rows;
  await dropOldViews(site.pool, inShanghai('2026-05-02T23:59'), '2026-05-31');
  expect(await daysKnown()).toHaveLength(2);
  // Views that are not in the daily totals yet are kept, whatever their age.
  await dropOldViews(site.pool, inShanghai('2026-05-20T00:00'), '2026-04-30');
  expect(await daysKnown()).toHaveLength(2);
  await dropOldViews(site.pool, inShanghai('2026-05-03T00:00'), '2026-05-31');
  expect(await daysKnown()).toEqual([{ day: '2026-05-03' }]);
  expect(await total(comicId)).toBe(4);
});
