import { describe, expect, test } from 'vitest';
import { RECIPE } from '../pictures/page-recipe.ts';
import type { Candidate, KnownChapter } from './candidate.ts';
import { planChapters } from './plan.ts';

let counter = 0;
function source(
  path: string,
  series: string | undefined,
  no: number | undefined,
  sha256 = `sha-${counter++}`,
  more: Partial<Candidate['metadata']> = {},
): Candidate {
  const metadata = { series, no, title: undefined, volume: undefined, special: false, ...more };
  return { path, sourceName: path.split('/').slice(-2).join('/'), sha256, metadata };
}
function known(no: number, sourceName: string, sha256: string, more: Partial<KnownChapter> = {}): KnownChapter {
  return {
    titleKey: '甲',
    no,
    sourceName,
    file: 'there',
    sha256,
    recipe: RECIPE,
    deleted: null,
    setByHand: [],
    isEdited: false,
    ...more,
  };
}
function planned(candidates: Candidate[], chapters: KnownChapter[] = [], options: { series?: string } = {}) {
  return planChapters(candidates, chapters, options).map((each) => [
    each.candidate.path,
    each.series,
    each.no,
    each.action,
  ]);
}

describe('numbers', () => {
  test('chapters are sorted by series and number', () => {
    const sources = [source('乙2', '乙', 2), source('甲10', '甲', 10), source('甲2', '甲', 2.5)];
    expect(planned(sources).map(([path]) => path)).toEqual(
      ['甲2', '甲10', '乙2'].sort((a, b) => (a[0] === b[0] ? 0 : a < b ? -1 : 1)),
    );
  });

  test('a source without number that is alone in its series is chapter 1, without a warning', () => {
    const [only] = planChapters([source('单行本.cbz', '甲', undefined)], [], {});
    expect(only).toMatchObject({ no: 1, warnings: [] });
  });

  test('sources without number come after the highest number, take no number of a regular chapter, and cause a warning', () => {
    const sources = [source('b10', '甲', undefined), source('b9', '甲', undefined), source('a', '甲', 3.5)];
    expect(planned(sources)).toEqual([
      ['a', '甲', 3.5, 'new'],
      ['b9', '甲', 3.51, 'new'],
      ['b10', '甲', 3.52, 'new'],
    ]);
    expect(planChapters(sources, [], {})[1]?.warnings).toHaveLength(1);
  });

  test('a source without number keeps the number that its file has in the catalogue', () => {
    const chapters = [known(1, 'x/特别篇.cbz', 'old'), known(7, 'x/第7话.cbz', 'seven')];
    expect(planned([source('x/特别篇.cbz', '甲', undefined)], chapters)).toEqual([
      ['x/特别篇.cbz', '甲', 1, 'replace'],
    ]);
    expect(planned([source('x/新篇.cbz', '甲', undefined)], chapters)).toEqual([['x/新篇.cbz', '甲', 7.01, 'new']]);
  });
});

describe('side stories', () => {
  const side = (path: string, more: Partial<Candidate['metadata']> = {}) =>
    source(path, '甲', undefined, undefined, { special: true, ...more });

  test('come after the regular chapters and take no number of a regular chapter', () => {
    const sources = [side('SP01.cbz'), source('2.cbz', '甲', 2), side('番外.cbz'), source('3.cbz', '甲', 3)];
    expect(planned(sources)).toEqual([
      ['2.cbz', '甲', 2, 'new'],
      ['3.cbz', '甲', 3, 'new'],
      ['SP01.cbz', '甲', 3.01, 'new'],
      ['番外.cbz', '甲', 3.02, 'new'],
    ]);
  });

  test('keep their number when regular chapters follow', () => {
    const chapters = [known(3, 'x/3.cbz', 'three'), known(3.01, 'x/SP01.cbz', 'side')];
    const sources = [source('x/SP01.cbz', '甲', undefined, 'newer', { special: true }), source('x/4.cbz', '甲', 4)];
    expect(planned(sources, chapters)).toEqual([
      ['x/SP01.cbz', '甲', 3.01, 'replace'],
      ['x/4.cbz', '甲', 4, 'new'],
    ]);
  });

  test('with the same name in two volumes are different', () => {
    const chapters = [known(8, '第1卷/8.cbz', 'eight'), known(8.01, '第1卷/番外.cbz', 'side')];
    expect(planned([side('第2卷/番外.cbz', { volume: 2 })], chapters)).toEqual([['第2卷/番外.cbz', '甲', 8.02, 'new']]);
  });

  test('get different numbers even if there are hundreds', () => {
    const nos = planChapters(
      Array.from({ length: 300 }, (_, i) => side(`SP${i}.cbz`)),
      [],
      {},
    ).map(({ no }) => no);
    expect(new Set(nos).size).toBe(300);
    expect(Math.max(...nos)).toBeLessThan(1);
  });
});

describe('volumes whose chapters are counted from one again', () => {
  const inVolume = (volume: number, no: number, sha256?: string) =>
    source(`第${volume}卷/第${no}话.cbz`, '甲', no, sha256, { volume });

  test('continue after the previous volumes, and this is reported', () => {
    const sources = [inVolume(1, 1), inVolume(1, 2), inVolume(2, 1), inVolume(2, 2), inVolume(3, 1)];
    expect(planned(sources).map(([path, , no]) => [path, no])).toEqual([
      ['第1卷/第1话.cbz', 1],
      ['第1卷/第2话.cbz', 2],
      ['第2卷/第1话.cbz', 3],
      ['第2卷/第2话.cbz', 4],
      ['第3卷/第1话.cbz', 5],
    ]);
    expect(planChapters(sources, [], {})[2]?.warnings.join()).toContain('第 2 卷第 1 话按第 3 话导入');
  });

  test('continue after the imported volumes in a later run, and keep their numbers', () => {
    const chapters = [
      known(1, '第1卷/第1话.cbz', 'a'),
      known(2, '第1卷/第2话.cbz', 'b'),
      known(3, '第2卷/第1话.cbz', 'c'),
    ];
    expect(planned([inVolume(1, 3), inVolume(2, 1, 'newer'), inVolume(2, 2)], chapters)).toEqual([
      ['第1卷/第3话.cbz', '甲', 2.01, 'new'],
      ['第2卷/第1话.cbz', '甲', 3, 'replace'],
      ['第2卷/第2话.cbz', '甲', 4, 'new'],
    ]);
  });

  test('keep their numbers if the numbers are continuous', () => {
    expect(planned([inVolume(1, 1), inVolume(1, 2), inVolume(2, 3)]).map(([, , no]) => no)).toEqual([1, 2, 3]);
  });
});

describe('halves of one chapter', () => {
  test('with the same number are two chapters if their titles end with 上 and 下', () => {
    const half = (path: string, title: string) => source(path, '甲', 3, undefined, { title });
    expect(planned([half('3a.cbz', '重逢（上）'), half('3b.cbz', '重逢（下）')]).map(([, , no]) => no)).toEqual([
      3, 3.5,
    ]);
    expect(planned([half('3b.cbz', '重逢（下）')], [known(3, '3a.cbz', 'in')])).toEqual([['3b.cbz', '甲', 3.5, 'new']]);
    expect(planned([half('3b.cbz', '重逢（下）')])).toEqual([['3b.cbz', '甲', 3, 'new']]);
  });
});

describe('series', () => {
  test('the operator’s title wins over the file’s', () => {
    expect(planned([source('a', '乙', 1)], [], { series: '甲' })).toEqual([['a', '甲', 1, 'new']]);
  });

  test('different spellings of a title are one series', () => {
    const sources = [source('a', 'Ｐepper  &Carrot', 1), source('b', 'pepper &carrot', 2)];
    expect(new Set(planChapters(sources, [], {}).map((each) => each.series)).size).toBe(1);
  });

  test('a source without a title belongs to its folder’s series', () => {
    expect(planned([source('书架/某书/1.cbz', undefined, 1)])).toEqual([['书架/某书/1.cbz', '某书', 1, 'new']]);
  });
});

describe('with the catalogue', () => {
  test.each([
    ['nothing', [], 'new'],
    ['the same bytes', [known(1, '别处/别名.cbz', 'same')], 'unchanged'],
    ['the same bytes made by an older recipe', [known(1, '别名.cbz', 'same', { recipe: RECIPE - 1 })], 'redo'],
    ['other bytes under the same name', [known(1, '别处/一.cbz', 'other')], 'replace'],
    ['other bytes under another name', [known(1, '二.cbz', 'other')], 'conflict'],
    [
      'a file of this run under the same name',
      [known(1, '别处/一.cbz', 'other', { claimedBy: '别处/一.cbz' })],
      'conflict',
    ],
    ['another number', [known(2, '一.cbz', 'other')], 'new'],
    ['another series', [known(1, '一.cbz', 'other', { titleKey: '乙' })], 'new'],
  ])('%s', (_, chapters, action) => {
    expect(planChapters([source('来源/一.cbz', '甲', 1, 'same')], chapters, {})[0]?.action).toBe(action);
  });

  test('a conflict lists both files', () => {
    const [conflict] = planChapters([source('x/新.cbz', '甲', 1)], [known(1, 'x/旧.cbz', 'other')], {});
    expect(conflict?.reason).toContain('新.cbz');
    expect(conflict?.reason).toContain('旧.cbz');
  });

  test('with the same name in two formats, the first is used and the second is a spare', () => {
    const [first, ...others] = planChapters([source('a.cbz', '甲', 1), source('a.zip', '甲', 1)], [], {});
    expect(others).toEqual([]);
    expect(first?.candidate.path).toBe('a.cbz');
    expect(first?.spares.map((spare) => spare.candidate.path)).toEqual(['a.zip']);
  });

  test('two sources with the same number are both kept, with a warning', () => {
    const [first, second] = planChapters([source('a.cbz', '甲', 1), source('b.cbz', '甲', 1)], [], {});
    expect([first?.no, second?.no]).toEqual([1, 1.01]);
    expect(second?.warnings.join()).toContain('同为第 1 话，按第 1.01 话导入');
  });
});

describe('changes by an operator', () => {
  const deleted = (of: 'comic' | 'chapter') => [known(1, '甲/第1话.cbz', 'a', { deleted: of })];

  test('a deleted chapter stays deleted, whether its file is the same or not', () => {
    expect(planned([source('甲/第1话.cbz', '甲', 1, 'a')], deleted('chapter'))).toEqual([
      ['甲/第1话.cbz', '甲', 1, 'unchanged'],
    ]);
    const [changed] = planChapters([source('甲/第1话.cbz', '甲', 1, 'b')], deleted('chapter'), {});
    expect(changed).toMatchObject({ action: 'conflict', reason: expect.stringContaining('第 1 话已经删除') });
  });

  test('a deleted comic gets no new chapters; a comic with a deleted chapter does', () => {
    const second = [source('甲/第2话.cbz', '甲', 2)];
    expect(planned(second, deleted('chapter'))).toEqual([['甲/第2话.cbz', '甲', 2, 'new']]);
    expect(planChapters(second, deleted('comic'), {})).toMatchObject([
      { action: 'conflict', reason: expect.stringContaining('这部漫画已经删除') },
    ]);
  });

  test('a renumbered chapter keeps its number when its file changes, and its old number is free', () => {
    const moved = [known(7, '甲/第1话.cbz', 'a', { setByHand: ['no'] })];
    const sources = [source('甲/第1话.cbz', '甲', 1, 'b'), source('甲/新的第1话.cbz', '甲', 1)];
    expect(planned(sources, moved)).toEqual([
      ['甲/新的第1话.cbz', '甲', 1, 'new'],
      ['甲/第1话.cbz', '甲', 7, 'replace'],
    ]);
  });
});
