import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataOf } from '#contract/call';
import { comicInfo } from '#contract/calls/comic';
import { delHistory, history, progress, shelf } from '#contract/calls/library';
import { keyword, search } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../app/app.ts';
import { howMany } from '../../drills/drill.ts';
import { newAddress, newVisitor } from '../../factories/readers.ts';
import { fillLibrary } from '../library-catalogue.ts';
import { fillListings } from '../listings-catalogue.ts';

const COMICS = howMany({ test: 300, drill: 20_000 });
const CHAPTERS = howMany({ test: 2, drill: 6 });
const PAGE = 50;

let site: TestApp;
let token: string;
/** How many comics the reader has read. */
let read: number;

beforeAll(async () => {
  site = await startTestApp();
  await fillListings(site.pool, { comics: COMICS, chapters: CHAPTERS });
  await site.app.runFrequentJobs();
  token = await newVisitor(site);
  const { rows } = await site.pool.query<{ id: number }>('select max(id) as id from account.reader');
  const readerId = rows[0]?.id ?? 0;
  await fillLibrary(site.pool, readerId, COMICS);
  await site.pool.query(EVERY_CHAPTER, [readerId]);
  const places = await site.pool.query<{ count: number; comics: number }>(
    'select count(*) as count, count(distinct comic_id) as comics from reading.place where reader_id = $1',
    [readerId],
  );
  expect(places.rows[0]?.count).toBeGreaterThan(COMICS);
  read = places.rows[0]?.comics ?? 0;
}, 1_800_000);
afterAll(() => site?.close());

const EVERY_CHAPTER = `
  insert into reading.place (reader_id, comic_id, chapter_id, page, page_offset, at, finished)
  select $1, e.comic_id, h.id, 0, 0, e.read_at, true
  from reading.entry e join catalog.chapter h on h.comic_id = e.comic_id
  where e.reader_id = $1 and e.read_at is not null
  on conflict (reader_id, comic_id, chapter_id) do update set finished = true`;

test.each(['d', '第', 'di'])('%s, which every title contains, finds the maximum number of results', async (word) => {
  const { data } = await site.call(search, { keyword: word, size: PAGE }, { remoteAddress: newAddress() });
  expect(data).toMatchObject({ total: 200, totalCapped: true });
  expect(data?.list).toHaveLength(PAGE);
  const typed = await site.call(keyword, { prefix: word });
  expect(typed.data?.suggestions.length).toBeGreaterThan(5);
});

test('a reader of all comics can read the whole history, continue reading, and delete everything', async () => {
  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const { data }: { data: DataOf<typeof history> | null } = await site.call(
      history,
      { size: PAGE, cursor },
      { token },
    );
    ids.push(...(data?.list.map(({ comic }) => comic.id) ?? []));
    cursor = data?.next ?? undefined;
  } while (cursor);
  expect([ids.length, new Set(ids).size]).toEqual([read, read]);
  const [id = 0] = ids;
  const detail = await site.call(comicInfo, { id }, { token });
  expect(detail.data?.chapters.filter((chapter) => chapter.read)).toHaveLength(detail.data?.chapters.length ?? 0);
  const chapterId = detail.data?.chapters[0]?.id ?? 0;
  expect(await site.call(progress, { chapterId, page: 0, offset: 0.5, ageMs: 0 }, { token })).toMatchObject({
    code: 0,
  });
  expect((await site.call(shelf, { filter: 'reading' }, { token })).data?.list[0]).toMatchObject({ comic: { id } });
  expect(await site.call(delHistory, { all: true }, { token })).toMatchObject({ data: { removed: read } });
  expect((await site.call(history, {}, { token })).data?.list).toEqual([]);
});
