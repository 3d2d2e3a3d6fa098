import { expect, test } from 'vitest';
import { MAX_SERIES_FILE_BYTES, readSeriesFile } from './series-file.ts';

const read = (text: string, name = 'series.yaml') => readSeriesFile(Buffer.from(text), name);

test('every field of a sidecar is read', () => {
  const { seriesFile, warnings } = read(`
title: 书名
alias: [Another Name, 別名]
authors: 甲、乙
genres: [冒险, 日常]
description: |
  第一行

  第二行
status: complete
weekdays: [周三, 1, 周日]
direction: rtl
ageRating: 16
price: 30
freeFirst: 3
cover: 封面.png
coverPosition: [50, 20]
chapters:
  "12": { price: 50, title: 决战 }
  12.5: { price: 0, freeAt: 2026-05-01T20:00 }
  13: { price: null }
`);
  expect(warnings).toEqual([]);
  expect(seriesFile).toEqual({
    title: '书名',
    cover: '封面.png',
    coverPosition: { x: 50, y: 20 },
    settings: {
      alias: ['Another Name', '別名'],
      authors: ['甲', '乙'],
      genres: ['冒险', '日常'],
      description: '第一行\n\n第二行',
      status: 'complete',
      weekdays: [1, 3, 7],
      direction: 'rtl',
      ageRating: '16',
      priceCoins: 30,
      freeFirst: 3,
    },
    chapters: new Map([
      [12, { priceCoins: 50, title: '决战' }],
      [12.5, { priceCoins: 0, freeAt: new Date('2026-05-01T12:00:00Z') }],
      [13, { priceCoins: null }],
    ]),
  });
});

test('JSON is read too, with tabs and a byte order mark, and in GBK', () => {
  expect(read('\uFEFF{\n\t"title": "书名",\n\t"price": 5\n}', 'series.json').seriesFile).toMatchObject({
    title: '书名',
    settings: { priceCoins: 5 },
  });
  const gbk = Buffer.from([...Buffer.from('title: '), 0xca, 0xe9, 0xc3, 0xfb]);
  expect(readSeriesFile(gbk, 'series.yaml').seriesFile.title).toBe('书名');
});

test.each([
  ['its metadata', { metadata: [{ name: '书名', description_text: '简介', status: 'Ended' }] }],
  ['the whole', [{ metadata: { name: '书名', description_text: '简介', status: 'Ended' } }]],
])('a series.json in which %s is a list with one item is read', (_what, content) => {
  const { seriesFile, warnings } = read(JSON.stringify(content), 'series.json');
  expect(seriesFile).toMatchObject({ title: '书名', settings: { description: '简介', status: 'complete' } });
  expect(warnings).toEqual([]);
});

test('Mihon’s details.json is read', () => {
  const details = {
    title: '书名',
    author: '甲',
    artist: '乙, 甲',
    description: '简介',
    genre: ['动作', '恋爱'],
    status: '2',
    '_status values': ['0 = Unknown', '1 = Ongoing'],
  };
  const { seriesFile, warnings } = read(JSON.stringify(details), 'details.json');
  expect(seriesFile).toMatchObject({
    title: '书名',
    settings: { authors: ['甲', '乙'], description: '简介', genres: ['动作', '恋爱'], status: 'complete' },
  });
  expect(warnings).toEqual([]);
  const unknown = read('{"title": "书名", "author": null, "status": 5}', 'details.json');
  expect(unknown.seriesFile.settings).toEqual({ status: undefined });
  expect(unknown.warnings).toEqual([]);
});

test('the series.json of Mylar and Kavita is read, and its other fields are ignored', () => {
  const mylar = {
    version: '1.0.2',
    metadata: { type: 'comicSeries', name: '书名', description_text: '简介', status: 'Ended', year: 2019, comicid: 1 },
  };
  const { seriesFile, warnings } = read(JSON.stringify(mylar), 'series.json');
  expect(warnings).toEqual([]);
  expect(seriesFile).toMatchObject({ title: '书名', settings: { description: '简介', status: 'complete' } });
});

test.each([
  ['a: 1\ntitle: 书名', 'series.yaml 第 1 行「a」没有这个字段'],
  ['title: 书名\nprice: 三十', 'series.yaml 第 2 行「price」要写一个不小于 0 的整数'],
  ['title: 书名\nprice: -1', '第 2 行「price」'],
  ['title: 书名\nprice: 1.5', '第 2 行「price」'],
  ['title: 书名\nprice: "30"', '第 2 行「price」'],
  ['title: 书名\nweekdays: [1, 8]', '第 2 行「weekdays」要写 1 到 7'],
  ['title: 书名\nstatus: 断更', '第 2 行「status」只能是'],
  ['title: 书名\nauthors: { a: b }', '第 2 行「authors」要写文字'],
  [
    'title: 书名\ncoverPosition: 50% 20%',
    '第 2 行「coverPosition」要写两个 0 到 100 的数（从左、从上），例如 [50, 20]',
  ],
  [
    'title: 书名\ncoverPosition: [50, 120]',
    '第 2 行「coverPosition」要写两个 0 到 100 的数（从左、从上），例如 [50, 20]',
  ],
  ['title: 书名\ncover: ../../etc/passwd', '第 2 行「cover」要写同一文件夹里的图片文件名'],
  ['title: 书名\nchapters: [1]', '第 2 行「chapters」要按话数列出'],
  ['title: 书名\nchapters:\n  一: { price: 1 }', '第 3 行「chapters.一」不是话数'],
  ['title: 书名\nchapters:\n  1: 30', '第 3 行「chapters.1」'],
  ['title: 书名\nchapters:\n  1: { prise: 30 }', '第 3 行「chapters.1.prise」没有这个字段'],
  ['title: 书名\nchapters:\n  1:\n    freeAt: 2026-02-31', '第 4 行「chapters.1.freeAt」要写时间'],
])('errors in %j are reported with line and field, and the rest is used', (text, warning) => {
  const { seriesFile, warnings } = read(text);
  expect(warnings).toEqual([expect.stringContaining(warning)]);
  expect(seriesFile.title).toBe('书名');
});

test.each([
  ['title: "书名', '第 1 行的写法有误'],
  ['title: 一\ntitle: 二', '第 2 行的写法有误'],
  ['- a', '最外层应该是'],
  ['just words', '最外层应该是'],

  ['{"a":'.repeat(30), '嵌套太深'],
  ['['.repeat(100_000), '嵌套太深'],
  ['['.repeat(200_000), '内容太多'],
  [
    Array.from({ length: 43_000 }, (_, key) => `${key}:\n`)
      .join('')
      .slice(0, MAX_SERIES_FILE_BYTES),
    '内容太多',
  ],
  ['a: b\n1: c\n"1": d\n1: e', '第 4 行的写法有误'],
  [`a: &a [x]\nb: [${'*a,'.repeat(500)}]\nc: &c [*a,*a,*a,*a]\nd: [${'*c,'.repeat(500)}]`, '引用（*）太多'],
  [' '.repeat(MAX_SERIES_FILE_BYTES + 1), '超过 256 KB'],
])('%.30j is not used at all, and reported in one sentence', (text, warning) => {
  const { seriesFile, warnings } = read(text);
  expect(warnings).toEqual([expect.stringContaining(warning)]);
  expect(seriesFile).toMatchObject({ title: undefined, settings: {} });
});

test('five thousand chapters with a price and a time are read', () => {
  const chapter = (no: number) => `  "${no}": {price: 3, freeAt: 2026-05-01}\n`;
  const { seriesFile, warnings } = read(`chapters:\n${Array.from({ length: 5_000 }, (_, no) => chapter(no)).join('')}`);
  expect(warnings).toEqual([]);
  expect(seriesFile.chapters.size).toBe(5_000);
});

test('an empty sidecar has no effect, and YAML tags create no objects', () => {
  expect(read('').warnings).toEqual([]);
  expect(read('title: !!js/function "function () {}"').seriesFile.title).toBe('function () {}');
});
