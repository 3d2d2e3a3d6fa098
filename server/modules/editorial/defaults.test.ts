import { expect, test } from 'vitest';
import { DEFAULT_PARTS } from './defaults.ts';

test('a home screen that nobody has edited has seven sections, each with its form, its list and its size', () => {
  const sections = DEFAULT_PARTS.home.map(({ title, show, layout, more, count, start, end }) => {
    expect([start, end]).toEqual([null, null]);
    return [title, 'rule' in show && show.rule, layout, more, count];
  });
  expect(sections).toEqual([
    ['今日更新', 'weekday', 'grid', '/weekly', 9],
    ['热门', 'hot', 'row', '/ranking', 12],
    ['新作', 'new', 'row', '/new', 9],
    ['限免', 'freesale', 'row', '/freesale', 12],
    ['完结', 'complete', 'row', '/complete', 9],
    ['排行榜', 'ranking', 'rank', '/ranking', 6],
    ['最近更新', 'updated', 'grid', null, 12],
  ]);
});
