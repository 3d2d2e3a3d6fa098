import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { factorRequired, orderChanged, orderNotFound, refundRefused, staffForbidden } from '#contract/codes';
import * as calls from '#contract/console/orders';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { expectSoundShop, orderBy, press, seenBy } from '../../../../testing/factories/shop.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { listEntriesOf } from '../../../modules/audit/audit.ts';
import { findOrder } from '../../../modules/shop/shop.ts';

const NOW = new Date('2026-11-26T04:00:00Z');

let site: TestApp;
let finance: StaffPerson;
let editor: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  const owner = await firstOwner(site, NOW);
  finance = await addPerson(site, owner, 'finance', '财务小钱', NOW);
  editor = await addPerson(site, owner, 'editor', '小编', NOW);
});
afterAll(() => site.close());

const by = () => ({ cookie: finance.cookie });
const list = async (filter: Partial<InputOf<typeof calls.orderList>> = {}) =>
  (await staffCall(site, calls.orderList, filter, by())).data;
const sums = async (filter: InputOf<typeof calls.orderSums> = {}) =>
  (await staffCall(site, calls.orderSums, filter, by())).data?.list;
const show = async (no: string) => (await staffCall(site, calls.orderShow, { no }, by())).data;

/** A paid order of a new reader: ¥6.00 for 60 coins and 30 bonus. */
async function paid() {
  const { id, token } = await signedIn(site);
  const { orderId: no, cashier } = await orderBy(site, token);
  await press(site, cashier, 'pay');
  return { no, readerId: id, token };
}

type RefundInput = InputOf<typeof calls.refundPreview>;
const preview = (wish: RefundInput) => staffCall(site, calls.refundPreview, wish, by());

/** The request of a refund as its preview has it. */
async function confirmed(wish: RefundInput): Promise<InputOf<typeof calls.refundOrder>> {
  const { data } = await preview(wish);
  if (!data) throw new Error('no preview');
  return { ...wish, amount: data.amount, reason: '读者要求', refundNo: data.refundNo, taken: data.taken };
}
const refund = (payload: InputOf<typeof calls.refundOrder>) => staffCall(site, calls.refundOrder, payload, by());

describe('orders', () => {
  test('are found by any of their numbers or their reader, and counted, by days of Shanghai', async () => {
    const midnight = new Date('2026-10-01T16:00:00Z');
    site.setTime(new Date(midnight.getTime() - 1));
    const { token } = await signedIn(site);
    const before = await orderBy(site, token);
    site.setTime(midnight);
    const after = await orderBy(site, token);
    await press(site, after.cashier, 'pay');
    site.setTime(NOW);

    const found = async (filter: Parameters<typeof list>[0]) => (await list(filter))?.list.map(({ no }) => no);
    expect(await found({ from: '2026-10-01', to: '2026-10-01' })).toEqual([before.orderId]);
    expect(await found({ from: '2026-10-02', to: '2026-10-02' })).toEqual([after.orderId]);
    const both = { from: '2026-10-01', to: '2026-10-02' };
    expect(await found({ ...both, state: 'granted', channel: 'sandbox', packageId: 1 })).toEqual([after.orderId]);
    for (const other of [{ state: 'closed' }, { state: 'disputed' }, { channel: 'alipay' }, { packageId: 2 }] as const)
      expect(await found({ ...both, ...other })).toEqual([]);
    const { transactionId = '' } = (await show(after.orderId))?.payments[0] ?? {};
    const readerId = (await findOrder(site.pool, after.orderId))?.readerId;
    for (const text of [after.orderId, ` ${after.orderId.toLowerCase()} `, transactionId])
      expect(await found({ text })).toEqual([after.orderId]);
    expect(await found({ text: String(readerId) })).toEqual([after.orderId, before.orderId]);
    expect(await found({ text: '没有这个' })).toEqual([]);
    expect(await sums(both)).toEqual([{ currency: 'CNY', orders: 2, payments: 1, paid: 600, refunded: 0 }]);
    expect(await sums({ ...both, to: '2026-10-01' })).toEqual([
      { currency: 'CNY', orders: 1, payments: 0, paid: 0, refunded: 0 },
    ]);
    const first = await list({ ...both, size: 1 });
    expect(first?.list.map(({ no }) => no)).toEqual([after.orderId]);
    const second = await list({ ...both, size: 1, cursor: first?.next ?? '' });
    expect(second).toMatchObject({ list: [{ no: before.orderId, amount: 600, state: 'created' }], next: null });
    const choices = await staffCall(site, calls.orderChoices, {}, by());
    expect(choices.data).toEqual({
      channels: [{ id: 'sandbox', name: expect.any(String) }],
      packages: [{ id: 1, title: expect.any(String) }],
    });
  });

  test('made at the same moment are each on one page, with any filter', async () => {
    const { id, token } = await signedIn(site);
    const made = [await orderBy(site, token), await orderBy(site, token), await orderBy(site, token)];
    for (const filter of [{}, { from: '2026-11-26' }, { state: 'created', channel: 'sandbox' }] as const) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ ...filter, text: String(id), size: 1, ...(cursor && { cursor }) });
        found.push(...(page?.list.map(({ no }) => no) ?? []));
        cursor = page?.next ?? undefined;
      } while (cursor);
      expect(found).toEqual(made.map(({ orderId }) => orderId).toReversed());
    }
  });

  test('are seen and refunded by finance only, and refunded only with a fresh second factor', async () => {
    const { no } = await paid();
    const request = await confirmed({ no, amount: null, takesBack: true });
    expect((await staffCall(site, calls.orderShow, { no }, { cookie: editor.cookie })).code).toBe(staffForbidden);
    expect((await staffCall(site, calls.refundOrder, request, { cookie: editor.cookie })).code).toBe(staffForbidden);
    site.setTime(new Date(NOW.getTime() + 11 * 60_000));
    expect((await refund(request)).code).toBe(factorRequired);
    site.setTime(NOW);
    expect((await show(no))?.refunds).toEqual([]);
    expect((await staffCall(site, calls.orderShow, { no: 'NOTHING' }, by())).code).toBe(orderNotFound);
  });
});

describe('a refund', () => {
  test('matches its preview, is logged, and is shown with its order', async () => {
    const { no, readerId, token } = await paid();
    const wish = { no, amount: 199, takesBack: true };
    const { data: seen } = await preview(wish);
    expect(seen).toMatchObject({
      refundNo: `${no}-R1`,
      amount: 199,
      currency: 'CNY',
      refunded: 0,
      rest: 401,
      coins: 19,
      bonus: 9,
      taken: {
        coins: 19,
        bonus: 9,
        debt: 0,
      },
      expired: 0,
      balances: {
        coins: 60,
        bonus: 30,
      },
    });
    const made = await refund(await confirmed(wish));
    expect(made.data).toEqual({ refundNo: `${no}-R1`, amount: 199, waits: false });
    await site.app.runFrequentJobs();
    const order = await show(no);
    expect(order).toMatchObject({
      reader: { id: readerId },
      refundable: 401,
      payments: [{ state: 'credited', amount: 600, refunded: 199 }],
      refunds: [{ no: `${no}-R1`, amount: 199, state: 'done', actorName: '财务小钱', note: '读者要求' }],
    });
    expect((await seenBy(site, token, no)).refunds).toEqual([{ amount: 199, coins: 19, bonus: 9, state: 'done' }]);
    const { id = 0 } = (await findOrder(site.pool, no)) ?? {};
    const entries = await listEntriesOf(site.pool, { subject: 'order', ids: [id] }, Number.MAX_SAFE_INTEGER, 10);
    expect(entries).toMatchObject([{ actor: `staff:${finance.id}`, action: 'refund', reason: '读者要求' }]);
    await expectSoundShop(site);
  });

  test('that is sent twenty times at once is made once', async () => {
    const { no } = await paid();
    const request = await confirmed({ no, amount: 100, takesBack: true });
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(request)));
    for (const { data } of answers) expect(data).toEqual({ refundNo: `${no}-R1`, amount: 100, waits: false });
    expect((await show(no))?.payments).toMatchObject([{ refunded: 100 }]);
    await expectSoundShop(site);
  });

  test('is refused once another refund of the order was made after its preview', async () => {
    const { no } = await paid();
    const requests = await Promise.all(
      [100, 200, 300].map((amount) => confirmed({ no, amount, takesBack: amount === 200 })),
    );
    const answers = await Promise.all(requests.map(refund));
    expect(answers.filter(({ data }) => data)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === orderChanged)).toHaveLength(2);
    expect((await show(no))?.refunds).toHaveLength(1);
  });

  test('is refused if it would take back something else than its preview says', async () => {
    const { no } = await paid();
    const request = await confirmed({ no, amount: null, takesBack: true });
    const more = { ...request.taken, coins: request.taken.coins - 10, debt: 10 };
    expect((await refund({ ...request, taken: more })).code).toBe(orderChanged);
    expect(await show(no)).toMatchObject({ refunds: [], refundable: 600 });
    expect((await refund(request)).data?.amount).toBe(600);
  });

  test('of more than is left, or of an order that is not paid, is refused with the reason', async () => {
    const { no } = await paid();
    const tooMuch = await preview({ no, amount: 601, takesBack: false });
    expect(tooMuch).toMatchObject({ code: refundRefused, message: '不能退这么多，还可以退 ¥6.00' });
    const { token } = await signedIn(site);
    const open = await orderBy(site, token);
    const unpaid = await preview({ no: open.orderId, amount: null, takesBack: false });
    expect(unpaid).toMatchObject({ code: refundRefused, message: '这张订单没有到账，不能从这里退' });
  });
});
