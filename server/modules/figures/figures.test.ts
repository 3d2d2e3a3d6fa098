import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userPassword } from '#contract/calls/account';
import { comicPay, comicRead } from '#contract/calls/comic';
import { userRegister } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addressOf } from '../../../testing/app/app-process.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { newAddress, signedIn } from '../../../testing/factories/readers.ts';
import { orderBy, press, refundBy } from '../../../testing/factories/shop.ts';
import { giveTo } from '../../../testing/factories/wallets.ts';
import { transaction } from '../../core/db/db.ts';
import { listBiggestPayers } from '../shop/shop.ts';
import {
  foldDue,
  listCohorts,
  listDays,
  listMonths,
  netFenOf,
  readWithToday,
  sumChapters,
  sumComics,
  sumSources,
} from './figures.ts';
import { addChapters, addComics, addSources, addSpent, beginDay } from './fold-store.ts';
import { noTotals } from './totals.ts';

let site: TestApp;
let comicId: number;
let chapterIds: number[];
beforeEach(async () => {
  site = await startTestApp();
  const chapters = [{}, {}, { price: 30 }].map((each) => ({ publishedAt: new Date('2026-01-01'), ...each }));
  const comic = await addComic(site, { chapters });
  comicId = comic.comicId;
  chapterIds = comic.chapters.map(({ id }) => id);
});
afterEach(() => site.close());

const [ONE, TWO, THREE, FOUR] = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04'] as const;
const at = (day: string, time = '12:00') => new Date(`${day}T${time}+08:00`);

/** A new reader who counts in the figures. */
async function arrive(u?: string, referrer?: string): Promise<string> {
  const { data } = await site.call(
    userRegister,
    { domain: 'test', u, platform: null, referrer },
    { remoteAddress: newAddress() },
  );
  await site.pool.query('update account.reader set has_read = true where id = $1', [data?.id]);
  return data?.token ?? '';
}

async function read(token: string, ...which: number[]): Promise<void> {
  for (const index of which) await site.call(comicRead, { id: chapterIds[index] ?? 0 }, { token });
  await site.app.runFrequentJobs();
}

const totalsOf = async (day: string) => (await listDays(site.pool, day, day))[0];

/** Every row of the totals, without when they were computed. */
async function everything(pool = site.pool): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const table of ['source_day', 'comic_day', 'chapter_day', 'cohort_day'])
    all.push((await pool.query(`select * from figures.${table} t order by t`)).rows);
  all.push((await pool.query('select day, closed from figures.day order by day')).rows);
  return all;
}

test('a day is totalled by site, source, comic and chapter: what was read, bought and topped up', async () => {
  site.setTime(at(ONE));
  const [fan, other] = [await arrive('weibo'), await arrive('weibo')];
  await arrive('nobody reads');
  const { id, token } = await signedIn(site);
  await giveTo(site, id, { coins: 20, bonus: 10, now: at(ONE) });
  await read(fan, 0, 0, 1);
  await read(other, 0);
  await site.call(comicPay, { chapterIds: chapterIds.slice(2), expect: 30, key: 'one-purchase-0001' }, { token });
  await read(token, 2);
  const order = await orderBy(site, token);
  await press(site, order.cashier, 'pay');
  await site.app.runFrequentJobs();
  await foldDue(site.pool, at(TWO, '00:00'));

  const sold = { unlocks: 1, coins: 20, bonus: 10, tickets: 0 };
  const topup = { payers: 1, topups: 1, cashFen: 600 };
  expect(await totalsOf(ONE)).toMatchObject({ readers: 3, newReaders: 4, views: 4, buyers: 1, ...sold, ...topup });
  expect(await sumSources(site.pool, ONE, ONE, 9)).toMatchObject([
    { source: 'weibo', readers: 2, newReaders: 2, views: 3, coins: 0, payers: 0 },
    { source: '', readers: 1, newReaders: 1, views: 1, buyers: 1, ...sold, ...topup },
    { source: 'nobody reads', readers: 0, newReaders: 1, views: 0 },
  ]);
  expect(await sumComics(site.pool, ONE, ONE, 9)).toEqual([
    { comicId, readers: 3, views: 4, ...sold, seen: 1, panels: 1, finished: 0, finishedBought: 0 },
  ]);
  // A reader who both bought and topped up counts once.
  expect(await listCohorts(site.pool, [ONE], [0])).toEqual([{ firstDay: ONE, daysLater: 0, readers: 3 }]);
  const none = { unlocks: 0, coins: 0, bonus: 0, tickets: 0 };
  expect(await sumChapters(site.pool, ONE, ONE, 9)).toEqual([
    { comicId, chapterId: chapterIds[0], views: 2, ...none },
    { comicId, chapterId: chapterIds[2], views: 1, ...sold },
    { comicId, chapterId: chapterIds[1], views: 1, ...none },
  ]);
});

test('without a referral value the source of a reader is the referring host; an invalid host is ignored', async () => {
  site.setTime(at(ONE));
  for (const [u, referrer] of [
    ['weibo', 'm.example.com'],
    ['', 'Tieba.Example'],
    [undefined, 'tieba.example'],
    [undefined, '<script>'],
    [undefined, 'nothing'],
  ] as const)
    await arrive(u, referrer);
  await foldDue(site.pool, at(TWO));
  expect(await sumSources(site.pool, ONE, ONE, 9)).toMatchObject([
    { source: '', newReaders: 2 },
    { source: 'tieba.example', newReaders: 2 },
    { source: 'weibo', newReaders: 1 },
  ]);
});

test('a new account counts on its day, with its source; the total is for the end of the day', async () => {
  site.setTime(at(ONE));
  const visitor = await arrive('weibo');
  await signedIn(site);
  await foldDue(site.pool, at(TWO, '00:00'));
  site.setTime(at(TWO));
  const set = { username: 'some_reader', password: 'Tr0ub4dor&3-x' };
  expect((await site.call(userPassword, set, { token: visitor })).data).toBeTruthy();
  await foldDue(site.pool, at(THREE));
  expect(await totalsOf(ONE)).toMatchObject({ newReaders: 2, registered: 1, registeredTotal: 1 });
  expect(await totalsOf(TWO)).toMatchObject({ newReaders: 0, registered: 1, registeredTotal: 2 });
  expect(await sumSources(site.pool, TWO, TWO, 9)).toMatchObject([{ source: 'weibo', registered: 1 }]);
});

test('a refund counts on its own day and is subtracted from the top-ups', async () => {
  site.setTime(at(ONE));
  const readers = [await signedIn(site), await signedIn(site)] as const;
  const orders = [];
  for (const { token } of readers) orders.push(await orderBy(site, token));
  for (const { cashier } of orders) await press(site, cashier, 'pay');
  await site.app.runFrequentJobs();
  await foldDue(site.pool, at(TWO));
  expect(await totalsOf(ONE)).toMatchObject({ topups: 2, cashFen: 1200, refunds: 0, refundedFen: 0 });

  site.setTime(at(THREE));
  await refundBy(site, orders[0]?.orderId ?? '', { amount: 200, now: at(THREE) });
  await site.app.runFrequentJobs();
  await foldDue(site.pool, at(FOUR));
  const three = await totalsOf(THREE);
  expect(three).toMatchObject({ topups: 0, cashFen: 0, refunds: 1, refundedFen: 200 });
  expect(netFenOf(three ?? { cashFen: 0, refundedFen: 0 })).toBe(-200);
  expect(await sumSources(site.pool, ONE, THREE, 9)).toMatchObject([{ source: '', cashFen: 1200, refundedFen: 200 }]);
  expect(await listMonths(site.pool, '2026-05-01', '2026-05-31')).toMatchObject([
    { month: '2026-05', days: 3, cashFen: 1200, refundedFen: 200 },
  ]);
  const [first, second] = readers;
  expect(await listBiggestPayers(site.pool, at(ONE, '00:00'), at(FOUR), 9)).toEqual([
    { readerId: second.id, topups: 1, cashFen: 600, refunds: 0, refundedFen: 0 },
    { readerId: first.id, topups: 1, cashFen: 600, refunds: 1, refundedFen: 200 },
  ]);
});

test('the figures of today can be read with the others, and are not stored', async () => {
  site.setTime(at(TWO));
  await read(await arrive('weibo'), 0, 1);
  const before = await everything();
  const days = await readWithToday(site.pool, at(TWO, '13:00'), (db) => listDays(db, ONE, TWO));
  expect(days).toMatchObject([{ day: TWO, views: 2, readers: 1, newReaders: 1, closed: false }]);
  expect(await everything()).toEqual(before);
  await expect(readWithToday(site.pool, at(TWO), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('retention counts the new readers of a day who read again one day later', async () => {
  site.setTime(at(ONE, '00:00'));
  const [stays, leaves] = [await arrive(), await arrive()];
  await arrive();
  await read(stays, 0);
  await read(leaves, 0);
  site.setTime(at(TWO, '23:59'));
  await read(stays, 1);
  await read(await arrive(), 0);
  await foldDue(site.pool, at(THREE));
  expect(await listCohorts(site.pool, [ONE, TWO], [0, 1, 7])).toEqual([
    { firstDay: ONE, daysLater: 0, readers: 2 },
    { firstDay: ONE, daysLater: 1, readers: 1 },
    { firstDay: TWO, daysLater: 0, readers: 1 },
  ]);
});

test('late rows are in the totals a day later; then the totals are final, also if they are computed again', async () => {
  site.setTime(at(ONE));
  const [one, late] = [await arrive(), await arrive()];
  await read(one, 0);
  await foldDue(site.pool, at(TWO));
  expect(await totalsOf(ONE)).toMatchObject({ views: 1, closed: false });
  await read(late, 0, 1);
  await foldDue(site.pool, at(TWO, '13:00'));
  expect(await totalsOf(ONE)).toMatchObject({ views: 1 });
  await Promise.all([foldDue(site.pool, at(THREE)), foldDue(site.pool, at(THREE))]);
  expect(await totalsOf(ONE)).toMatchObject({ readers: 2, views: 3, closed: true });
  const before = await everything();
  await foldDue(site.pool, at(THREE, '20:00'));
  expect(await everything()).toEqual(before);
});

test('single views are kept until they are totalled, also over days without a running server; erased readers stay counted', async () => {
  site.setTime(at(ONE));
  const reader = await arrive('poster');
  await read(reader, 0, 1);
  site.setTime(at(TWO));
  await read(reader, 2, 0);
  await site.pool.query('delete from account.reader');
  const kept = async () => (await site.pool.query('select from reading.view')).rowCount;
  await site.pool.query('alter table figures.comic_day rename to away');
  await expect(site.sweep(at('2026-05-20'))).rejects.toThrow('comic_day');
  expect(await kept()).toBe(3);
  await site.pool.query('alter table figures.away rename to comic_day');
  await site.sweep(at('2026-05-20'));
  expect(await kept()).toBe(0);
  expect(await listDays(site.pool, ONE, '2026-05-31')).toHaveLength(19);
  expect([await totalsOf(ONE), await totalsOf(TWO), await totalsOf(FOUR)]).toMatchObject([
    { readers: 1, views: 2, newReaders: 0 },
    { readers: 1, views: 1 },
    { readers: 0, views: 0 },
  ]);
});

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const PRELOAD = new URL('../../../testing/drills/kill-at.ts', import.meta.url).href;

test('a process that is killed while it totals a day leaves no partial totals, and nothing counts twice', async () => {
  site.setTime(at(ONE));
  const reader = await arrive();
  await read(reader, 0, 1);
  site.setTime(at(TWO));
  await read(reader, 0);
  for (const killAt of ['after figures.add-chapters of figures.begin-day', 'after commit of figures.begin-day']) {
    const env = {
      ...process.env,
      DATABASE_URL: addressOf(site.database.connection),
      DATA_DIR: '/nonexistent',
      MANYU_KILL_AT: killAt,
    };
    const child = spawn(process.execPath, ['--import', PRELOAD, CLI, 'figures', 'day', ONE], { env, stdio: 'ignore' });
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    const { rows } = await site.pool.query<{ days: number; totalled: number }>(
      `select (select count(*) from figures.day) as days, (select count(distinct day) from figures.cohort_day) as totalled`,
    );
    expect(rows[0]?.totalled).toBe(rows[0]?.days);
    expect(rows[0]?.days).toBe(killAt.startsWith('after commit') ? 1 : 0);
  }
  await foldDue(site.pool, at(FOUR));
  expect(await totalsOf(ONE)).toMatchObject({ readers: 1, views: 2, closed: true });
  expect(await totalsOf(TWO)).toMatchObject({ readers: 1, views: 1, closed: true });
});

test('reports are in the order of their days and sizes, whatever the order they were totalled in', async () => {
  const of = (readers: number) => ({ ...noTotals(), readers });
  const spent = { unlocks: 1, bonus: 0, tickets: 0 };
  const steps = { seen: 4, panels: 3, finished: 2, finishedBought: 1 };
  for (const [day, registeredTotal] of [
    [THREE, 30],
    [ONE, 10],
    [TWO, 20],
    ['2026-04-30', 5],
  ] as const)
    await transaction(site.pool, async (tx) => {
      await beginDay(tx, day, at(day), { closes: true, registeredTotal });
      const sources = [
        { source: null, totals: of(9) },
        { source: 'b', totals: of(2) },
        { source: 'a', totals: of(2) },
      ];
      await addSources(tx, day, [...sources, { source: 'c', totals: of(3) }]);
      const comic = (comicId: number, coins: number) => ({ comicId, readers: 1, views: 5, coins, ...spent, ...steps });
      await addComics(tx, day, [comic(2, 1), comic(1, 1), comic(3, 4)]);
      const chapter = (chapterId: number, coins: number) => ({ comicId: 1, chapterId, views: 5, coins, ...spent });
      await addChapters(tx, day, [chapter(2, 1), chapter(1, 1), chapter(3, 4)]);
      await addSpent(tx, day, [chapter(2, 1), chapter(1, 1), chapter(3, 4)]);
    });
  expect((await listDays(site.pool, ONE, THREE)).map(({ day }) => day)).toEqual([ONE, TWO, THREE]);
  expect(await listMonths(site.pool, '2026-04-01', THREE)).toMatchObject([
    { month: '2026-04', days: 1, registeredTotal: 5 },
    { month: '2026-05', days: 3, registeredTotal: 30 },
  ]);
  const sources = await sumSources(site.pool, ONE, THREE, 9);
  expect(sources.map(({ source }) => source)).toEqual(['c', 'a', 'b', null]);
  expect((await sumComics(site.pool, ONE, THREE, 9)).map(({ comicId }) => comicId)).toEqual([3, 1, 2]);
  expect((await sumChapters(site.pool, ONE, THREE, 9)).map(({ chapterId }) => chapterId)).toEqual([3, 1, 2]);
});
