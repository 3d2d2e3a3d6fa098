import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { type EditorialBench, forget, openEditorialBench } from '../../../testing/factories/editorial-bench.ts';
import { picture } from '../../../testing/sources/comic-sources.ts';
import { transaction } from '../../core/db/db.ts';
import { changeEditorial } from '../../modules/editorial/editing.ts';

const NOW = new Date('2026-11-21T10:00:00+08:00');
const DAY_MS = 24 * 3600 * 1000;

let bench: EditorialBench;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(scratchRoot(), 'editorial-'));
  bench = await openEditorialBench(folder);
  for (const title of ['雨巷', '山海小店']) await addComic(bench.site, { title });
  await bench.write('icon.png', await picture(1, 600, 600));
  await bench.write('logo.png', await picture(2, 400, 100));
  await bench.write('rain.png', await picture(3, 1600, 400));
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await forget(bench.site);
  bench.answer(true);
  bench.setTime(NOW);
});

const apply = async (file: object, ...more: string[]) =>
  bench.run('apply', await bench.write('site.yaml', stringify(file)), ...more);
const siteOf = async () => (await bench.state()).parts.find(({ name }) => name === 'site')?.body;
const promotionsNow = async () => (await bench.state()).promotions.map(({ key }) => key);
const entryIn = (stdout: string) => /记录 (\d+)/.exec(stdout)?.[1] ?? '';

const sale = (key: string, start: string, end: string) => ({
  key,
  title: key,
  percent: 50,
  comics: ['雨巷'],
  start,
  end,
});
const ANNIVERSARY = sale('anniversary', '2026-11-01', '2026-11-25');
const WEEKEND = sale('weekend', '2026-11-28', '2026-11-30');
const OVER = sale('over', '2026-10-01', '2026-10-02');

test('a file that leaves out a running sale shows it and asks; without an answer the sale stays', async () => {
  await apply({ promotions: [OVER, ANNIVERSARY] });
  const weekend = { promotions: [WEEKEND] };
  for (const answer of [false, null]) {
    bench.answer(answer);
    const done = await apply(weekend);
    expect(done).toMatchObject({ code: 2, stderr: '' });
    expect(done.stdout).toContain(
      '  - over（over），已经结束\n  - anniversary（anniversary），现在显示着，到 2026-11-25 00:00\n读者将看不到 1 样：优惠「anniversary（anniversary）」。\n什么也没有做',
    );
    expect(await promotionsNow()).toEqual(['anniversary', 'over']);
  }
  expect((await apply(weekend, '--dry-run')).stdout).toContain('读者将看不到 1 样');
  expect((await apply(weekend, '--yes')).code).toBe(0);
  expect(await promotionsNow()).toEqual(['weekend']);
});

test('additions and changes need no confirmation', async () => {
  bench.answer(null);
  expect((await apply({ promotions: [OVER, WEEKEND], hot: ['甲'] })).code).toBe(0);
  expect((await apply({ promotions: [{ ...WEEKEND, percent: 40 }], hot: ['甲', '乙'] })).stdout).toContain(
    '- over（over）',
  );
  expect(await promotionsNow()).toEqual(['weekend']);
});

test('a change by another person during the confirmation is shown and confirmed again', async () => {
  await apply({ hot: ['甲', '乙'], promotions: [ANNIVERSARY] });
  const asked: string[] = [];
  bench.answer(async (question) => {
    asked.push(question);
    if (asked.length === 1) await transaction(bench.site.pool, (tx) => changeEditorial(tx, null, { hot: ['丙'] }, NOW));
    return true;
  });
  const done = await apply({ hot: ['乙'] });
  expect(asked).toHaveLength(2);
  expect(done.stdout).toMatch(/- 甲(.|\n)*- 丙(.|\n)*已应用/);
  expect((await bench.state()).parts.find(({ name }) => name === 'hot')?.body).toEqual(['乙']);
});

test('a field of the site, the limits or attendance that is left out stays, and null clears it', async () => {
  await apply({ site: { name: '我的站', icp: '备案', color: '#c2185b', icon: 'icon.png', logo: 'logo.png' } });
  const whole = await siteOf();
  expect(whole).toMatchObject({ icp: '备案', color: '#c2185b', icon: { source: expect.any(String) } });
  await apply({ site: { name: '新名字' } });
  expect(await siteOf()).toEqual({ ...whole, name: '新名字' });
  const done = await apply({ site: { icp: null, color: null, logo: null } });
  expect(done.stdout).toContain('  ~ icp（去掉）、logo（去掉）、color（去掉）\n');
  const { color: _color, logo: _logo, ...rest } = whole;
  expect(await siteOf()).toEqual({ ...rest, name: '新名字', icp: '' });
  expect((await apply({ site: { name: null } })).stderr).toContain('「name」：要写一行文字');

  const partOf = async (part: string) => (await bench.state()).parts.find(({ name }) => name === part)?.body;
  await apply({ limits: { undeclared: { day: 100 } }, attendance: { repairCost: 9 } });
  expect(await partOf('limits')).toEqual({
    adult: { orderFen: null, dayFen: null },
    undeclared: { orderFen: 5_000, dayFen: 10_000 },
  });
  expect(await partOf('attendance')).toMatchObject({ repairCost: 9, bonusDays: 90, bonus: [1, 1, 2, 2, 3, 3, 5] });
  await apply({ limits: { undeclared: { order: null } }, attendance: { repairCost: null, gradeBonus: null } });
  expect(await partOf('limits')).toMatchObject({ undeclared: { orderFen: null, dayFen: 10_000 } });
  expect(await partOf('attendance')).toMatchObject({ repairCost: null, gradeBonus: [0, 0, 0, 0, 0, 0, 0] });
  await apply({ attendance: { passBonus: 4 } });
  expect(await partOf('attendance')).toMatchObject({ passBonus: 4, repairCost: null });
  await apply({ attendance: { passBonus: null } });
  expect(await partOf('attendance')).not.toHaveProperty('passBonus');
  expect((await apply({ attendance: { bonus: [1, 2] } })).stderr).toContain('bonus 有 2 天，这里有 7 天');
});

test('an application is logged, and undo brings back the sale, the banner and its picture', async () => {
  const banner = { slot: 1, title: '横幅', picture: 'rain.png', link: '/new' };
  await apply({ promotions: [ANNIVERSARY], banners: [banner] }, '--reason', '周年');
  const before = await bench.state();
  const files = await readdir(bench.site.imageDir, { recursive: true });
  const taken = await apply({ promotions: [], banners: [] });
  await apply({ hot: ['甲'] });
  expect((await bench.run('log')).stdout).toMatch(
    /应用编辑文件 {2}编辑数据 {2}热门搜索\n.*应用编辑文件 {2}编辑数据 {2}横幅；优惠\n.*横幅；优惠 {2}因为：周年\n$/,
  );

  bench.answer(null);
  expect(await bench.run('undo', entryIn(taken.stdout))).toMatchObject({ code: 2 });
  bench.answer(true);
  const undone = await bench.run('undo', entryIn(taken.stdout));
  expect(undone.stdout).toContain('横幅\n  + 位置 1 第 1 张 横幅\n优惠\n  + anniversary（anniversary）\n已撤回，记录');
  const { parts, promotions } = await bench.state();
  expect(parts.find(({ name }) => name === 'banners')?.body).toEqual(
    before.parts.find(({ name }) => name === 'banners')?.body,
  );
  expect(promotions.map(({ key, percent }) => ({ key, percent }))).toEqual([{ key: 'anniversary', percent: 50 }]);
  expect(await readdir(bench.site.imageDir, { recursive: true })).toEqual(files);
  expect((await bench.run('undo', entryIn(taken.stdout))).stdout).toContain('没有撤回：这次改动已经撤回过。');
});

test('undo without a number takes back one change after the other, the latest first', async () => {
  for (const hot of [['甲'], ['甲', '乙'], ['甲', '乙', '丙']]) await apply({ hot });
  const hotNow = async () => (await bench.state()).parts.find(({ name }) => name === 'hot')?.body;
  for (const left of [['甲', '乙'], ['甲'], []]) {
    expect((await bench.run('undo')).code).toBe(0);
    expect(await hotNow()).toEqual(left);
  }
  expect(await bench.run('undo')).toMatchObject({ code: 2, stdout: '没有可以撤回的改动。\n' });
});

test('undo is refused where it would undo something else too, or is too late', async () => {
  const first = await apply({ hot: ['甲'], themes: [{ id: 1, title: '专题', comics: [] }] });
  const second = await apply({ hot: ['乙'] });
  expect((await bench.run('undo', entryIn(first.stdout))).stdout).toContain('没有撤回：之后又改过同一部分');
  await bench.run('undo', entryIn(second.stdout));
  const section = await apply({ home: [{ key: 'a', title: '栏目', layout: 'row', theme: 1 }] });
  expect((await bench.run('undo', entryIn(first.stdout))).stdout).toContain('有首页栏目在用这次加上的专题');
  bench.setTime(new Date(NOW.getTime() + 31 * DAY_MS));
  expect((await bench.run('undo', entryIn(section.stdout))).stdout).toContain('30 天以前的改动不能撤回');
  expect((await bench.run('undo', '999999')).stdout).toContain('没有这条记录');
});

test('a comic that was deleted since then does not prevent the undo of a sale', async () => {
  const { comicId } = await addComic(bench.site, { title: '将被删除' });
  await apply({ promotions: [{ ...ANNIVERSARY, comics: ['将被删除', '雨巷'] }] });
  await apply({ promotions: [] });
  await bench.site.pool.query('delete from catalog.comic where id = $1', [comicId]);
  expect((await bench.run('undo')).code).toBe(0);
  expect(await promotionsNow()).toEqual(['anniversary']);
});
