import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { factorRequired } from '#contract/codes';
import * as calls from '#contract/console/books';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { MONTH, orderBy, press, refundBy, sellPass } from '../../../../testing/factories/shop.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { listEntriesOf } from '../../../modules/audit/audit.ts';
import { money } from '../../../operator/doctor/checks/money.ts';
import { readConfig } from '../../../start/config.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
/** The first moment of November in Shanghai. */
const NOVEMBER = new Date('2026-10-31T16:00:00Z');

let site: TestApp;
let finance: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  const owner = await firstOwner(site, NOW);
  finance = await addPerson(site, owner, 'finance', '财务小钱', NOW);
});
afterAll(() => site.close());

const by = () => ({ cookie: finance.cookie });

/** A reader who pays at this moment, by default ¥6.00 for 60 coins and 30 bonus. */
async function payAt(time: Date, itemId = 1) {
  site.setTime(time);
  const { token, id } = await signedIn(site);
  const { orderId, cashier } = await orderBy(site, token, { itemId });
  await press(site, cashier, 'pay');
  site.setTime(NOW);
  return { token, id, orderId };
}

test('the report of a month counts from midnight to midnight in Shanghai, and its file is safe to open', async () => {
  const title = '=HYPERLINK("https://evil.example")';
  const { chapters } = await addComic(site, { title, createdAt: new Date('2026-01-01'), chapters: [{ price: 50 }] });
  await payAt(new Date(NOVEMBER.getTime() - 1));
  const { token, orderId } = await payAt(NOVEMBER);
  const payload = { chapterIds: [chapters[0]?.id ?? 0], expect: 50, key: randomUUID() };
  expect(await site.call(comicPay, payload, { token })).toMatchObject({ code: 0 });
  await refundBy(site, orderId, { amount: 200, now: NOW });
  await site.app.runFrequentJobs();

  const { data } = await staffCall(site, calls.monthReport, { month: '2026-11' }, by());
  const lineOf = (name: string) => data?.lines.find(({ title }) => title === name);
  expect(lineOf('月初结余')).toMatchObject({ coins: 60, bonus: 30, costFen: 600 });
  expect(lineOf('售出')).toMatchObject({ coins: 60, bonus: 30, costFen: 600 });
  expect(data?.taken).toEqual([{ currency: 'CNY', topups: 1, amount: 600, refunds: 1, refunded: 200 }]);
  expect(data).toMatchObject({ comicCount: 1, comics: [{ title, chapters: 1 }] });
  const october = await staffCall(site, calls.monthReport, { month: '2026-10' }, by());
  expect(october.data).toMatchObject({ comicCount: 0, taken: [{ topups: 1, amount: 600, refunded: 0 }] });

  site.setTime(new Date(NOW.getTime() + 11 * 60_000));
  expect((await staffCall(site, calls.monthExport, { month: '2026-11' }, by())).code).toBe(factorRequired);
  site.setTime(NOW);
  const file = await staffCall(site, calls.monthExport, { month: '2026-11' }, by());
  expect(file.data?.csv).toMatch(/^\ufeff月份,项目,漫币,赠币,阅读券,金额（元）\r\n2026-11,月初结余,60,30,0,6.00\r\n/);
  expect(file.data?.csv).toContain('2026-11,CNY,1,6.00,1,2.00\r\n');
  expect(file.data?.csv).toMatch(/\r\n2026-11,\d+,"'=HYPERLINK\(""https:\/\/evil.example""\)",1,/);
  const entries = await listEntriesOf(site.pool, { subject: 'staff', ids: [finance.id] }, Number.MAX_SAFE_INTEGER, 1);
  expect(entries).toMatchObject([
    { actor: `staff:${finance.id}`, action: 'export-month', after: { month: '2026-11' } },
  ]);
});

test('the report of a month has the revenue of 月卡 by day, and the value of its unused days', async () => {
  await sellPass(site);
  // The last day of October is used in October, and 29 days of November are paid.
  const { orderId } = await payAt(new Date(NOVEMBER.getTime() - 1), MONTH.id);
  const passes = async (month: string) =>
    (await staffCall(site, calls.monthReport, { month }, by())).data?.passes ?? { lines: [], days: [] };
  const fens = async (month: string) => (await passes(month)).lines.map(({ fen }) => fen);
  expect(await fens('2026-10')).toEqual([0, 1500, 0, 50, 1450]);
  expect(await fens('2026-11')).toEqual([1450, 0, 0, 1300, 150]);
  expect((await passes('2026-11')).days).toEqual(
    Array.from({ length: 26 }, (_, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}`, fen: 50 })),
  );
  await refundBy(site, orderId, { now: NOW });
  expect(await fens('2026-11')).toEqual([1450, 0, 150, 1300, 0]);
  expect(await fens('2026-12')).toEqual([]);
  const file = await staffCall(site, calls.monthExport, { month: '2026-11' }, by());
  expect(file.data?.csv).toContain('2026-11,收入（用掉的天数）,13.00\r\n');
  expect(file.data?.csv).toContain('2026-11,2026-11-26,0.50\r\n');
});

test('a check of the books finds a wrong balance, and the overview shows it until the books agree', async () => {
  const { id } = await payAt(NOW);
  const change = (by: number) =>
    site.pool.query(
      `update wallet.account a set balance = balance + $2 from wallet.wallet w
       where w.id = a.wallet_id and w.reader_id = $1 and asset = 'coin'`,
      [id, by],
    );
  const check = async () => (await staffCall(site, calls.checkLedger, {}, by())).data;
  const context = {
    config: readConfig({}),
    pool: site.pool,
    databaseFolder: null,
    imageDir: '',
    version: '',
    now: NOW,
  };
  await change(1);
  const broken = (await check())?.parts.find(({ part }) => part === 'wallet');
  expect(broken?.broken[0]).toMatchObject({ name: 'balance-is-its-transfers', violations: [expect.any(String)] });
  expect(await money.look(context)).toMatchObject([{ state: 'fault', found: expect.stringContaining('项不符') }]);
  await change(-1);
  expect((await staffCall(site, calls.lastChecks, {}, by())).data?.parts).toContainEqual(broken);
  const parts = (await check())?.parts ?? [];
  expect(parts.map(({ part, at, broken }) => [part, at, broken])).toEqual(
    ['membership', 'rewards', 'shop', 'wallet'].map((part) => [part, NOW.toISOString(), []]),
  );
  expect(await money.look(context)).toMatchObject([{ state: 'good' }]);
});
