import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { balanceChanged, balanceTooLow, factorRequired, requestNotFound, secondPersonRequired } from '#contract/codes';
import * as calls from '#contract/console/adjusting';
import { confirmFactor } from '#contract/console/session';
import { disable } from '#contract/console/staff';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { addPerson, codeOf, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { expectSoundLedger, giveTo } from '../../../testing/factories/wallets.ts';
import { transaction } from '../../core/db/db.ts';
import { listEntriesOf } from '../../modules/audit/audit.ts';
import { adjust, readBalances } from '../../modules/wallet/wallet.ts';

const NOW = new Date('2026-11-26T04:00:00Z');

let site: TestApp;
let owner: StaffPerson;
let support: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
  support = await addPerson(site, owner, 'support', '客服小周', NOW);
});
afterAll(async () => {
  await expectSoundLedger(site);
  await site.close();
});

const by = ({ cookie }: StaffPerson) => ({ cookie });
const coinsOf = async (id: number) => (await readBalances(site.pool, id, NOW)).coins;
function ask(id: number, wish: Partial<InputOf<typeof calls.adjustBalance>> = {}, who = support) {
  const payload = { id, asset: 'coin' as const, amount: 2000, reason: '漏发', key: randomUUID(), owed: 0, gone: 0 };
  return staffCall(site, calls.adjustBalance, { ...payload, ...wish }, by(who));
}
const requests = async (who: StaffPerson) =>
  (await staffCall(site, calls.adjustmentRequests, {}, by(who))).data?.list ?? [];
const requestOf = async (readerId: number) =>
  (await requests(owner)).find((each) => each.readerId === readerId)?.id ?? 1;
const approve = (id: number, who: StaffPerson, accepts = { owed: 0, gone: 0 }) =>
  staffCall(site, calls.approveAdjustment, { id, ...accepts }, by(who));

test('a large adjustment is made once another person has approved it, however often both press', async () => {
  const { id: readerId } = await signedIn(site);
  const key = randomUUID();
  const asked = await Promise.all(Array.from({ length: 5 }, () => ask(readerId, { key })));
  expect(asked.map(({ data }) => data?.waits)).toEqual(Array(5).fill(true));
  expect((await ask(readerId, { key, amount: 2001 })).http).toBe(400);
  expect(await requests(support)).toMatchObject([
    { readerId, asset: 'coin', amount: 2000, actorName: '客服小周', approvableFrom: null },
  ]);
  const id = await requestOf(readerId);
  expect((await approve(id, support)).code).toBe(secondPersonRequired);
  expect(await coinsOf(readerId)).toBe(0);
  const answers = await Promise.all(Array.from({ length: 5 }, () => approve(id, owner)));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, ...Array(4).fill(requestNotFound)]);
  expect(await coinsOf(readerId)).toBe(2000);
  // The response may have been lost: a repeated request neither waits nor changes anything.
  await ask(readerId, { key });
  expect([await coinsOf(readerId), await requests(owner)]).toEqual([2000, []]);
  const entries = await listEntriesOf(site.pool, { subject: 'reader', ids: [readerId] }, Number.MAX_SAFE_INTEGER, 9);
  expect(entries.map(({ action, actor, reason }) => [action, actor, reason])).toEqual([
    ['adjust', `staff:${owner.id}`, '漏发'],
    ['adjust-request', `staff:${support.id}`, '漏发'],
  ]);
  expect(entries[0]?.after).toEqual({ coins: 2000, requested_by: `staff:${support.id}` });
});

test('approved adjustments do not count in the limit of the approver', async () => {
  const [one, other] = [await signedIn(site), await signedIn(site)];
  await ask(one.id, { amount: 5000 });
  await approve(await requestOf(one.id), owner);
  expect((await ask(other.id, { amount: 1000 }, owner)).data).toMatchObject({
    waits: false,
    balances: { coins: 1000 },
  });
});

test('a rejected request, and one of an erased reader, changes nothing', async () => {
  const [{ id: readerId }, erased] = [await signedIn(site), await signedIn(site)];
  await ask(readerId);
  const id = await requestOf(readerId);
  expect((await staffCall(site, calls.rejectAdjustment, { id }, by(support))).data).toEqual({});
  expect((await staffCall(site, calls.rejectAdjustment, { id }, by(owner))).code).toBe(requestNotFound);
  expect((await approve(id, owner)).code).toBe(requestNotFound);
  await ask(erased.id);
  const gone = await requestOf(erased.id);
  await site.pool.query('update wallet.wallet set reader_id = null where reader_id = $1', [erased.id]);
  expect((await approve(gone, owner)).code).toBe(requestNotFound);
  expect([await coinsOf(readerId), await requests(owner)]).toEqual([0, []]);
});

test('only coins in the wallet can be taken, both at the request and at the approval', async () => {
  const { id: readerId } = await signedIn(site);
  expect((await ask(readerId, { amount: -2000 })).code).toBe(balanceTooLow);
  await giveTo(site, readerId, { coins: 2000, now: NOW });
  expect((await ask(readerId, { amount: -2000 })).data?.waits).toBe(true);
  const id = await requestOf(readerId);
  const expiresAt = NOW;
  const small = { asset: 'coin', amount: -1500, expiresAt, actor: 'root', reason: 'test' } as const;
  await transaction(site.pool, (tx) => adjust(tx, readerId, randomUUID(), small, NOW));
  expect((await approve(id, owner)).code).toBe(balanceTooLow);
  expect(await requestOf(readerId)).toBe(id);
  await staffCall(site, calls.rejectAdjustment, { id }, by(owner));
});

test('a request to reverse an adjustment is approved with the debt that its approver has seen', async () => {
  const { id: readerId } = await signedIn(site);
  await ask(readerId, { amount: 2000 });
  await approve(await requestOf(readerId), owner);
  const spent = { asset: 'coin', amount: -1, expiresAt: NOW, actor: 'root', reason: 'test' } as const;
  await transaction(site.pool, (tx) => adjust(tx, readerId, randomUUID(), spent, NOW));
  await ask(readerId, { amount: -2000, owed: 1 });
  const id = await requestOf(readerId);
  expect((await approve(id, owner)).code).toBe(balanceChanged);
  expect((await approve(id, owner, { owed: 1, gone: 0 })).data).toEqual({});
  expect(await coinsOf(readerId)).toBe(-1);
});

test('the only person can approve their own request after ten minutes, with a fresh second factor', async () => {
  await staffCall(site, disable, { id: support.id, disabled: true }, by(owner));
  const { id: readerId } = await signedIn(site);
  expect((await ask(readerId, {}, owner)).data?.waits).toBe(true);
  const id = await requestOf(readerId);
  site.setTime(new Date(NOW.getTime() + 10 * 60_000 - 1));
  expect((await approve(id, owner)).code).toBe(secondPersonRequired);
  const later = new Date(NOW.getTime() + 10 * 60_000);
  site.setTime(later);
  expect((await approve(id, owner)).code).toBe(factorRequired);
  const code = codeOf(owner.secret, later);
  const { cookie = '' } = await staffCall(site, confirmFactor, { code }, by(owner));
  expect((await approve(id, { ...owner, cookie })).data).toEqual({});
  site.setTime(NOW);
  expect(await coinsOf(readerId)).toBe(2000);
});
