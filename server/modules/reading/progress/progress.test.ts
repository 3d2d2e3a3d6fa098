import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chapterVerify, comicInfo, comicRead, nextChapter } from '#contract/calls/comic';
import { addSubscribe, delHistory, progress } from '#contract/calls/library';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addChapter, addComic } from '../../../../testing/factories/comics.ts';
import { anotherDevice, readerOf } from '../../../../testing/factories/library.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  token = await site.visitor();
  site.setTime(null);
});
afterAll(() => site.close());

type Reported = { page: number; offset?: number; ageMs?: number; finished?: boolean; atEnd?: boolean };
const report = (chapterId: number, { page, offset = 0, ageMs = 0, ...more }: Reported, of = token) =>
  site.call(progress, { chapterId, page, offset, ageMs, ...more }, { token: of });
const placeIn = async (id: number, of = token) => (await site.call(comicRead, { id }, { token: of })).data?.progress;
const infoOf = async (id: number, of = token) => (await site.call(comicInfo, { id }, { token: of })).data;

async function comicOf(pages: number, ...more: number[]) {
  const { comicId, chapters } = await addComic(site, { chapters: [pages, ...more].map((each) => ({ pages: each })) });
  return { comicId, ids: chapters.map(({ id }) => id), first: chapters[0]?.id ?? 0, second: chapters[1]?.id ?? 0 };
}

test('a place is kept, and found again on another device', async () => {
  const { comicId, first } = await comicOf(20);
  expect(await placeIn(first)).toBeNull();
  expect((await report(first, { page: 7, offset: 0.25 })).data).toEqual({ page: 7, offset: 0.25 });
  const other = await anotherDevice(site, token);
  expect(await placeIn(first, other)).toEqual({ page: 7, offset: 0.25 });
  expect((await infoOf(comicId, other))?.me.last).toEqual({
    chapterId: first,
    no: 1,
    page: 7,
    offset: 0.25,
    finished: false,
  });
});

test('nobody else sees the place', async () => {
  const { comicId, first } = await comicOf(20);
  await report(first, { page: 7, finished: true });
  const stranger = await site.visitor();
  expect(await placeIn(first, stranger)).toBeNull();
  expect(await infoOf(comicId, stranger)).toMatchObject({ me: { last: null }, chapters: [{ read: false }] });
});

test('a chapter that one reader finishes is finished for nobody else who reads it', async () => {
  const { comicId, first } = await comicOf(20);
  const stranger = await site.visitor();
  await report(first, { page: 3 }, stranger);
  await report(first, { page: 19, finished: true });
  expect(await infoOf(comicId, stranger)).toMatchObject({
    me: { last: { finished: false } },
    chapters: [{ read: false }],
  });
});

test('the newest reading wins, in any order of the reports', async () => {
  const { comicId, first, second } = await comicOf(20, 20);
  await report(first, { page: 12, ageMs: 10_000 });
  expect((await report(first, { page: 3, ageMs: 60_000 })).data).toEqual({ page: 12, offset: 0 });
  await report(second, { page: 1, ageMs: 30_000 });
  expect((await infoOf(comicId))?.me.last).toMatchObject({ chapterId: first, page: 12 });
  await report(second, { page: 2, ageMs: 5_000 });
  expect((await infoOf(comicId))?.me.last).toMatchObject({ chapterId: second, page: 2 });
  expect(await placeIn(first)).toEqual({ page: 12, offset: 0 });
});

test('an older reading that is reported late changes neither page nor offset', async () => {
  const { first } = await comicOf(20);
  await report(first, { page: 12, offset: 0.75, ageMs: 10_000 });
  expect((await report(first, { page: 12, offset: 0.25, ageMs: 60_000 })).data).toEqual({ page: 12, offset: 0.75 });
  expect((await report(first, { page: 3, offset: 0.5, ageMs: 60_000 })).data).toEqual({ page: 12, offset: 0.75 });
  expect(await placeIn(first)).toEqual({ page: 12, offset: 0.75 });
  expect((await report(first, { page: 12, offset: 0.125, ageMs: 1_000 })).data).toEqual({ page: 12, offset: 0.125 });
});

test('the first reading waits for a library that is being created, without a deadlock', async () => {
  const { comicId, first } = await comicOf(20);
  const id = await readerOf(site, token);
  const other = await site.pool.connect();
  await other.query('begin');
  await other.query('insert into reading.library (reader_id) values ($1)', [id]);
  const reported = report(first, { page: 3 });
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await site.pool.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
  await other.query(
    `insert into reading.entry (reader_id, comic_id, subscribed_at, seen_at, age) values ($1, $2, now(), now(), 0)`,
    [id, comicId],
  );
  await other.query('commit');
  other.release();
  expect(await reported).toMatchObject({ status: 1, data: { page: 3 } });
});

test('if two readings have the same time, the one reported last stays, for the chapter and for the comic', async () => {
  const { comicId, first, second } = await comicOf(20, 20);
  site.setTime(new Date());
  await report(first, { page: 12, offset: 0.75 });
  expect((await report(first, { page: 3, offset: 0.5 })).data).toEqual({ page: 3, offset: 0.5 });
  await report(second, { page: 2 });
  expect((await infoOf(comicId))?.me.last).toMatchObject({ chapterId: second, page: 2 });
});

test('two devices that report concurrently many times agree on the newest position', async () => {
  const { comicId, first } = await comicOf(60);
  const other = await anotherDevice(site, token);
  site.setTime(new Date());
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, turn) =>
      report(first, { page: turn, ageMs: (turn * 7919) % 40_000 }, turn % 2 ? token : other),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 1));
  // The one with age 0.
  expect(await placeIn(first)).toEqual({ page: 0, offset: 0 });
  expect((await infoOf(comicId))?.me.last).toMatchObject({ page: 0 });
});

test('a device can’t write into the future', async () => {
  const { first } = await comicOf(20);
  for (const ageMs of [-1, -60_000, Number.MAX_VALUE, null])
    expect(
      await site.post(
        'my/progress',
        site.cipher.seal(JSON.stringify({ chapterId: first, page: 1, offset: 0, ageMs })),
        { authorization: `Bearer ${token}` },
      ),
    ).toMatchObject({ http: 400, code: 1001, message: expect.stringContaining('ageMs') });
  await report(first, { page: 1 });
  expect((await report(first, { page: 2 })).data).toEqual({ page: 2, offset: 0 });
});

test('a place beyond the chapter is its end, also when the chapter has become shorter since', async () => {
  const { comicId, first } = await comicOf(4);
  expect((await report(first, { page: 99, offset: 0.1 })).data).toEqual({ page: 3, offset: 1 });
  await report(first, { page: 3, offset: 0.5 });
  await addChapter(site, comicId, { no: 1, pages: 2 });
  await expect.poll(() => placeIn(first)).toEqual({ page: 1, offset: 1 });
  expect((await infoOf(comicId))?.me.last).toMatchObject({ page: 1, offset: 1 });
  for (const payload of [{ page: -1 }, { page: 0.5 }, { page: 0, offset: 1.01 }, { page: 0, offset: -0.1 }])
    expect(await report(first, payload)).toMatchObject({ http: 400, code: 1001 });
});

test('a finished chapter stays marked, wherever the reader goes back to', async () => {
  const { comicId, first, second } = await comicOf(3, 3);
  await report(first, { page: 2, offset: 1, finished: true });
  await report(first, { page: 0 });
  expect((await infoOf(comicId))?.chapters.map(({ read }) => read)).toEqual([true, false]);
  const { data } = await site.call(comicRead, { id: second }, { token });
  expect([data?.prev?.read, data?.chapter.read]).toEqual([true, false]);
  expect((await site.call(chapterVerify, { id: first }, { token })).data?.chapter.read).toBe(true);
  await report(second, { page: 2, finished: true });
  expect((await site.call(nextChapter, { id: first }, { token })).data?.read).toBe(true);
});

test('a chapter read to its end opens at its top, and keeps a place of its own when it is read again', async () => {
  const { comicId, first } = await comicOf(20);
  await report(first, { page: 19, offset: 0.5, finished: true, ageMs: 50_000 });
  expect(await placeIn(first)).toBeNull();
  expect((await infoOf(comicId))?.me.last).toMatchObject({ chapterId: first, finished: true });
  await report(first, { page: 7, offset: 0.25, ageMs: 40_000 });
  expect(await placeIn(first)).toEqual({ page: 7, offset: 0.25 });
  expect(await infoOf(comicId)).toMatchObject({ me: { last: { finished: true } }, chapters: [{ read: true }] });
  await report(first, { page: 19, finished: true, ageMs: 45_000 });
  expect(await placeIn(first)).toEqual({ page: 7, offset: 0.25 });
  await report(first, { page: 19, finished: true, ageMs: 30_000 });
  expect(await placeIn(first)).toBeNull();
});

test('a reader who goes back from the end before the report is sent has a position, and has finished', async () => {
  const { comicId, first } = await comicOf(20);
  await report(first, { page: 4, finished: true, atEnd: false });
  expect(await placeIn(first)).toEqual({ page: 4, offset: 0 });
  expect((await infoOf(comicId))?.chapters[0]?.read).toBe(true);
});

test('an old reading still marks its chapter, and moves no place', async () => {
  const { comicId, first } = await comicOf(5);
  await report(first, { page: 4 });
  expect((await report(first, { page: 1, ageMs: 90_000, finished: true })).data).toEqual({ page: 4, offset: 0 });
  expect((await infoOf(comicId))?.chapters[0]?.read).toBe(true);
});

test('deleting the history removes places and read marks, and keeps the subscription', async () => {
  const { comicId, first } = await comicOf(5);
  await site.call(addSubscribe, { id: comicId }, { token });
  await report(first, { page: 4, finished: true });
  await site.call(delHistory, { ids: [comicId] }, { token });
  expect(await placeIn(first)).toBeNull();
  expect(await infoOf(comicId)).toMatchObject({ me: { subscribed: true, last: null }, chapters: [{ read: false }] });
});

test('an unknown or unpublished chapter, or one of an offline comic, has no position', async () => {
  const { chapters } = await addComic(site, { chapters: [{}, { publishedAt: new Date(Date.now() + 86_400_000) }] });
  const offline = await addComic(site, { online: false });
  for (const id of [999_999, chapters[1]?.id ?? 0, offline.chapters[0]?.id ?? 0])
    expect(await report(id, { page: 0 })).toMatchObject({ status: 0, code: 3002 });
});

test('a failed report leaves no changes', async () => {
  const { comicId, first } = await comicOf(5);
  await site.pool.query(
    `create function reading.fails() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
     create trigger fails before update of finished on reading.place for each row execute function reading.fails()`,
  );
  try {
    expect(await report(first, { page: 1, finished: true })).toMatchObject({ http: 500, code: 9000 });
    expect((await infoOf(comicId))?.me.last).toBeNull();
  } finally {
    await site.pool.query('drop function reading.fails() cascade');
  }
  await report(first, { page: 1, finished: true });
  expect((await infoOf(comicId))?.me.last).toMatchObject({ page: 1 });
});
