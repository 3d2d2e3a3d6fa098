import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeAlipay, type FakeAlipay } from '../../../../testing/gateways/alipay.ts';
import {
  ALIPAY_HEAD,
  alipayArchive,
  alipayBill,
  alipayLine,
  alipaySums,
  alipayTable,
} from '../../../../testing/gateways/bills.ts';
import { toGbk } from '../../../../testing/gateways/gbk.ts';
import { makeZip } from '../../../../testing/sources/zip.ts';
import type { BillLine } from '../../../modules/shop/shop.ts';

const NOW = new Date('2026-11-22T10:00:00+08:00');
const at = new Date('2026-11-21T10:00:05+08:00');
const PAID: BillLine = {
  orderNo: '20261122100000ABCDEFG',
  transactionId: '2026112222001',
  refundNo: null,
  amount: 123450,
  fee: 741,
  currency: 'CNY',
  at,
};
const REFUND: BillLine = { ...PAID, refundNo: 'R-1', amount: 10, fee: -1 };
const signal = new AbortController().signal;

let alipay: FakeAlipay;
beforeEach(() => {
  alipay = createFakeAlipay(() => NOW);
});
const read = (bill: Buffer) => {
  alipay.bill = bill;
  return alipay.channel.downloadBill('2026-11-21', signal);
};
const titled = (title: string) =>
  alipayTable([alipayLine(PAID, title), alipayLine(REFUND, title)], alipaySums([PAID, REFUND]));

describe('a bill of alipay', () => {
  test.each([
    ['as it is: an archive of tables in GBK, with tabs and comments', alipayBill([PAID, REFUND])],
    ['with a comma in a title', alipayArchive(titled('充值,60 漫币').replaceAll('0.00,充值,60 漫币', '0.00,'))],
    ['with a title in quotes', alipayArchive(titled('"充值,""60"",漫币"'))],
    ['with a quotation mark alone', alipayArchive(titled('充"值'))],
    ['with a quotation mark before a title', alipayArchive(titled('"充值'))],
    ['in UTF-8 behind a mark', alipayArchive(Buffer.from(`\uFEFF${titled('充值')}`))],
    ['with lines that end otherwise', alipayArchive(titled('充值').replaceAll('\r\n', '\n'))],
  ])('is read %s', async (_how, bill) => {
    expect(await read(bill)).toEqual([PAID, REFUND]);
  });

  test('of a day without trades is empty, and a bill that is not ready is an error', async () => {
    expect(await alipay.channel.downloadBill('2026-11-21', signal)).toEqual([]);
    expect(await read(alipayBill([]))).toEqual([]);
    await expect(alipay.channel.downloadBill('2026-11-22', signal)).rejects.toThrow('not made yet');
  });

  const [paid, refund] = [alipayLine(PAID), alipayLine(REFUND)];
  const whole = alipaySums([PAID, REFUND]);
  test.each([
    ['no archive', Buffer.from('<html>')],
    ['no table', makeZip([{ name: 'a.csv', bytes: 'a,b' }])],
    ['a line cut off', alipayArchive(toGbk(`${ALIPAY_HEAD}\r\n1,2,交易`))],
    ['cut off after a line', alipayArchive(toGbk([ALIPAY_HEAD, paid].join('\r\n')))],
    ['without its sums', alipayArchive(alipayTable([paid, refund], []))],
    ['without the sum of refunds', alipayArchive(alipayTable([paid, refund], whole.slice(0, 1)))],
    ['without a line', alipayArchive(alipayTable([paid], whole))],
    ['with a line more', alipayArchive(alipayTable([paid, paid, refund], whole))],
    ['with another amount', alipayArchive(alipayTable([paid, refund.replace('-0.10,-0.10', '-0.11,-0.11')], whole))],
    ['no amount', alipayArchive(alipayTable([paid, refund.replaceAll('-0.10', 'many')], whole))],
    ['no time', alipayArchive(alipayTable([paid, refund.replaceAll('2026-11-21', 'today')], whole))],
  ])('that is %s is an error, never an empty day', async (_what, bytes) => {
    await expect(read(bytes)).rejects.toThrow();
  });

  const MEGABYTE = 1024 * 1024;
  test.each([
    ['a file of more than 64 MB', [{ declaredBytes: 64 * MEGABYTE + 1 }], 'the bill is too large'],
    ['files of more than 64 MB together', [{}, { declaredBytes: 64 * MEGABYTE }], 'the bill is too large'],
    ['a file that is longer than it says', [{ bytes: Buffer.alloc(MEGABYTE), declaredBytes: 10 }], 'too many bytes'],
  ])('with %s is refused', async (_what, files, message) => {
    const archive = makeZip(files.map((file) => ({ name: 'a.csv', bytes: 'a,b', method: 8, ...file })));
    await expect(read(archive)).rejects.toThrow(message);
  });
});
