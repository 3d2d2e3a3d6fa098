import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import * as codes from '#contract/codes';
import { monthReport } from '#contract/console/books';
import * as calls from '#contract/console/redeeming';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { readersInBulk } from '../../../../testing/factories/readers.ts';
import { redeeming } from '../../../../testing/factories/redeeming.ts';
import { expectSoundRewards } from '../../../../testing/factories/rewards.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { expectSoundLedger } from '../../../../testing/factories/wallets.ts';
import { listEntriesOf } from '../../../modules/audit/audit.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const TERMS = {
  name: '淘宝代销',
  count: 3,
  coins: 60,
  bonus: 6,
  tickets: 0,
  priceFen: 550,
  validDays: 90,
  from: '2026-11-26',
  until: '2026-11-30',
  usesPerReader: 2,
};

let site: TestApp;
let finance: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  const owner = await firstOwner(site, NOW);
  finance = await addPerson(site, owner, 'finance', '财务小钱', NOW);
});
afterAll(() => site.close());

const by = () => ({ cookie: finance.cookie });
const create = (change: Partial<InputOf<typeof calls.batchCreate>> = {}) =>
  staffCall(site, calls.batchCreate, { ...TERMS, key: randomUUID(), ...change }, by());

/** A new batch, and its codes as they are in its file. */
async function made(change: Partial<InputOf<typeof calls.batchCreate>> = {}) {
  const { data } = await create(change);
  if (!data) throw new Error('no batch was made');
  const [head, ...lines] = data.csv.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(head).toBe('兑换码');
  return { id: data.id, codes: lines };
}
async function newReader() {
  const [reader = { id: 0, token: '' }] = await readersInBulk(site, 1);
  return reader;
}

test('a batch is previewed, made with its file and used, and the report of the month has its sales', async () => {
  const { key: _key, ...terms } = { ...TERMS, key: '' };
  const preview = await staffCall(site, calls.batchPreview, terms, by());
  expect(preview.data).toEqual({ coins: 180, bonus: 18, tickets: 0, passDays: 0, priceFen: 1650, waits: false });
  const { id, codes: lines } = await made();
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/^([\dA-HJKMNP-TV-Z]{4}-){3}[\dA-HJKMNP-TV-Z]{4}$/);
  const reader = await newReader();
  expect(await redeeming(site, reader.token, lines[1] ?? '')).toEqual({ coins: 60, bonus: 6, tickets: 0 });

  const { data } = await staffCall(site, calls.batchShow, { id }, by());
  expect(data).toMatchObject({
    batch: { ...terms, id, used: 1, state: 'running', actorName: '财务小钱', at: NOW.toISOString() },
    stopped: null,
    list: [{ readerId: reader.id, at: NOW.toISOString() }],
    next: null,
  });
  const { data: report } = await staffCall(site, monthReport, { month: '2026-11' }, by());
  expect(report?.lines.find(({ title }) => title === '兑换码')).toEqual({
    title: '兑换码',
    coins: 60,
    bonus: 6,
    tickets: 0,
    costFen: 550,
  });
  expect(report?.lines.find(({ title }) => title === '月末结余')).toMatchObject({ coins: 60, costFen: 550 });
  expect(report?.taken).toEqual([]);
  const entries = await listEntriesOf(site.pool, { subject: 'redeem-batch', ids: [id] }, Number.MAX_SAFE_INTEGER, 10);
  expect(entries).toMatchObject([
    { action: 'create-codes', actor: `staff:${finance.id}`, after: { name: '淘宝代销', count: 3, coins: 60 } },
  ]);
  // The log names no code.
  expect(JSON.stringify(entries)).not.toContain(lines[0]);
  await expectSoundRewards(site);
  await expectSoundLedger(site);
});

test('a batch of days of 月卡 may have a price, which is in the report of the month', async () => {
  const { codes: lines } = await made({ coins: 0, bonus: 0, passDays: 31, priceFen: 990 });
  const { data } = await staffCall(site, calls.batchPreview, { ...TERMS, coins: 0, passDays: 31, priceFen: 0 }, by());
  expect(data).toMatchObject({ coins: 0, passDays: 31 * TERMS.count, priceFen: 0 });
  const { token } = await newReader();
  expect(await redeeming(site, token, lines[0] ?? '')).toMatchObject({ coins: 0, bonus: 0, passDays: 31 });
  const { data: report } = await staffCall(site, monthReport, { month: '2026-11' }, by());
  expect(report?.passes?.lines).toContainEqual({ title: '售出', fen: 990 });
  await expectSoundRewards(site);
});

test('one key makes one batch, whose codes come once', async () => {
  const key = randomUUID();
  const answers = await Promise.all([create({ key }), create({ key, name: '另一批' }), create({ key })]);
  expect(answers.filter(({ data }) => data?.csv)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === codes.redeemBatchExists)).toHaveLength(2);
});

test.each<[string, Partial<InputOf<typeof calls.batchPreview>>]>([
  ['brings nothing', { coins: 0, bonus: 0, priceFen: 0 }],
  ['has coins without a price', { priceFen: 0 }],
  ['has a price without coins', { coins: 0 }],
  ['brings coins and days of 月卡 at once', { passDays: 30 }],
  ['brings too many days of 月卡', { coins: 0, passDays: 3661 }],
  ['ends before it begins', { from: '2026-11-30', until: '2026-11-29' }],
  ['is over already', { from: '2026-11-20', until: '2026-11-25' }],
  ['has no codes', { count: 0 }],
  ['has too many codes', { count: 100_001 }],
  ['has no name', { name: '  ' }],
])('a batch that %s is neither previewed nor made', async (_what, change) => {
  const terms = { ...TERMS, ...change };
  expect((await staffCall(site, calls.batchPreview, terms, by())).code).toBe(codes.invalidField);
  expect((await create(change)).code).toBe(codes.invalidField);
});

test('a stopped batch says who stopped it and why, and stopping it again changes nothing', async () => {
  const { id, codes: lines } = await made();
  const stop = (reason: string) => staffCall(site, calls.batchStop, { id, reason }, by());
  expect((await stop('泄露')).data).toEqual({ used: 0 });
  expect((await stop('再停')).data).toEqual({ used: 0 });
  expect(await redeeming(site, (await newReader()).token, lines[0] ?? '')).toBe(codes.redeemCodeEnded);
  const { data } = await staffCall(site, calls.batchShow, { id }, by());
  expect(data).toMatchObject({ batch: { state: 'stopped' }, stopped: { actorName: '财务小钱' } });
  const entries = await listEntriesOf(site.pool, { subject: 'redeem-batch', ids: [id] }, Number.MAX_SAFE_INTEGER, 10);
  expect(entries).toMatchObject([{ action: 'stop-codes', reason: '泄露' }, { action: 'create-codes' }]);
  expect((await staffCall(site, calls.batchStop, { id: 999_999, reason: '没有' }, by())).code).toBe(
    codes.redeemBatchNotFound,
  );
});

test('a code is found however it is typed, with its use; others are not found', async () => {
  const { id, codes: lines } = await made({ name: '线下卡', from: '2026-11-27' });
  const find = async (code: string) => (await staffCall(site, calls.codeFind, { code }, by())).data?.found;
  const code = lines[2] ?? '';
  expect(await find(code.toLowerCase().replaceAll('-', ' '))).toMatchObject({
    batch: { id, name: '线下卡', state: 'waiting' },
    use: null,
  });
  const reader = await newReader();
  site.setTime(new Date('2026-11-27T00:00:00+08:00'));
  await redeeming(site, reader.token, code);
  site.setTime(NOW);
  expect(await find(code)).toMatchObject({ use: { readerId: reader.id, at: '2026-11-26T16:00:00.000Z' } });
  expect([await find('0123-4567-89AB-CDEZ'), await find('不是码')]).toEqual([null, null]);
});

test('batches and uses come page by page, the latest first', async () => {
  const { id, codes: lines } = await made({ count: 4, usesPerReader: 4 });
  const { token } = await newReader();
  // Two of them at the same moment.
  for (const [index, line] of lines.entries()) {
    site.setTime(new Date(NOW.getTime() + Math.floor(index / 2) * 1000));
    await redeeming(site, token, line);
  }
  site.setTime(NOW);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await staffCall(site, calls.batchShow, { id, size: 1, ...(cursor && { cursor }) }, by());
    seen.push(...(data?.list.map((use) => use.id) ?? []));
    cursor = data?.next ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(4);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  const first = await staffCall(site, calls.batchList, { size: 2 }, by());
  const next = await staffCall(site, calls.batchList, { size: 2, cursor: first.data?.next ?? '' }, by());
  const ids = [...(first.data?.list ?? []), ...(next.data?.list ?? [])].map((batch) => batch.id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(ids).toHaveLength(4);
});
