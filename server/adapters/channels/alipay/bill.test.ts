import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeAlipay, type FakeAlipay } from '../../../testing/gateways/alipay.ts';
import { toGbk } from '../../../testing/gateways/gbk.ts';
import { makeZip } from '../../../testing/zip.ts';

const NOW = new Date('2026-11-22T10:00:00+08:00');
const NO = '20261122100000ABCDEFG';
const signal = new AbortController().signal;

let alipay: FakeAlipay;
beforeEach(() => {
  alipay = createFakeAlipay(() => NOW);
});

describe('a bill', () => {
  const HEAD =
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';
  const line = (type: string, title: string, amount: string, refundNo: string, fee: string) =>
    `2026112222001\t,${NO}\t,${type},${title},2026-11-21 10:00:00,2026-11-21 10:00:05,,,,,*三(138****)\t,${amount},${amount},0.00,0.00,0.00,0.00,0.00,,0.00,0.00,${refundNo}\t,${fee},0.00,`;
  const TABLE = [
    '#支付宝业务明细查询',
    '#账号：[20880000000000010156]',
    '#-----------------------------------------业务明细列表----------------------------------------',
    HEAD,
    line('交易', '充值,60 漫币', '1234.50', '', '-7.41'),
    line('退款', '充值', '-0.10', 'R-1', '0.00'),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    '#交易合计：1笔，商家实收共1234.50元',
  ].join('\r\n');

  test('is read from its archive: GBK, tabs, comments, a comma in a title, refunds', async () => {
    alipay.bill = makeZip([
      { name: toGbk('20880_20261121_业务明细(汇总).csv'), bytes: toGbk('#汇总\r\n门店编号,门店名称\r\n合计,\r\n') },
      { name: toGbk('20880_20261121_业务明细.csv'), bytes: toGbk(TABLE), method: 8 },
    ]);
    const at = new Date('2026-11-21T10:00:05+08:00');
    expect(await alipay.channel.downloadBill('2026-11-21', signal)).toEqual([
      { orderNo: NO, transactionId: '2026112222001', refundNo: null, cashFen: 123450, feeFen: 741, at },
      { orderNo: NO, transactionId: '2026112222001', refundNo: 'R-1', cashFen: 10, feeFen: 0, at },
    ]);
  });

  test('of a day without trades is empty, and one that is not made yet is none', async () => {
    expect(await alipay.channel.downloadBill('2026-11-21', signal)).toEqual([]);
    await expect(alipay.channel.downloadBill('2026-11-22', signal)).rejects.toThrow('not made yet');
  });

  test.each([
    ['no archive', Buffer.from('<html>')],
    ['no table', makeZip([{ name: 'a.csv', bytes: 'a,b' }])],
    ['a line cut off', makeZip([{ name: 'a.csv', bytes: toGbk(`${HEAD}\r\n1,2,交易`) }])],
  ])('that is %s is an error, never an empty day', async (_what, bytes) => {
    alipay.bill = bytes;
    await expect(alipay.channel.downloadBill('2026-11-21', signal)).rejects.toThrow();
  });
});
