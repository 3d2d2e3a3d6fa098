import { describe, expect, test } from 'vitest';
import type { NameParts } from '../source/name-parts.ts';
import type { Metadata } from '../source/source.ts';
import { mergeMetadata } from './merge-metadata.ts';

const NAMED: NameParts = {
  series: '名里的书',
  seriesFrom: '文件名',
  no: 3,
  title: '名里的题',
  authors: ['名里的人'],
  volume: 2,
  role: 'chapter',
  near: undefined,
  version: undefined,
  isCopy: false,
  isVolume: false,
  isPlain: false,
  sortText: '',
};

const merge = (info: Partial<Metadata>, ofSeries: Partial<Metadata> = {}, named = NAMED) =>
  mergeMetadata(info, named, 10, ofSeries);

describe('every field comes from the first source that has it', () => {
  test.each([
    ['a chapter over its series', { series: '甲', status: 'serial' }, { series: '乙', status: 'complete' }, '甲'],
    ['the series over the names', {}, { series: '乙', status: 'serial' }, '乙'],
  ] as const)('%s', (_, info, ofSeries, series) => {
    expect(merge(info, ofSeries)).toMatchObject({ series, status: 'serial' });
  });

  test('lists come as a whole, if they are not empty', () => {
    expect(merge({ authors: [], genres: ['甲'] }, { authors: ['乙'], genres: ['丙'] })).toMatchObject({
      authors: ['乙'],
      genres: ['甲'],
    });
    expect(merge({ authors: [] }, { authors: [] }).authors).toEqual(['名里的人']);
  });

  test('genres are in Chinese, each once', () => {
    expect(merge({ genres: ['Fantasy', '冒险', 'High Fantasy'] }).genres).toEqual(['奇幻', '冒险']);
  });

  test('the title and number of a chapter never come from its series', () => {
    expect(merge({}, { title: '乙', no: 9 })).toMatchObject({ title: '名里的题', no: 3 });
  });

  test('the volume of the names wins over that of the ComicInfo', () => {
    expect(merge({ volume: 7 }).volume).toBe(2);
    expect(merge({ volume: 7 }, {}, { ...NAMED, volume: undefined }).volume).toBe(7);
  });
});

test.each([
  [0, 0],
  [9, 9],
  [10, undefined],
])('a cover page of index %i among ten pages is %j', (coverPage, expected) => {
  expect(merge({ coverPage }).coverPage).toBe(expected);
});
