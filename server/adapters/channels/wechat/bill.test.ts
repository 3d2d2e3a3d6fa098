import { beforeEach, describe, expect, test } from 'vitest';
import { Formatter } from 'wechatpay-axios-plugin';
import { WECHAT_HEAD, wechatBill, wechatLine, wechatSums, wechatTable } from '../../../../testing/gateways/bills.ts';
import { createFakeWechat, type FakeWechat } from '../../../../testing/gateways/wechat.ts';
import type { BillLine } from '../../../modules/shop/shop.ts';

const NOW = new Date('2026-12-22T10:00:00+08:00');
const at = new Date('2026-12-21T10:00:05+08:00');
const PAID: BillLine = {
  orderNo: '20261222100000ABCDEFG',
  transactionId: '4200000925',
  refundNo: null,
  amount: 990,
  fee: 6,
  currency: 'CNY',
  at,
};
const REFUND: BillLine = { ...PAID, refundNo: 'R-1', amount: 90, fee: -1 };
const signal = new AbortController().signal;

let wechat: FakeWechat;
beforeEach(() => {
  wechat = createFakeWechat(() => NOW);
});
const read = (bill: string) => {
  wechat.bill = bill;
  return wechat.channel.downloadBill('2026-12-21', signal);
};
const [paid, refund] = [wechatLine(PAID), wechatLine(REFUND)];
const sums = wechatSums([PAID, REFUND]);
const table = wechatTable([paid, refund], sums);

describe('a bill of wechat', () => {
  test.each([
    ['as it is: packed, marked, behind accents, in yuan', wechatBill([PAID, REFUND])],
    ['with commas and accents in a title', wechatTable([wechatLine(PAID, '充值,`60`,漫币'), refund], sums)],
    ['with tabs', table.replaceAll('\r\n', '\t\r\n')],
    ['with quotes', wechatTable([wechatLine(PAID, '"充值"'), refund], sums)],
    ['with lines that end otherwise', table.replaceAll('\r\n', '\n')],
    ['with fees of five places', table.replace('`0.06000', '`0.05900').replace('`-0.01000', '`-0.00500')],
  ])('is read %s', async (_how, bill) => {
    expect(await read(bill)).toEqual([PAID, REFUND]);
  });

  test('can also be read by the official package', () => {
    expect(Formatter.castCsvBill(table)).toMatchObject({ rows: [{ 商品名称: '充值100%' }, { 商户退款单号: 'R-1' }] });
  });

  test('of a day without trades is empty, and a bill that is not ready is an error', async () => {
    expect(await wechat.channel.downloadBill('2026-12-21', signal)).toEqual([]);
    expect(await read(wechatBill([]))).toEqual([]);
    await expect(wechat.channel.downloadBill('2026-12-22', signal)).rejects.toThrow('not made yet');
  });

  test('with another digest is an error', async () => {
    Object.assign(wechat, { bill: table, lies: true });
    await expect(wechat.channel.downloadBill('2026-12-21', signal)).rejects.toThrow('digest');
  });

  test.each([
    ['has no table', 'no'],
    ['is cut off within a line', `${WECHAT_HEAD}\r\n\`2026-12-21 10:00:05,\`wx`],
    ['is cut off after a line', `${WECHAT_HEAD}\r\n${paid}`],
    ['is cut off before its sums', table.slice(0, table.indexOf('\r\n`2,'))],
    ['lacks a line', wechatTable([paid], sums)],
    ['has a line more', wechatTable([paid, paid, refund], sums)],
    ['has another amount', wechatTable([paid.replaceAll('`9.90', '`9.91'), refund], sums)],
    ['has another refund', wechatTable([paid, refund.replaceAll('`0.90', '`0.91')], sums)],
    ['has no amount', wechatTable([paid.replaceAll('`9.90', '`many'), refund], sums)],
  ])('that %s is an error, never an empty day', async (_what, bill) => {
    await expect(read(bill)).rejects.toThrow();
  });
});
