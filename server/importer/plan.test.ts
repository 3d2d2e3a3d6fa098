import { describe, expect, test } from 'vitest';
import { RECIPE } from './page-recipe.ts';
import { type Candidate, type KnownChapter, planImport } from './plan.ts';

let counter = 0;
function source(
  path: string,
  series: string | undefined,
  no: number | undefined,
  sha256 = `sha-${counter++}`,
): Candidate {
  return { path, sourceName: path.split('/').slice(-2).join('/'), sha256, metadata: { series, no } };
}
function known(no: number, sourceName: string, sha256: string, more: Partial<KnownChapter> = {}): KnownChapter {
  return { titleKey: '甲', no, sourceName, sha256, recipe: RECIPE, ...more };
}
function planned(candidates: Candidate[], chapters: KnownChapter[] = [], options: { series?: string } = {}) {
  return planImport(candidates, chapters, options).map((each) => [
    each.candidate.path,
    each.series,
    each.no,
    each.action,
  ]);
}

describe('numbers', () => {
  test('chapters come by series and number, whatever their order', () => {
    const sources = [source('乙2', '乙', 2), source('甲10', '甲', 10), source('甲2', '甲', 2.5)];
    expect(planned(sources).map(([path]) => path)).toEqual(
      ['甲2', '甲10', '乙2'].sort((a, b) => (a[0] === b[0] ? 0 : a < b ? -1 : 1)),
    );
  });

  test('a source without number that is alone in its series is chapter 1, and nobody is warned', () => {
    const [only] = planImport([source('单行本.cbz', '甲', undefined)], [], {});
    expect(only).toMatchObject({ no: 1, warnings: [] });
  });

  test('sources without number follow the highest one in natural order, with a warning', () => {
    const sources = [source('b10', '甲', undefined), source('b9', '甲', undefined), source('a', '甲', 3.5)];
    expect(planned(sources)).toEqual([
      ['a', '甲', 3.5, 'new'],
      ['b9', '甲', 4, 'new'],
      ['b10', '甲', 5, 'new'],
    ]);
    expect(planImport(sources, [], {})[1]?.warnings).toHaveLength(1);
  });

  test('a source without number takes the one that its file already has', () => {
    const chapters = [known(1, 'x/特别篇.cbz', 'old'), known(7, 'x/第7话.cbz', 'seven')];
    expect(planned([source('x/特别篇.cbz', '甲', undefined)], chapters)).toEqual([
      ['x/特别篇.cbz', '甲', 1, 'replace'],
    ]);
    expect(planned([source('x/新篇.cbz', '甲', undefined)], chapters)).toEqual([['x/新篇.cbz', '甲', 8, 'new']]);
  });
});

describe('series', () => {
  test('the operator’s word goes before the file’s', () => {
    expect(planned([source('a', '乙', 1)], [], { series: '甲' })).toEqual([['a', '甲', 1, 'new']]);
  });

  test('spellings of one title are one series', () => {
    const sources = [source('a', 'Ｐepper  &Carrot', 1), source('b', 'pepper &carrot', 2)];
    expect(new Set(planImport(sources, [], {}).map((each) => each.series)).size).toBe(1);
  });

  test('a source that says nothing belongs to its folder', () => {
    expect(planned([source('书架/某书/1.cbz', undefined, 1)])).toEqual([['书架/某书/1.cbz', '某书', 1, 'new']]);
  });
});

describe('against what is in already', () => {
  test.each([
    ['nothing', [], 'new'],
    ['the same bytes', [known(1, '别处/别名.cbz', 'same')], 'unchanged'],
    ['the same bytes made by an older recipe', [known(1, '别名.cbz', 'same', { recipe: RECIPE - 1 })], 'redo'],
    ['other bytes under the same name', [known(1, '别处/一.cbz', 'other')], 'replace'],
    ['other bytes under another name', [known(1, '二.cbz', 'other')], 'conflict'],
    ['a file of this run under the same name', [known(1, '别处/一.cbz', 'other', { seen: '别处/一.cbz' })], 'conflict'],
    ['another number', [known(2, '一.cbz', 'other')], 'new'],
    ['another series', [known(1, '一.cbz', 'other', { titleKey: '乙' })], 'new'],
  ])('%s', (_, chapters, action) => {
    expect(planImport([source('来源/一.cbz', '甲', 1, 'same')], chapters, {})[0]?.action).toBe(action);
  });

  test('a conflict names both files', () => {
    const [conflict] = planImport([source('x/新.cbz', '甲', 1)], [known(1, 'x/旧.cbz', 'other')], {});
    expect(conflict?.reason).toContain('新.cbz');
    expect(conflict?.reason).toContain('旧.cbz');
  });

  test('of two sources for one number in a run the first stays', () => {
    expect(planned([source('a.cbz', '甲', 1), source('b.cbz', '甲', 1)])).toEqual([
      ['a.cbz', '甲', 1, 'new'],
      ['b.cbz', '甲', 1, 'conflict'],
    ]);
  });
});
