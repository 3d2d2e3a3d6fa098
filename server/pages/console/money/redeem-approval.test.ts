import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { config } from '#contract/calls/site';
import * as codes from '#contract/codes';
import { overview } from '#contract/console/overview';
import * as calls from '#contract/console/redeeming';
import { confirmFactor } from '#contract/console/session';
import { disable } from '#contract/console/staff';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { readersInBulk } from '../../../../testing/factories/readers.ts';
import { redeeming } from '../../../../testing/factories/redeeming.ts';
import { expectSoundRewards } from '../../../../testing/factories/rewards.ts';
import { addPerson, codeOf, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { listEntriesOf } from '../../../modules/audit/audit.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
/** Worth 2,000 coins. */
const TERMS = {
  name: '线下卡',
  count: 20,
  coins: 0,
  bonus: 100,
  tickets: 0,
  priceFen: 0,
  validDays: 90,
  from: '2026-11-26',
  until: '2026-11-30',
  usesPerReader: 2,
};

let site: TestApp;
let owner: StaffPerson;
let finance: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
  finance = await addPerson(site, owner, 'finance', '财务小钱', NOW);
});
beforeEach(async () => {
  // The sum of the day begins at 0.
  await site.pool.query(`update rewards.redeem_batch set created_at = created_at - interval '1 day'`);
});
afterAll(async () => {
  await expectSoundRewards(site);
  await site.close();
});

const by = ({ cookie }: StaffPerson) => ({ cookie });
const five = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, act));
function create(change: Partial<InputOf<typeof calls.batchCreate>> = {}, who = finance) {
  return staffCall(site, calls.batchCreate, { ...TERMS, key: randomUUID(), ...change }, by(who));
}
async function requested(change: Partial<InputOf<typeof calls.batchCreate>> = {}): Promise<number> {
  const { data } = await create(change);
  expect(data).toMatchObject({ csv: '', waits: true });
  return data?.id ?? 0;
}
const approve = (id: number, who = owner) => staffCall(site, calls.batchApprove, { id }, by(who));
const make = (id: number, who = finance) => staffCall(site, calls.batchMake, { id }, by(who));
const stop = (id: number, who = owner) => staffCall(site, calls.batchStop, { id, reason: '不发了' }, by(who));
const show = async (id: number, who = owner) => (await staffCall(site, calls.batchShow, { id }, by(who))).data;
const countCodes = async (id: number) =>
  (await site.pool.query('select 1 from rewards.redeem_code where batch_id = $1', [id])).rowCount;
async function waiting() {
  const { data } = await staffCall(site, overview, {}, by(owner));
  return data?.attention.filter(({ check }) => check === '兑换码');
}

test('a large batch has no codes until another person approves it, and its author makes them once', async () => {
  const key = randomUUID();
  const asked = await five(() => create({ key }));
  const id = asked[0]?.data?.id ?? 0;
  expect(asked.map(({ data }) => data)).toEqual(Array(5).fill({ id, csv: '', waits: true }));
  expect((await create({ key, bonus: 101 })).code).toBe(codes.redeemBatchExists);
  expect((await create({ key }, owner)).code).toBe(codes.redeemBatchExists);
  expect(await show(id, finance)).toMatchObject({
    batch: { state: 'unapproved', used: 0 },
    approval: { isOwn: true, approvableFrom: null, approved: null },
  });
  expect(await waiting()).toMatchObject([
    { found: expect.stringContaining('1 批兑换码等另一人批准'), page: `money/codes/${id}` },
  ]);
  expect((await approve(id, finance)).code).toBe(codes.secondPersonRequired);
  expect((await make(id)).code).toBe(codes.requestNotFound);
  expect(await countCodes(id)).toBe(0);

  const approved = await five(() => approve(id));
  expect(approved.map(({ code }) => code).toSorted()).toEqual([0, ...Array(4).fill(codes.requestNotFound)]);
  expect(await waiting()).toEqual([]);
  expect(await show(id)).toMatchObject({
    batch: { state: 'approved' },
    approval: { isOwn: false, approved: { actorName: '林老板', at: NOW.toISOString() } },
  });
  // Its approver gets no codes.
  expect((await make(id, owner)).code).toBe(codes.requestNotFound);
  const made = await five(() => make(id));
  expect(made.map(({ code }) => code).toSorted()).toEqual([0, ...Array(4).fill(codes.requestNotFound)]);
  const csv = made.find(({ data }) => data)?.data?.csv ?? '';
  const lines = csv.trimEnd().split('\r\n');
  expect([lines.length, await countCodes(id)]).toEqual([21, 20]);
  const [reader = { token: '' }] = await readersInBulk(site, 1);
  expect(await redeeming(site, reader.token, lines[1] ?? '')).toMatchObject({ bonus: 100 });
  expect(await show(id)).toMatchObject({ batch: { state: 'running', used: 1 } });
  const entries = await listEntriesOf(site.pool, { subject: 'redeem-batch', ids: [id] }, Number.MAX_SAFE_INTEGER, 9);
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['create-codes', `staff:${finance.id}`],
    ['approve-codes', `staff:${owner.id}`],
    ['request-codes', `staff:${finance.id}`],
  ]);
});

test('a repeated request is answered as the first, also with half a character in its name', async () => {
  const key = randomUUID();
  const name = '线下卡\ud800';
  const { data } = await create({ key, name });
  expect(data).toMatchObject({ csv: '', waits: true });
  expect(await create({ key, name })).toMatchObject({ code: 0, data });
  expect((await create({ key, name: '线下卡\ud800\ud800' })).code).toBe(codes.redeemBatchExists);
  await stop(data?.id ?? 0);
});

test.each<[string, Partial<InputOf<typeof calls.batchCreate>>, boolean]>([
  ['1,000 bonus', { count: 10 }, false],
  ['1,001 bonus', { count: 1, bonus: 1001 }, true],
  ['100 tickets', { count: 100, bonus: 0, tickets: 1 }, false],
  ['101 tickets', { count: 101, bonus: 0, tickets: 1 }, true],
  ['200 days of 月卡', { count: 1, bonus: 0, passDays: 200 }, false],
  ['201 days of 月卡', { count: 1, bonus: 0, passDays: 201 }, true],
  ['1,001 coins', { count: 1, bonus: 0, coins: 1001, priceFen: 100 }, true],
])('a batch of %s waits as its preview says', async (_what, change, waits) => {
  const preview = await staffCall(site, calls.batchPreview, { ...TERMS, ...change }, by(finance));
  expect(preview.data).toMatchObject({ waits });
  const { data } = await create(change);
  expect(data).toMatchObject({ waits });
  expect(data?.csv === '').toBe(waits);
});

test('what one person makes alone in a day is limited too, and approved batches do not count', async () => {
  const id = await requested({ count: 100 });
  await approve(id);
  await make(id);
  const answers = await Promise.all(Array.from({ length: 8 }, () => create({ count: 10 })));
  expect(answers.filter(({ data }) => data?.waits === false)).toHaveLength(5);
  expect((await create({ count: 10 }, owner)).data).toMatchObject({ waits: false });
});

test('a rejected batch, and one whose last day is over, gets no codes', async () => {
  const [rejected, stopped, late, lateApproved] = [
    await requested(),
    await requested(),
    await requested(),
    await requested(),
  ];
  expect((await stop(rejected)).data).toEqual({ used: 0 });
  expect((await approve(rejected)).code).toBe(codes.requestNotFound);
  expect(await show(rejected)).toMatchObject({ batch: { state: 'stopped' } });
  await approve(stopped);
  await stop(stopped, finance);
  expect((await make(stopped)).code).toBe(codes.requestNotFound);
  await approve(lateApproved);
  await site.pool.query('update rewards.redeem_batch set valid_until = $1 where id = any($2)', [
    NOW,
    [late, lateApproved],
  ]);
  expect((await approve(late)).code).toBe(codes.requestNotFound);
  expect((await make(lateApproved)).code).toBe(codes.requestNotFound);
  expect(await show(late)).toMatchObject({ batch: { state: 'ended' } });
  for (const id of [rejected, stopped, late, lateApproved]) expect(await countCodes(id)).toBe(0);
  expect((await approve(999_999)).code).toBe(codes.redeemBatchNotFound);
  expect((await make(999_999)).code).toBe(codes.redeemBatchNotFound);
});

test('once its author is disabled, an owner who did not approve a batch makes its codes', async () => {
  const author = await addPerson(site, owner, 'finance', '财务小孙', NOW);
  const other = await addPerson(site, owner, 'owner', '陈老板', NOW);
  const id = (await create({}, author)).data?.id ?? 0;
  await approve(id);
  expect((await make(id, other)).code).toBe(codes.requestNotFound);
  expect((await show(id, other))?.approval).toMatchObject({ isOwn: false, mayMake: false });
  await staffCall(site, disable, { id: author.id, disabled: true }, by(owner));
  for (const who of [owner, finance]) {
    expect((await make(id, who)).code).toBe(codes.requestNotFound);
    expect((await show(id, who))?.approval).toMatchObject({ mayMake: false });
  }
  expect((await show(id, other))?.approval).toMatchObject({ isOwn: false, mayMake: true });
  expect((await make(id, other)).data?.csv).toContain('兑换码');
  await staffCall(site, disable, { id: other.id, disabled: true }, by(owner));
});

test('a batch that is approved and rejected at the same time is either, and a rejected one has no codes', async () => {
  const id = await requested();
  await Promise.all([approve(id), stop(id)]);
  expect((await make(id)).code).toBe(codes.requestNotFound);
  expect([(await show(id))?.batch.state, await countCodes(id)]).toEqual(['stopped', 0]);
});

test('readers see an entry for codes once the codes of a large batch are made', async () => {
  await site.pool.query(
    `update rewards.redeem_batch set stopped_at = now(), stopped_by = 'x' where stopped_at is null`,
  );
  const isOpen = async () => {
    await site.caughtUp();
    return (await site.call(config, { platform: 'pc' })).data?.redeem ?? false;
  };
  const id = await requested();
  expect(await isOpen()).toBe(false);
  await approve(id);
  expect(await isOpen()).toBe(false);
  await make(id);
  expect(await isOpen()).toBe(true);
});

test('the only person can approve their own batch after ten minutes, with a fresh second factor', async () => {
  await staffCall(site, disable, { id: finance.id, disabled: true }, by(owner));
  const id = (await create({}, owner)).data?.id ?? 0;
  site.setTime(new Date(NOW.getTime() + 10 * 60_000 - 1));
  expect((await approve(id)).code).toBe(codes.secondPersonRequired);
  const later = new Date(NOW.getTime() + 10 * 60_000);
  site.setTime(later);
  expect((await approve(id)).code).toBe(codes.factorRequired);
  const code = codeOf(owner.secret, later);
  const { cookie = '' } = await staffCall(site, confirmFactor, { code }, by(owner));
  owner = { ...owner, cookie };
  expect((await approve(id)).data).toEqual({});
  expect((await make(id, owner)).data?.csv).toContain('兑换码');
  site.setTime(NOW);
});
