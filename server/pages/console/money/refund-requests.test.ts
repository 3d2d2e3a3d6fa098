import { afterAll, beforeAll, expect, test } from 'vitest';
import { factorRequired, requestNotFound, secondPersonRequired } from '#contract/codes';
import * as calls from '#contract/console/orders';
import { overview } from '#contract/console/overview';
import { confirmFactor } from '#contract/console/session';
import { disable } from '#contract/console/staff';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { expectSoundShop, MONTH, orderBy, press } from '../../../../testing/factories/shop.ts';
import { addPerson, codeOf, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { listEntriesOf } from '../../../modules/audit/audit.ts';
import { DEFAULT_PARTS } from '../../../modules/editorial/editorial.ts';
import { findOrder } from '../../../modules/shop/shop.ts';

const NOW = new Date('2026-11-26T04:00:00Z');

let site: TestApp;
let owner: StaffPerson;
let finance: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
  finance = await addPerson(site, owner, 'finance', '财务小钱', NOW);
});
afterAll(() => site.close());

/** A paid order of ¥328, the only package above the limit. */
async function paid(itemId = LARGE): Promise<string> {
  const { id, token } = await signedIn(site);
  // Others may pay ¥50 at most.
  await site.pool.query('update account.reader set adult = true where id = $1', [id]);
  const { orderId, cashier } = await orderBy(site, token, { itemId });
  await press(site, cashier, 'pay');
  return orderId;
}
const LARGE = 6;

async function preview(no: string, amount: number | null = null) {
  const { data } = await staffCall(
    site,
    calls.refundPreview,
    { no, amount, takesBack: true },
    { cookie: owner.cookie },
  );
  if (!data) throw new Error('no preview');
  return data;
}
async function ask(no: string, { cookie }: StaffPerson, amount: number | null = null) {
  const seen = await preview(no, amount);
  const { refundNo, taken } = seen;
  const payload = { no, amount: seen.amount, takesBack: true, reason: '读者要求', refundNo, taken };
  return (await staffCall(site, calls.refundOrder, payload, { cookie })).data;
}
const requests = async ({ cookie }: StaffPerson) =>
  (await staffCall(site, calls.refundRequests, {}, { cookie })).data?.list ?? [];
const show = async (no: string) => (await staffCall(site, calls.orderShow, { no }, { cookie: owner.cookie })).data;
async function approve(no: string, { cookie }: StaffPerson) {
  const [{ refundNo, taken }, list] = [await preview(no), await requests(owner)];
  const id = list.find(({ orderNo }) => orderNo === no)?.id ?? 1;
  return staffCall(site, calls.approveRefund, { id, refundNo, taken }, { cookie });
}
/** The part of the overview about refunds. */
async function waiting() {
  const { data } = await staffCall(site, overview, {}, { cookie: owner.cookie });
  return data?.attention.filter(({ check }) => check === '退款');
}

test('a refund of more than ¥200 is made once another person has approved it', async () => {
  const no = await paid();
  const answers = [await ask(no, finance), await ask(no, finance)];
  expect(answers).toMatchObject([{ waits: true }, { waits: true }]);
  expect(await requests(finance)).toMatchObject([{ orderNo: no, actorName: '财务小钱', approvableFrom: null }]);
  expect(await waiting()).toMatchObject([{ found: expect.stringContaining('1 笔退款等另一人批准'), page: 'money' }]);
  expect((await show(no))?.refunds).toEqual([]);
  expect((await approve(no, finance)).code).toBe(secondPersonRequired);
  expect((await show(no))?.refunds).toEqual([]);
  const [{ refundNo, taken }, [{ id } = { id: 0 }]] = [await preview(no), await requests(owner)];
  const request = { id, refundNo, taken };
  const approved = await Promise.all(
    Array.from({ length: 5 }, () => staffCall(site, calls.approveRefund, request, { cookie: owner.cookie })),
  );
  expect(approved.some(({ data }) => data !== null)).toBe(true);
  expect((await show(no))?.refunds).toMatchObject([{ no: `${no}-R1`, actorName: '林老板', note: '读者要求' }]);
  expect(await requests(owner)).toEqual([]);
  expect(await waiting()).toEqual([]);
  const { id: orderId = 0 } = (await findOrder(site.pool, no)) ?? {};
  const entries = await listEntriesOf(site.pool, { subject: 'order', ids: [orderId] }, Number.MAX_SAFE_INTEGER, 9);
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['refund', `staff:${owner.id}`],
    ['refund-request', `staff:${finance.id}`],
  ]);
  expect(entries[0]?.after).toMatchObject({ requested_by: `staff:${finance.id}` });
  await expectSoundShop(site);
});

test('a request for an order of 月卡 says of how many days, and one for coins does not', async () => {
  await editPart(site, 'packages', [...DEFAULT_PARTS.packages, { ...MONTH, cashFen: 300_00 }]);
  const [days, coins] = [await paid(MONTH.id), await paid()];
  for (const no of [days, coins]) expect(await ask(no, finance)).toMatchObject({ waits: true });
  const asked = await requests(owner);
  expect(asked.map(({ orderNo, passDays }) => [orderNo, passDays])).toEqual([
    [days, MONTH.days],
    [coins, undefined],
  ]);
  for (const { id } of asked)
    expect((await staffCall(site, calls.rejectRefund, { id }, { cookie: owner.cookie })).data).toEqual({});
});

test('parts of an order count together, and a rejected request refunds nothing', async () => {
  const no = await paid();
  expect(await ask(no, finance, 200_00)).toMatchObject({ waits: false });
  expect(await ask(no, finance, 1)).toMatchObject({ waits: true });
  const [{ id } = { id: 0 }] = await requests(owner);
  expect((await staffCall(site, calls.rejectRefund, { id }, { cookie: owner.cookie })).data).toEqual({});
  expect((await staffCall(site, calls.rejectRefund, { id }, { cookie: owner.cookie })).code).toBe(requestNotFound);
  expect((await show(no))?.refunds).toMatchObject([{ amount: 200_00 }]);
});

test('the only person can approve their own request after ten minutes', async () => {
  await staffCall(site, disable, { id: finance.id, disabled: true }, { cookie: owner.cookie });
  const no = await paid();
  expect(await ask(no, owner)).toMatchObject({ waits: true });
  site.setTime(new Date(NOW.getTime() + 10 * 60_000 - 1));
  expect((await approve(no, owner)).code).toBe(secondPersonRequired);
  const later = new Date(NOW.getTime() + 10 * 60_000);
  site.setTime(later);
  expect((await approve(no, owner)).code).toBe(factorRequired);
  const code = codeOf(owner.secret, later);
  const { cookie = '' } = await staffCall(site, confirmFactor, { code }, { cookie: owner.cookie });
  // The session gets another token.
  owner = { ...owner, cookie };
  const answer = await approve(no, owner);
  site.setTime(NOW);
  expect(answer.data).toEqual({});
});
