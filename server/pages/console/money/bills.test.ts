import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeSubmit } from '#contract/calls/wallet';
import { billNotFound, billUnreadable } from '#contract/codes';
import * as calls from '#contract/console/bills';
import { channelCheck, channelList } from '#contract/console/channels';
import { orderShow } from '#contract/console/orders';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { expectSoundShop, newRequest, send } from '../../../../testing/factories/shop.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { createFakeAlipay } from '../../../../testing/gateways/alipay.ts';
import { alipayBill, alipayLine, alipaySums, alipayTable, linesOf } from '../../../../testing/gateways/bills.ts';
import type { NotificationFields } from '../../../../testing/gateways/fake-gateway.ts';
import { listEntriesOf } from '../../../modules/audit/audit.ts';
import type { BillLine } from '../../../modules/shop/shop.ts';

/** The day after the orders, when their bill is there. */
const NOW = new Date('2026-11-21T04:00:00Z');
const DAY = '2026-11-20';

let now = NOW;
const gateway = createFakeAlipay(() => now);
const { channel } = gateway;

let site: TestApp;
let finance: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW, channels: [channel] });
  const owner = await firstOwner(site, NOW);
  finance = await addPerson(site, owner, 'finance', '财务小钱', NOW);
});
afterAll(() => site.close());

function setTime(time: Date) {
  now = time;
  site.setTime(time);
}

/** An order that is paid at noon of the day. */
async function paid(says: NotificationFields | null): Promise<string> {
  setTime(new Date('2026-11-20T04:00:00Z'));
  const { token } = await signedIn(site);
  const { data } = await site.call(chargeSubmit, newRequest({ channel: channel.id, scene: 'pc' }), { token });
  const orderId = data?.orderId ?? '';
  const notification = gateway.pay(orderId, says ?? {});
  if (says) await send(site, channel, notification);
  setTime(NOW);
  return orderId;
}

const by = () => ({ cookie: finance.cookie });
const which = { channel: channel.id, day: DAY };
const reconcile = (payload = which) => staffCall(site, calls.billReconcile, payload, by());

test('a bill is compared by hand, with an instruction for each difference, and missed payments are granted', async () => {
  const [matched, missing, unnotified] = [await paid({}), await paid({}), await paid(null)];
  const wrong = await paid({ amount: 601 });
  const lines = linesOf(gateway, DAY).filter(({ orderNo }) => orderNo === matched || orderNo === unnotified);
  gateway.setBill(DAY, lines);
  expect((await staffCall(site, calls.billShow, which, by())).code).toBe(billNotFound);
  const { data } = await reconcile();
  expect(data?.bill).toMatchObject({ state: 'different', payments: 2, matched: 2, recovered: 1, differences: 1 });
  expect(data?.sums).toMatchObject([{ currency: 'CNY', payments: 2, paid: 1200, refunds: 0, refunded: 0 }]);
  expect(data?.differences).toMatchObject([
    { class: 'ours-only', orderNo: missing, ourAmount: 600, theirAmount: null, advice: expect.stringContaining('查') },
  ]);
  expect((await staffCall(site, calls.billShow, which, by())).data).toEqual(data);
  const month = await staffCall(site, calls.billList, { month: '2026-11' }, by());
  expect(month.data).toMatchObject({ list: [{ day: DAY, state: 'different' }], lastDay: DAY });
  const shown = async (no: string) => (await staffCall(site, orderShow, { no }, by())).data;
  expect(await shown(unnotified)).toMatchObject({ state: 'granted', notifications: [] });
  expect(await shown(matched)).toMatchObject({ notifications: [{ result: 'accepted', times: 1 }] });
  const entries = await listEntriesOf(site.pool, { subject: 'staff', ids: [finance.id] }, Number.MAX_SAFE_INTEGER, 1);
  const after = { ...which, matched: 2, recovered: 1, differences: 1 };
  expect(entries).toMatchObject([{ actor: `staff:${finance.id}`, action: 'reconcile', after }]);

  const unmatched = await staffCall(site, calls.unmatchedNotifications, {}, by());
  expect(unmatched.data).toMatchObject({ list: [{ about: wrong, result: 'wrong-amount', times: 1 }], next: null });
  const { data: channels } = await staffCall(site, channelList, {}, by());
  expect(channels?.list[0]).toMatchObject({
    id: channel.id,
    lastPaidAt: '2026-11-20T04:00:00.000Z',
    lastBill: {
      day: DAY,
      differences: 1,
    },
  });
  // The app of the tests has no file of channels.
  expect((await staffCall(site, channelCheck, { channel: channel.id }, by())).data).toEqual({ findings: null });
  await expectSoundShop(site);
});

test('a bill that is not there yet, or of no channel, is refused with the reason', async () => {
  const early = await reconcile({ ...which, day: '2026-11-21' });
  expect(early).toMatchObject({ code: billUnreadable, message: expect.stringContaining('not made yet') });
  expect((await reconcile({ ...which, channel: 'cash' })).code).toBe(billNotFound);
});

test('a bill from the site of the channel is compared by the same rules, and its mistakes are named by line', async () => {
  const day = '2026-11-18';
  const lines: BillLine[] = [1, 2].map((nth) => ({
    orderNo: `2026111810000${nth}ABCDEFG`,
    transactionId: `202611182200${nth}`,
    refundNo: null,
    amount: 600,
    fee: 4,
    currency: 'CNY',
    at: new Date(`2026-11-18T10:00:0${nth}+08:00`),
  }));
  const upload = (file: Buffer, of = day) =>
    staffCall(site, calls.billUpload, { channel: channel.id, day: of, file: file.toString('base64') }, by());
  const table = alipayTable(
    lines.map((line) => alipayLine(line)),
    alipaySums(lines),
  );
  const mistakes: [Buffer, string, string?][] = [
    [Buffer.from('<html>'), '没有业务明细的表头'],
    [Buffer.from(table.replaceAll('2026-11-18 10:00:02', 'today')), '第 7 行：时间不对'],
    [Buffer.from(table.replaceAll(',6.00,', ',many,')), '第 6 行：「many」不是金额'],
    [Buffer.from(table.split('\n').toSpliced(6, 1).join('\n')), '账单不完整'],
    [gzipSync(Buffer.from(table)).subarray(0, 40), '压缩的文件不完整'],
    [Buffer.from(table), '有 2 笔不是 2026-11-17 的', '2026-11-17'],
    [Buffer.from(table), '2026-11-21 还没有过完', '2026-11-21'],
  ];
  for (const [file, why, of] of mistakes) {
    const { code, message } = await upload(file, of);
    expect([code, message]).toEqual([billUnreadable, expect.stringContaining(why)]);
  }
  expect((await staffCall(site, calls.billShow, { channel: channel.id, day }, by())).code).toBe(billNotFound);
  for (const file of [Buffer.from(table), gzipSync(Buffer.from(table)), alipayBill(lines)]) {
    const { data, message } = await upload(file);
    expect([message, data?.bill]).toMatchObject(['success', { state: 'different', payments: 2, differences: 2 }]);
  }
  const [entry] = await listEntriesOf(site.pool, { subject: 'staff', ids: [finance.id] }, Number.MAX_SAFE_INTEGER, 1);
  expect(entry?.after).toMatchObject({ day, uploaded: true });
});
