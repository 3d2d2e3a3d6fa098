import { expect, test } from 'vitest';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { type Download, downloadOf } from './download.ts';
import { downloadText, expectedBytes, shareOf, unfinishedText } from './download-words.ts';

const NOW = Date.parse('2026-11-20T04:00:00Z');
const SOON = '2026-11-20T05:00:00.000Z';
const download = (more: Partial<Download>) =>
  ({ state: 'waiting', fault: null, pictures: 4, held: 1, bytes: 2048, until: null, ...more }) as Download;

test.each([
  [{ pictures: 0 }, '等待下载'],
  [{}, '下载中 25%'],
  [{ state: 'paused', pictures: 0 }, '已暂停'],
  [{ state: 'paused' }, '已暂停 25%'],
  [{ state: 'done' }, '2.0 KB'],
  [{ state: 'done', until: SOON }, '2.0 KB'],
  [{ state: 'done', until: '2026-11-20T04:00:00.000Z' }, '限免已结束'],
  [{ state: 'failed', fault: 'space' }, '设备空间不足'],
  [{ state: 'failed', fault: 'locked' }, '现在需要购买，没有下载完'],
] as const)('%o reads %s', (more, text) => {
  expect(downloadText(download(more), NOW)).toBe(text);
});

const done = (comicId: number, more: Partial<Download>) =>
  download({ state: 'done', comic: { id: comicId } as Download['comic'], ...more });

test.each<[string, Download[], number]>([
  ['as typical ones', [download({ bytes: 9e9 })], 200_000],
  ['from the downloaded ones', [done(2, { pages: 10, held: 10, bytes: 1000 })], 200],
  [
    'from those of the same comic, if there are some',
    [done(2, { pages: 1, bytes: 9e9 }), done(1, { pages: 4, bytes: 80 })],
    40,
  ],
  ['by pages, also if these have several pictures', [done(1, { pages: 2, held: 20, bytes: 1000 })], 1000],
  ['by pictures, if the number of pages was not stored', [done(1, { held: 20, bytes: 1000 })], 100],
])('the bytes of two pages are estimated %s', (_how, known, bytes) => {
  expect(expectedBytes(1, 2, known)).toBe(bytes);
});

test.each([
  ['a chapter that is free for a time may be read until that is over', { access: 'free', price: 5 }, SOON],
  ['one that has become free stays so', { access: 'free', price: 5, freeAt: '2026-11-19T00:00:00.000Z' }, null],
  ['one that never cost anything stays so', { access: 'free', price: 0 }, null],
  ['one that was bought stays so', { access: 'owned', price: 5 }, null],
])('%s', (_name, chapter, until) => {
  const comic = { id: 1, title: '岛', ageRating: 'all', sale: { percent: 0, endsAt: SOON } } as ComicDetail;
  expect(downloadOf(comic, { freeAt: null, ...chapter } as ChapterItem, 1, NOW).until).toBe(until);
});

test.each([
  [[{ held: 4 }, { pictures: 0, held: 0 }], '正在下载 2 话', 0.5],
  [[{ state: 'paused' }, { state: 'failed' }, {}], '正在下载 1 话', 0.25],
  [[{ state: 'paused' }, { state: 'failed', pictures: 0 }], '1 话没有下载完', 0.125],
  [[{ state: 'paused' }, { state: 'paused' }], '2 话已暂停', 0.25],
] as const)('of a comic with the unfinished downloads %o the detail says %s', (list, text, share) => {
  const unfinished = list.map((more) => download(more));
  expect([unfinishedText(unfinished), shareOf(unfinished)]).toEqual([text, share]);
});
