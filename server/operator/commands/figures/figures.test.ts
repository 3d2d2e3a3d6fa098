import { afterAll, beforeAll, expect, test } from 'vitest';
import { comicRead } from '#contract/calls/comic';
import { userRegister } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { newAddress } from '../../../../testing/factories/readers.ts';
import { runFigures } from './figures.ts';
import { readFiguresArgs } from './figures-args.ts';

const at = (time: string) => new Date(`${time}+08:00`);
/** A Sunday. */
const NOW = at('2026-05-10T09:30');

let site: TestApp;
let comicId: number;
beforeAll(async () => {
  site = await startTestApp();
  const comic = await addComic(site, { title: '=小辣椒,"1"', chapters: [{ publishedAt: new Date('2026-01-01') }] });
  comicId = comic.comicId;
  site.setTime(at('2026-05-09T12:00'));
  const { data } = await site.call(
    userRegister,
    { domain: 'test', u: '=cmd\u001b[2J', platform: null },
    { remoteAddress: newAddress() },
  );
  await site.pool.query('update account.reader set has_read = true where id = $1', [data?.id]);
  await site.call(comicRead, { id: comic.chapters[0]?.id ?? 0 }, { token: data?.token });
  await site.app.runFrequentJobs();
});
afterAll(() => site.close());

const figures = (...argv: string[]) => figuresAt(NOW, ...argv);

async function figuresAt(now: Date, ...argv: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const stdout = {
    write(text: string) {
      out += text;
    },
  };
  const clock = () => now;
  const args = readFiguresArgs(argv, { stdout, stderr: stdout, clock });
  return {
    code: typeof args === 'number' ? args : await runFigures(args, { pool: site.pool, stdout, clock }),
    out,
  };
}

test('a day is a table, by default of yesterday', async () => {
  const { code, out } = await figures('day');
  expect(code).toBe(0);
  expect(out).toContain('2026-05-09 周六（北京时间，2026-05-10 09:30 算出；最近一天的还会再算一次）');
  const lines = out.split('\n');
  expect(out).toMatch(/\n {12} +这一天 +今天到现在\n/);
  expect(lines).toContain('读者               1           0');
  expect(lines).toContain('充值（元）      0.00        0.00');
  expect(lines).toContain('净收入（元）    0.00        0.00');
  // Readers' texts can't send control characters to the terminal.
  expect(out).toContain('=cmd\ufffd[2J');
  expect(out).not.toContain('\u001b');
  expect((await figures('day', '2026-05-09')).out).toBe(out);
});

test('the CSV has the same figures, without cells that a spreadsheet would calculate', async () => {
  const { out } = await figures('week', '2026-05-09', '--csv');
  expect(out.startsWith('\ufeff全站,2026-05-04,2026-05-10\r\n')).toBe(true);
  expect(out).toContain(`\r\n"'=小辣椒,""1""",${comicId},1,1,0,0,0,0\r\n`);
  expect(out).toContain("\r\n'=cmd");
});

test('a week has a column a day, and readers are not summed over days', async () => {
  const { out } = await figures('week', '2026-05-04');
  expect(out).toContain('2026-05-04 至 2026-05-10');
  expect(out).toMatch(/05-09 周六 +今天到现在 +合计 +日均\n/);
  expect(out).toMatch(/\n读者 +1 +0 +1\n/);
  expect(out).toMatch(/\n阅读 +1 +0 +1 +1\n/);
});

test('the default week is the last complete one, or this one if there are no earlier totals', async () => {
  expect((await figures('week')).out).toContain('2026-05-04 至 2026-05-10');
  expect((await figuresAt(at('2026-05-12T09:30'), 'week')).out).toContain('2026-05-04 至 2026-05-10');
  expect(await figures('week', '2026-05-03')).toMatchObject({
    code: 1,
    out: expect.stringContaining('还没有开始统计'),
  });
  expect((await figuresAt(at('2026-05-03T09:30'), 'week')).code).toBe(1);
});

test('today’s incomplete totals are shown and not stored', async () => {
  const before = await site.pool.query('select day from figures.day');
  const { code, out } = await figures('day', 'today');
  expect(code).toBe(0);
  expect(out).toContain('2026-05-10 周日（北京时间，2026-05-10 09:30 算出；今天的到现在为止）');
  expect(out).toMatch(/\n +今天到现在 +05-09 周六\n读者 +0 +1\n/);
  expect((await site.pool.query('select day from figures.day')).rows).toEqual(before.rows);
});

test('each month is a row, including the incomplete current one', async () => {
  const { out } = await figures('month');
  expect(out).toMatch(
    /\n月份 +日均读者 +新读者 +注册 +月末已注册 .*净收入（元） +比上月\n2026-05（到今天） +\d +1 +0 +0 /,
  );
  expect((await figures('month', '2026-04')).out).toBe('还没有数字：还没有开始统计。\n');
  expect((await figures('month', '--csv')).out.startsWith('\ufeff月份,日均读者,')).toBe(true);
  expect((await figures('month', '2026-06')).code).toBe(2);
});

test('missing days, days without totals and wrong arguments are reported', async () => {
  expect(await figures('day', '2026-05-11')).toMatchObject({
    code: 2,
    out: expect.stringContaining('2026-05-11 还没有到。'),
  });
  expect(await figures('day', '2026-02-30')).toMatchObject({ code: 2, out: expect.stringContaining('日期要写成') });
  expect(await figures('year')).toMatchObject({ code: 2, out: expect.stringContaining('没有看懂') });
  expect(await figures('day', '2020-01-01')).toEqual({
    code: 1,
    out: '没有 2020-01-01 的数字：那时还没有开始统计。\n',
  });
});
