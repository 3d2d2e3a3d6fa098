import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { figures, figuresExport } from '#contract/console/figures';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';

const NOW = new Date('2026-11-26T12:00:00+08:00');
let site: TestApp;
let owner: StaffPerson;
let cookie: string;
let comicId: number;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  ({ comicId } = await addComic(site, { title: '=小辣椒', chapters: [{}] }));
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.pool.query('truncate staff.person, staff.session, staff.recovery_code, staff.link cascade');
  await site.pool.query('truncate figures.day cascade');
  owner = await firstOwner(site, NOW);
  ({ cookie } = owner);
});

/** Known totals of this number of days up to yesterday: the day before yesterday has twice the readers of yesterday, and so on. */
async function addDays(count: number): Promise<void> {
  await site.pool.query(
    `insert into figures.day (day, computed_at, closed) select '2026-11-26'::date - n, $1, true from generate_series(1, $2::int) n`,
    [NOW, count],
  );
  await site.pool.query(
    `insert into figures.source_day (day, position, source, readers, new_readers, views, buyers, unlocks, coins, bonus,
       tickets, payers, topups, cash_fen, registered, refunds, refunded_fen)
     select day, p, case p when 0 then 'weibo' end, ('2026-11-26'::date - day) * 10, 3, 7, 1, 2, 40, 5, 1, 1, 1, 600, 1, 0, 100
     from figures.day cross join generate_series(0, 1) p`,
  );
  await site.pool.query(
    `insert into figures.comic_day (day, comic_id, readers, views, unlocks, coins, bonus, tickets, seen, panels, finished)
     select day, c, 5, case c when $1 then 1 else 9 end, 2, case c when $1 then 80 else 1 end, 0, 0, 8, 4, day - '2026-11-24'
     from figures.day cross join unnest(array[$1::bigint, 999]) c`,
    [comicId],
  );
  await site.pool.query(
    `insert into figures.cohort_day (day, days_later, readers)
     select day, l, case l when 0 then 10 when 1 then 4 when 7 then 2 else 1 end from figures.day cross join generate_series(0, 30) l`,
  );
}
const read = async (from: string, to: string, order: 'views' | 'coins' = 'views') =>
  (await staffCall(site, figures, { from, to, order }, { cookie })).data;

test('each day has the sum of its sources, today is computed and not stored, and the days before are compared', async () => {
  await addDays(4);
  await site.visitor();
  const data = await read('2026-11-24', '2026-11-26');
  expect(
    data?.days.map(({ day, readers, newReaders, coins, refundedFen }) => [
      day,
      readers,
      newReaders,
      coins,
      refundedFen,
    ]),
  ).toEqual([
    ['2026-11-24', 40, 6, 80, 200],
    ['2026-11-25', 20, 6, 80, 200],
    ['2026-11-26', 0, 1, 0, 0],
  ]);
  expect(data?.wholeDays).toBe(2);
  expect(data?.before).toEqual({ days: 2, newReaders: 12, views: 28, unlocks: 8, coins: 160, netFen: 2 * 2 * 500 });
  expect((await site.pool.query(`select from figures.day where day = '2026-11-26'`)).rowCount).toBe(0);
});

test('comics are ordered by the requested figure, and deleted ones have no title', async () => {
  await addDays(2);
  expect((await read('2026-11-24', '2026-11-25'))?.comics.map(({ title, views }) => [title, views])).toEqual([
    [null, 18],
    ['=小辣椒', 2],
  ]);
  expect((await read('2026-11-24', '2026-11-25', 'coins'))?.comics[0]).toMatchObject({
    comicId,
    coins: 160,
    readers: 10,
  });
});

test('a retention that is not known yet is null, and a day without totals is left out', async () => {
  await addDays(3);
  expect((await read('2026-11-22', '2026-11-25'))?.retention).toEqual([
    { firstDay: '2026-11-23', began: 10, day1: 4, day7: null, day30: null },
    { firstDay: '2026-11-24', began: 10, day1: 4, day7: null, day30: null },
    { firstDay: '2026-11-25', began: 10, day1: null, day7: null, day30: null },
  ]);
});

test('an export has no formulas and is audited, and a span that is too long or ends before it begins is refused', async () => {
  await addDays(2);
  const span = { from: '2026-11-24', to: '2026-11-25' };
  const { data } = await staffCall(site, figuresExport, { ...span, table: 'comics' }, { cookie });
  expect(data).toMatchObject({ rows: 2, truncated: false });
  expect(data?.csv).toContain(`'=小辣椒,${comicId},10,2,4,160,0,0,16,8,1,0,0.500`);
  const { rows } = await site.pool.query(`select after from audit.entry where action = 'export-figures'`);
  expect(rows).toEqual([{ after: { table: 'comics', ...span, rows: 2 } }]);
  for (const [from, to] of [
    ['2026-11-25', '2026-11-24'],
    ['2025-01-01', '2026-11-24'],
  ] as const)
    expect((await staffCall(site, figures, { from, to }, { cookie })).http).toBe(400);
});

test.each([
  ['a day that its month does not have', '2026-02-30'],
  ['the last day that four digits can write', '9999-12-31'],
  ['the year 0', '0000-01-01'],
])('%s is refused', async (_what, day) => {
  const { http } = await staffCall(site, figures, { from: day, to: day, order: 'views' }, { cookie });
  expect(http).toBe(400);
});

test('staff without the permission for money get the figures and the exports without sums of money', async () => {
  await addDays(2);
  const viewer = await addPerson(site, owner, 'viewer', '看数字的人', NOW);
  const span = { from: '2026-11-24', to: '2026-11-26' };
  const { data } = await staffCall(site, figures, span, viewer);
  expect(data?.days).toHaveLength(3);
  expect(JSON.stringify(data)).not.toMatch(/Fen"/);
  expect(JSON.stringify((await staffCall(site, figures, span, { cookie })).data)).toMatch(/cashFen":.*netFen":/);
  for (const table of ['days', 'sources'] as const) {
    const csv = (await staffCall(site, figuresExport, { ...span, table }, viewer)).data?.csv ?? '';
    expect(csv).toContain('充值笔数');
    expect(csv).not.toContain('（元）');
    expect((await staffCall(site, figuresExport, { ...span, table }, { cookie })).data?.csv).toContain('净充值（元）');
  }
});
