import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { banner } from '#contract/calls/site';
import { factorRequired, partChanged, partNotUndone, staffForbidden } from '#contract/codes';
import {
  addPicture,
  calendar,
  comicNames,
  firstSale,
  part,
  partHistory,
  partList,
  partVersion,
  previewPart,
  saveMoneyPart,
  savePart,
  showPicture,
  undoMoneyPart,
  undoPart,
} from '#contract/console/editorial';
import { PARTS, type PartName } from '#contract/console/editorial-parts';
import { auditList } from '#contract/console/staff';
import type { TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { type EditorialBench, forget, openEditorialBench } from '../../../../testing/factories/editorial-bench.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { picture } from '../../../../testing/sources/comic-sources.ts';
import { transaction } from '../../../core/db/db.ts';
import { removeComic } from '../../../modules/catalog/publishing/publishing.ts';

const NOW = new Date('2026-11-26T04:00:00Z');

const folder = path.join(tmpdir(), `manyu-editorial-console-${process.pid}`);
let bench: EditorialBench;
let site: TestApp;
let owner: StaffPerson;
let editor: StaffPerson;
beforeAll(async () => {
  bench = await openEditorialBench(folder, [], { now: NOW });
  bench.setTime(NOW);
  site = bench.site;
  owner = await firstOwner(site, NOW);
  editor = await addPerson(site, owner, 'editor', '小周', NOW);
  for (const title of ['雨巷', '山海小店']) await addComic(site, { title, createdAt: new Date('2026-01-01T00:00Z') });
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  site.setTime(NOW);
  await forget(site);
});

type Item = Record<string, unknown>;
const by = ({ cookie }: StaffPerson) => ({ cookie });
async function open(name: PartName) {
  const { data } = await staffCall(site, part, { name }, by(editor));
  if (!data) throw new Error(`${name} does not open`);
  return { name, version: data.version, value: data.value as Item[] };
}
const save = (edited: { name: PartName; version: string; value: unknown }, person = editor) =>
  staffCall(site, savePart, edited, by(person));
describe('every part', () => {
  test.each(PARTS.map(({ name }) => name))('%s is saved as it was opened without a difference', async (name) => {
    const { data } = await staffCall(site, saveMoneyPart, await open(name), by(owner));
    expect(data).toMatchObject({ mistakes: [], entryId: null });
  });
});

describe('a part that is right', () => {
  test('is previewed, saved, logged, shown to readers, and taken back', async () => {
    const opened = await open('home');
    const [first = {}, ...others] = opened.value;
    const value = [...others, { ...first, title: '每日更新' }];
    const { data } = await staffCall(site, previewPart, { ...opened, value }, by(editor));
    expect(data).toEqual({
      mistakes: [],
      changes: [
        {
          sign: '~',
          what: '每日更新（today）',
          fields: [{ name: 'title', loss: '', before: '今日更新', after: '每日更新' }],
          leaves: null,
        },
        { sign: '~', what: '顺序', fields: [], leaves: null },
      ],
    });
    const before = (await open('home')).version;
    const saved = await save({ ...opened, value });
    expect(saved.data).toMatchObject({ mistakes: [], entryId: expect.any(Number) });
    expect([before, saved.data?.version]).toEqual([opened.version, (await open('home')).version]);
    expect(saved.data?.version).not.toBe(opened.version);

    const list = await staffCall(site, partList, {}, by(editor));
    const entryId = saved.data?.entryId ?? 0;
    expect(list.data?.list.find(({ name }) => name === 'home')).toEqual({
      name: 'home',
      items: 9,
      last: { entryId, at: NOW.toISOString(), by: '小周' },
    });
    const log = await staffCall(site, auditList, { subject: 'editorial', size: 5 }, by(owner));
    expect(log.data?.list).toMatchObject([{ id: entryId, action: 'arrange', actorName: '小周' }]);

    expect((await staffCall(site, undoPart, { entryId }, by(editor))).status).toBe(1);
    expect((await open('home')).version).toBe(opened.version);
    expect((await staffCall(site, undoPart, { entryId }, by(editor))).code).toBe(partNotUndone);
  });

  test('can be restored to any earlier version', async () => {
    const words = async (...value: string[]) => (await save({ ...(await open('hot')), value })).data?.entryId ?? 0;
    await words('甲');
    const second = await words('乙');
    await words('丙');
    const history = await staffCall(site, partHistory, { name: 'hot' }, by(editor));
    expect(history.data?.list.map(({ by: who, action }) => [who, action])).toEqual(Array(3).fill(['小周', 'arrange']));
    const old = await staffCall(site, partVersion, { name: 'hot', entryId: second }, by(editor));
    expect(old.data).toMatchObject({ value: ['甲'], after: ['乙'], now: ['丙'] });
    await save({ name: 'hot', version: old.data?.version ?? '', value: old.data?.value });
    expect((await open('hot')).value).toEqual(['甲']);
    expect((await staffCall(site, partVersion, { name: 'home', entryId: second }, by(editor))).code).toBe(
      partNotUndone,
    );
  });

  test('shows an uploaded picture', async () => {
    const image = (await picture(1, 1600, 400)).toString('base64');
    const { data } = await staffCall(site, addPicture, { use: 'picture', image }, by(editor));
    const source = data?.source ?? '';
    // The next upload sweeps pictures that nothing needs.
    const other = (await picture(2, 800, 400)).toString('base64');
    await staffCall(site, addPicture, { use: 'picture', image: other }, by(editor));
    expect((await staffCall(site, showPicture, { source }, by(editor))).data).toMatchObject({ type: 'image/webp' });
    const item = { slot: 1, title: '横幅', picture: source, comic: '雨巷', start: '2026-11-26 11:00' };
    expect((await save({ ...(await open('banners')), value: [item] })).data?.mistakes).toEqual([]);
    await site.caughtUp();
    expect((await site.call(banner, { no: [1] })).data?.['1']).toMatchObject([
      { title: '横幅', image: { width: 1440 } },
    ]);
    expect((await open('banners')).value).toEqual([item]);
    const icon = await staffCall(site, addPicture, { use: 'icon', image }, by(editor));
    expect(icon.message).toBe('图标要是正方形，这张是 1600×400');
  });
});

describe('a part that is wrong', () => {
  test('is refused with the path of each mistake, and nothing is written', async () => {
    const opened = await open('home');
    const [first = {}, second = {}, ...others] = opened.value;
    const value = [
      { ...first, title: '', count: 51 },
      { ...second, show: undefined, comics: ['雨巷', '没有的'] },
      ...others,
    ];
    const { data } = await save({ ...opened, value });
    expect(data).toMatchObject({ entryId: null, version: opened.version });
    expect(data?.mistakes).toEqual([
      { path: [0, 'title'], what: '不能是空的' },
      { path: [0, 'count'], what: '要写 1 到 50 的整数' },
      { path: [1, 'comics', 1], what: '没有「没有的」这部漫画，要写书名或六位短码' },
    ]);
    expect((await open('home')).version).toBe(opened.version);
  });

  test.each<[string, unknown]>([
    ['a text', '甲'],
    ['null fields', [null]],
    ['numbers', [1]],
    ['too much', Array(501).fill('甲')],
  ])('is refused where it is %s instead of a list of words', async (_what, value) => {
    const { data } = await save({ ...(await open('hot')), value });
    expect(data?.mistakes).not.toEqual([]);
  });
});

describe('two editors', () => {
  test('do not overwrite each other: the later one is refused, with the name of the first', async () => {
    const opened = await open('hot');
    await save({ ...opened, value: ['甲'] });
    const late = await save({ ...opened, value: ['乙'] }, owner);
    expect([late.code, late.message]).toEqual([
      partChanged,
      '小周 在 2026-11-26 12:00 改过这一部分，请重新打开，再改一次',
    ]);
    expect((await open('hot')).value).toEqual(['甲']);
  });

  test('may save different parts', async () => {
    const [hot, site_] = [await open('hot'), await open('site')];
    await save({ ...hot, value: ['甲'] });
    const saved = await save({ ...site_, value: { name: '墨海漫画' } }, owner);
    expect(saved.data?.entryId).toEqual(expect.any(Number));
  });
});

describe('a file that was exported before', () => {
  test('does not overwrite what was changed here since, unless it is forced to', async () => {
    const file = await bench.write('site.yaml', '');
    expect((await bench.run('export', file)).code).toBe(0);
    await save({ ...(await open('hot')), value: ['甲'] });
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('hot: []', 'hot:\n  - 乙'));
    const refused = await bench.run('apply', file);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('热门搜索：小周 在 2026-11-26 12:00 改过，site.yaml 是在那之前写出的。');
    expect((await open('hot')).value).toEqual(['甲']);
    expect((await bench.run('apply', file, '--force', '--yes')).code).toBe(0);
    expect((await open('hot')).value).toEqual(['乙']);
  });

  test('can be applied again and again, together with changes of other parts', async () => {
    const file = await bench.write('site.yaml', '');
    await bench.run('export', file);
    const text = await readFile(file, 'utf8');
    for (const word of ['甲', '乙']) {
      await writeFile(file, text.replace('hot: []', `hot:\n  - ${word}`));
      expect((await bench.run('apply', file)).stderr).toBe('');
    }
    expect((await open('hot')).value).toEqual(['乙']);
    await save({ ...(await open('site')), value: { name: '墨海漫画' } });
    const other = await bench.run(
      'apply',
      await bench.write('part.yaml', `${/^export: .*$/m.exec(text)?.[0]}\nhot: [丙]\n`),
    );
    expect([other.code, other.stderr]).toEqual([0, '']);
  });
});

describe('parts about money', () => {
  test('are saved and taken back only with a fresh second factor', async () => {
    const opened = await open('packages');
    const value = opened.value.map((item, index) => (index === 0 ? { ...item, price: '6.50' } : item));
    expect((await save({ ...opened, value })).code).toBe(staffForbidden);
    const saved = await staffCall(site, saveMoneyPart, { ...opened, value }, by(editor));
    const entryId = saved.data?.entryId ?? 0;
    expect((await open('packages')).value[0]).toMatchObject({ price: '6.5' });
    expect((await staffCall(site, undoPart, { entryId }, by(editor))).code).toBe(staffForbidden);
    site.setTime(new Date(NOW.getTime() + 11 * 60_000));
    expect((await staffCall(site, undoMoneyPart, { entryId }, by(editor))).code).toBe(factorRequired);
    expect((await staffCall(site, saveMoneyPart, { ...opened, value }, by(editor))).code).toBe(factorRequired);
    site.setTime(NOW);
    expect((await staffCall(site, undoMoneyPart, { entryId }, by(editor))).status).toBe(1);
    expect((await open('packages')).version).toBe(opened.version);
  });
});

test('the calendar names what begins and ends soon, and what does not fit together', async () => {
  const theme = { id: 4, title: '冬日', comics: ['雨巷'], end: '2026-12-01 00:00' };
  await save({ ...(await open('themes')), value: [theme] });
  const section = { key: 'winter', title: '冬日栏', layout: 'row', theme: 4, start: '2026-11-28 10:00' };
  const far = { ...section, key: 'far', title: '太远', start: '2027-01-01 00:00' };
  await save({ ...(await open('home')), value: [section, far] });
  const at = (day: string) => new Date(`2026-${day}T02:00:00Z`);
  const chapters = [
    { publishedAt: at('11-20') },
    { publishedAt: at('12-02'), title: '归来' },
    { publishedAt: at('12-31') },
  ];
  const { comicId } = await addComic(site, { title: '连载中', chapters });
  const { comicId: offlineId } = await addComic(site, { title: '下架的', online: false, chapters });
  const { data } = await staffCall(site, calendar, {}, by(editor));
  expect(data).toEqual({
    chapters: [
      { id: expect.any(Number), comicId, comicTitle: '连载中', no: 2, title: '归来', at: '2026-12-02T02:00:00.000Z' },
    ],
    hasMoreChapters: false,
    moments: [
      { at: '2026-11-28T02:00:00.000Z', kind: 'start', part: 'home', title: '冬日栏' },
      { at: '2026-11-30T16:00:00.000Z', kind: 'end', part: 'themes', title: '冬日' },
    ],
    conflicts: [{ part: 'home', text: '栏目「冬日栏」用的专题「冬日」有一段时间不显示，栏目那时是空的' }],
  });
  for (const id of [comicId, offlineId]) await transaction(site.pool, (tx) => removeComic(tx, id));
});

test('the steps before the first sale are done one by one', async () => {
  const left = async () =>
    (await staffCall(site, firstSale, {}, by(editor))).data?.steps
      .filter(({ done }) => !done)
      .map(({ title }) => title);
  expect(await left()).toEqual([
    '核对充值商品的价格',
    '接好支付渠道',
    '写好服务条款',
    '写好隐私政策',
    '写明联系方式',
    '填 ICP 备案号',
  ]);
  await save({ ...(await open('site')), value: { contact: 'a@example.com' } });
  expect(await left()).not.toContain('写明联系方式');
});

test('comics are found by a part of their title', async () => {
  const { data } = await staffCall(site, comicNames, { word: '山海' }, by(editor));
  expect(data?.list).toMatchObject([{ title: '山海小店', online: true }]);
  expect((await staffCall(site, comicNames, { word: '' }, by(editor))).data?.list).toHaveLength(2);
});
