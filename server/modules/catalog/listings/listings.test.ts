import { afterEach, beforeEach, expect, test } from 'vitest';
import { newComics } from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startTestApp();
});
afterEach(() => site.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('new comics are listed newest first, without gaps or repeats while others are added', async () => {
  for (let i = 0; i < 7; i++) await addComic(site, { title: `第${i}部`, createdAt: minutesAgo(100 - i) });
  const first = await site.call(newComics, { size: 3 });
  expect(first.data?.list.map((comic) => comic.title)).toEqual(['第6部', '第5部', '第4部']);
  await addComic(site, { title: '刚来', createdAt: minutesAgo(0) });
  const second = await site.call(newComics, { size: 3, cursor: first.data?.next ?? '' });
  const third = await site.call(newComics, { size: 3, cursor: second.data?.next ?? '' });
  expect([...(second.data?.list ?? []), ...(third.data?.list ?? [])].map((comic) => comic.title)).toEqual([
    '第3部',
    '第2部',
    '第1部',
    '第0部',
  ]);
  expect(third.data?.next).toBeNull();
});

test('a genre narrows the list', async () => {
  await addComic(site, { title: '甲', genres: ['奇幻'] });
  await addComic(site, { title: '乙', genres: ['校园'] });
  const { data } = await site.call(newComics, { genre: '校园' });
  expect(data?.list.map((comic) => comic.title)).toEqual(['乙']);
});

test.each([
  '',
  'x',
  'bnVsbA',
  Buffer.from('[1]').toString('base64url'),
  Buffer.from('["2024-01-01","1; drop"]').toString('base64url'),
  Buffer.from('["never",5]').toString('base64url'),
])('a forged cursor %j is refused by name', async (cursor) => {
  const answer = await site.call(newComics, { cursor });
  expect(answer).toMatchObject({ http: 400, code: 1001 });
  expect(answer.message).toContain('cursor');
});

test('comics for adults, offline comics and comics without chapters are in no list', async () => {
  await addComic(site, { ageRating: '18' });
  await addComic(site, { online: false });
  await addComic(site, { chapters: [{ publishedAt: new Date(Date.now() + 60_000) }] });
  expect((await site.call(newComics, {})).data?.list).toEqual([]);
  expect((await site.call(home, {})).data?.sections).toEqual([]);
});
