import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { seededRandom } from '../../../testing/app/seeded-random.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { type EditorialBench, openEditorialBench } from '../../../testing/factories/editorial-bench.ts';
import { picture } from '../../../testing/sources/comic-sources.ts';
import { RULES } from '../../modules/editorial/editing.ts';

const TITLES = ['雨巷', '山海小店', '1984', '1e3', 'yes: no', '# 井号', '"引号"', '长长的书名 '.repeat(9).trim()];
const PICTURES = ['a.png', 'b.png', 'deep/c.png'];
const STATES = 12;

const folder = join(tmpdir(), `manyu-export-${process.pid}-${Date.now()}`);
let here: EditorialBench;
let there: EditorialBench;
beforeAll(async () => {
  here = await openEditorialBench(join(folder, 'here'));
  there = await openEditorialBench(join(folder, 'there'));
  // The same comics under other numbers.
  await addComic(there.site, { title: '只在那边' });
  for (const title of TITLES) await addComic(here.site, { title });
  for (const title of TITLES.toReversed()) await addComic(there.site, { title });
  for (const [index, name] of PICTURES.entries()) await here.write(name, await picture(index, 500 + 300 * index, 200));
});
afterAll(async () => {
  await here.close();
  await there.close();
  await rm(folder, { recursive: true, force: true });
});

/** Each export has a number of its own. */
const withoutNumber = (text: string) => text.replace(/^export: .*\n/m, '');
const unnumbered = async (path: string) => withoutNumber(await readFile(path, 'utf8'));

test.each(Array.from({ length: STATES }, (_, seed) => seed))(
  'the export of state %d changes nothing on this site, and gives the same state on another site',
  async (seed) => {
    const written = await here.write('random.yaml', stringify(randomState(seed)));
    expect(await here.run('apply', written)).toMatchObject({ code: 0, stderr: '' });
    const before = await here.state();
    const exported = join(folder, 'there', 'exported.yaml');
    expect(await here.run('export', exported)).toMatchObject({ code: 0, stderr: '' });

    expect(await here.run('apply', exported)).toEqual({ code: 0, stdout: '没有变化。\n', stderr: '' });
    expect(await here.state()).toEqual(before);

    expect(await there.run('apply', exported)).toMatchObject({ code: 0, stderr: '' });
    expect((await there.run('apply', exported)).stdout).toBe('没有变化。\n');
    // Imported here again after an import on another machine.
    const again = join(folder, 'here', 'exported.yaml');
    expect((await there.run('export', again)).code).toBe(0);
    expect(await unnumbered(again)).toBe(await unnumbered(exported));
    expect((await here.run('apply', again)).stdout).toBe('没有变化。\n');
  },
);

test('a site without edits exports the default texts, and applying them changes nothing', async () => {
  await here.site.pool.query('delete from editorial.part; delete from catalog.promotion');
  const file = join(folder, 'here', 'fresh.yaml');
  expect((await here.run('export', file)).code).toBe(0);
  expect(await readFile(file, 'utf8')).toContain('今日更新');
  expect((await here.run('apply', file)).stdout).toBe('没有变化。\n');
  expect((await here.state()).parts).toEqual([]);
  expect(withoutNumber((await here.run('export')).stdout)).toBe(await unnumbered(file));
});

test('a deleted comic and a lost picture do not prevent an export', async () => {
  const { comicId } = await addComic(here.site, { title: '将被删除' });
  const theme = { id: 1, title: '专题', picture: 'a.png', comics: ['将被删除', '雨巷'] };
  await here.run('apply', await here.write('theme.yaml', stringify({ themes: [theme], banners: [], events: [] })));
  await here.site.pool.query('delete from catalog.comic where id = $1', [comicId]);
  const file = join(folder, 'here', 'less.yaml');
  expect((await here.run('export', file)).code).toBe(0);
  expect((await here.run('apply', file)).stdout).toBe('没有变化。\n');

  await rm(join(here.site.imageDir, 'original'), { recursive: true });
  const lost = join(folder, 'here', 'lost.yaml');
  const done = await here.run('export', lost);
  expect(done).toMatchObject({ code: 0, stderr: '专题「专题」的图片文件不在存储里，请在文件里换一张\n' });
  expect((await here.run('apply', lost)).stderr).toMatch(/「picture」：.*没有这个图片文件/);
});

test('an export to the screen refers to the pictures of this site, and is refused on another site', async () => {
  await here.write('icon.png', await picture(7, 512, 512));
  await here.write('logo.png', await picture(8, 300, 80));
  const shown = { title: '图', picture: 'a.png' };
  const parts = {
    site: { name: '岛', icon: 'icon.png', logo: 'logo.png' },
    banners: [{ ...shown, slot: 1, link: '/new' }],
    themes: [{ ...shown, id: 1, comics: ['雨巷'] }],
    events: [{ ...shown, id: 1, start: '2026-01-01', body: '正文' }],
  };
  const written = await here.write('pictures.yaml', stringify(parts));
  expect(await here.run('apply', written, '--yes')).toMatchObject({ code: 0, stderr: '' });
  const before = await here.state();
  const printed = await here.run('export');
  expect(printed.stderr).toBe('没有写出图片，只能在这个站 apply。要连图片一起写出，请在 export 后面写文件名。\n');
  const file = await here.write('elsewhere/printed.yaml', printed.stdout);
  expect(await here.run('apply', file)).toEqual({ code: 0, stdout: '没有变化。\n', stderr: '' });
  expect(await here.state()).toEqual(before);
  expect((await there.run('apply', file)).stderr).toMatch(
    /「icon」：.*没有这个图片文件.*\n.*「logo」：.*没有这个图片文件/,
  );
});

/** Unusual but valid values of a file. */
function randomState(seed: number) {
  const { below, oneOf } = seededRandom(seed, 0);
  const some = <T>(most: number, make: (index: number) => T) =>
    Array.from({ length: below(most + 1) }, (_, i) => make(i));
  const title = (index = 0) =>
    `${oneOf(['甲', '007', 'null', '是: 否', '- 减', '“引”', "it's", '{a}', '~', '😀 表情', '零 \u200b 宽', 'a\u0007\u2028b'])} ${index}`;
  const lines = () =>
    oneOf([
      '一行',
      '# 标题\n\n- 甲\n- 乙\n\n  缩进',
      '  前面有空格\n后面也有  \n末尾',
      '|\n> 引用',
      'a: b # c',
      '响\u0007\u0085\n \n\t\n铃\u0000',
      '行\u2028与\u200b段',
      `${'很长的一行 '.repeat(40)}`,
    ]);
  const time = (day: number) =>
    `2026-${String(1 + below(12)).padStart(2, '0')}-${String(day).padStart(2, '0')} ${oneOf(['00:00', '10:30', '23:59:59', '08:00:00.250'])}`;
  const span = () => ({
    ...(below(2) && { start: time(1).replace('2026', '2025') }),
    ...(below(2) && { end: time(2) }),
  });
  const comics = () => TITLES.filter(() => below(3) === 0);
  const to = () =>
    oneOf([
      { link: '/new' },
      { link: 'https://example.com/?a=b#c' },
      { comic: oneOf(TITLES) },
      { link: '/comic/999999' },
    ]);
  const themes = some(3, (index) => {
    const listed = comics();
    return {
      id: 10 - index,
      title: title(index),
      description: lines(),
      ...(below(2) && { picture: oneOf(PICTURES) }),
      comics: listed,
      ...(below(2) && { notes: Object.fromEntries(listed.slice(0, 2).map((name) => [name, title()])) }),
      ...span(),
    };
  });
  const filled = () => {
    const theme = themes[0];
    if (theme && below(3) === 0) return { theme: theme.id };
    return below(2) ? { show: oneOf(RULES) } : { comics: comics() };
  };
  return {
    site: { name: title(), icp: below(2) ? '京ICP备1号' : '' },
    themes,
    home: some(5, (index) => ({
      key: `s${index}`,
      title: title(),
      layout: oneOf(['hero', 'grid', 'row', 'rank']),
      ...filled(),
      ...(below(2) && { count: 1 + below(50) }),
      ...(below(2) && { more: '/new' }),
      ...span(),
    })),
    banners: some(6, (index) => ({
      slot: 1 + below(13),
      title: title(index),
      picture: oneOf(PICTURES),
      ...to(),
      ...span(),
    })),
    events: some(3, (index) => ({
      id: 5 + index,
      title: title(),
      picture: oneOf(PICTURES),
      ...(below(2) && to()),
      body: lines(),
      start: time(3),
    })),
    promotions: some(4, (index) => ({
      key: `p${index}`,
      title: title(),
      percent: below(100),
      comics: comics(),
      start: `20${30 + index}-01-01`,
      end: `20${31 + index}-01-01`,
    })),
    packages: some(4, (index) => ({
      ...(below(2) && { prices: { USD: (1 + below(9_999)) / 100, ...(below(2) && { JPY: 1 + below(9_999) }) } }),
      id: 9 - index,
      title: title(),
      price: oneOf(['6', '6.5', '6.50', '0.01', '1.15', '99999.99', '100000']),
      ...(below(4)
        ? { coins: 1 + below(10_000), ...(below(2) && { bonus: below(100), firstBonus: below(100) }) }
        : { days: 1 + below(3_660) }),
      ...(below(2) && { badge: oneOf(['超值', '007', 'no']) }),
      ...span(),
    })),
    discounts: [
      ...some(3, (index) => ({ chapters: 5 + 10 * index, percent: 90 - 10 * index })),
      ...some(1, () => ({ pass: true, percent: 70 })),
    ],
    limits: { ...(below(2) && { adult: { day: '500.50' } }), undeclared: { order: 50, ...(below(2) && { day: 200 }) } },
    gifts: some(4, (index) => ({
      id: 1 + index,
      title: title(),
      ...oneOf([
        { to: 'all' },
        { to: 'new', days: 1 + below(30) },
        { to: 'returning', days: 7 + below(30) },
        { readers: [1 + below(9), 20] },
      ]),
      ...(below(2) ? { bonus: 1 + below(50) } : { tickets: 1 + below(3) }),
      validDays: 1 + below(90),
      start: '2026-01-01 00:00:00.250',
      end: time(4).replace('2026', '2027'),
    })),
    attendance: {
      bonus: [below(9), 2, 3],
      tickets: [0, 0, below(2)],
      ...(below(2) && { repairCost: 1 + below(9), bonusDays: 1 + below(90), gradeBonus: [0, 1, 2, 3, 4, 5, below(9)] }),
    },
    genres: some(4, (index) =>
      oneOf([title(index), { name: title(index), hidden: true }, { name: title(index), title: '名字' }]),
    ),
    hot: some(4, title),
    faq: some(3, () => ({
      type: below(6),
      question: title(),
      answer: lines(),
      ...(below(2) && { key: `k-${below(1e9)}` }),
    })),
    service: { title: '条款', body: lines() },
  };
}

test('a missing folder is created, and a write error is reported in Chinese', async () => {
  const file = join(folder, 'new', 'one', 'exported.yaml');
  expect(await here.run('export', file)).toMatchObject({ code: 0 });
  expect(await here.run('export', join(file, 'below.yaml'))).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`没能完成：${join(file, 'below.yaml')} 写不了：上面有一层不是文件夹\n`),
  });
  expect(await here.run('export', join(folder, 'new'), '--force')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/没能完成：.* 写不了：它是文件夹\n$/),
  });
});
