import { afterEach, beforeEach, expect, test } from 'vitest';
import { finish, weekly } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, type ComicFixture } from '../../../../testing/factories/comics.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startTestApp();
});
afterEach(() => site.close());

const MINUTE = 60_000;
const before = (ms: number) => new Date(Date.now() - ms);
type Answer = { data: { list: { title: string }[] } | null };
const titles = ({ data }: Answer) => data?.list.map((comic) => comic.title);
/** In Shanghai; 2024-01-01 was a Monday. */
const shanghai = (time: string) => new Date(`${time}+08:00`);

const sealedCursor = (...position: unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url');

/** A comic with one chapter, published at that time. */
const addOut = (title: string, publishedAt: Date, wish: ComicFixture = {}) =>
  addComic(site, { title, chapters: [{ publishedAt }], ...wish });

test('a day shows the serial comics of that weekday, latest first, with the weekday', async () => {
  await addOut('周三', before(3 * MINUTE), { weekdays: [3] });
  await addOut('周三和周六', before(2 * MINUTE), { weekdays: [3, 6] });
  await addOut('周六', before(MINUTE), { weekdays: [6] });
  await addOut('周三完结', before(MINUTE), { weekdays: [3], status: 'complete' });
  const wednesday = await site.call(weekly, { day: 3 });
  expect(titles(wednesday)).toEqual(['周三和周六', '周三']);
  expect(wednesday.data?.day).toBe(3);
  const every = await site.call(weekly, { day: 0 });
  expect(titles(every)).toEqual(['周六', '周三和周六', '周三']);
  expect(every.data?.day).toBe(0);
});

test('a comic without weekdays belongs to the weekday of its latest publication, as Shanghai counts', async () => {
  await addOut('周日深夜', shanghai('2024-01-07T23:59:59'));
  await addOut('周一零点', shanghai('2024-01-08T00:00:00'));
  await addComic(site, {
    title: '周二之后是周四',
    chapters: [{ publishedAt: shanghai('2024-01-02T12:00') }, { publishedAt: shanghai('2024-01-04T12:00') }],
  });
  expect(titles(await site.call(weekly, { day: 7 }))).toEqual(['周日深夜']);
  expect(titles(await site.call(weekly, { day: 1 }))).toEqual(['周一零点']);
  expect(titles(await site.call(weekly, { day: 2 }))).toEqual([]);
  expect(titles(await site.call(weekly, { day: 4 }))).toEqual(['周二之后是周四']);
});

test('without a day it is today in Shanghai, and the cached answer changes at its midnight', async () => {
  await addOut('周一', shanghai('2024-01-01T10:00'), { weekdays: [1] });
  await addOut('周二', shanghai('2024-01-01T11:00'), { weekdays: [2] });
  await site.caughtUp();
  site.setTime(shanghai('2024-01-08T23:59:59.999'));
  expect(titles(await site.call(weekly, {}))).toEqual(['周一']);
  site.setTime(shanghai('2024-01-09T00:00'));
  const answer = await site.call(weekly, {});
  expect([answer.data?.day, titles(answer)]).toEqual([2, ['周二']]);
});

test('a list that began before midnight continues with that day', async () => {
  for (const hour of ['10', '11', '12']) await addOut(hour, shanghai(`2024-01-01T${hour}:00`), { weekdays: [1] });
  site.setTime(shanghai('2024-01-08T23:59'));
  const first = await site.call(weekly, { size: 2 });
  expect(titles(first)).toEqual(['12', '11']);
  site.setTime(shanghai('2024-01-09T00:01'));
  const second = await site.call(weekly, { size: 2, cursor: first.data?.next ?? '' });
  expect(second.data).toMatchObject({ day: 1, next: null });
  expect(titles(second)).toEqual(['10']);
});

test('an invalid day is refused with the name of the field', async () => {
  for (const day of [-1, 8, 1.5]) {
    const answer = await site.call(weekly, { day });
    expect(answer).toMatchObject({ http: 400, code: 1001 });
    expect(answer.message).toContain('day');
  }
});

test('a cursor of another day, of no day or of another list is refused by name', async () => {
  const at = new Date().toISOString();
  for (const payload of [
    { day: 2, cursor: sealedCursor(3, at, 5) },
    { cursor: sealedCursor(8, at, 5) },
    { cursor: sealedCursor(-1, at, 5) },
    { cursor: sealedCursor(at, 5) },
  ])
    expect(await site.call(weekly, payload)).toMatchObject({ http: 400, code: 1001 });
  expect(await site.call(finish, { cursor: sealedCursor(3, at, 5) })).toMatchObject({ http: 400, code: 1001 });
});
