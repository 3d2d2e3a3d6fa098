import { beforeEach, describe, expect, test } from 'vitest';
import { Formatter } from 'wechatpay-axios-plugin';
import { createFakeWechat, type FakeWechat } from '../../../testing/gateways/wechat.ts';

const NOW = new Date('2026-12-22T10:00:00+08:00');
const NO = '20261222100000ABCDEFG';
const signal = new AbortController().signal;

let wechat: FakeWechat;
beforeEach(() => {
  wechat = createFakeWechat(() => NOW);
});

describe('a bill', () => {
  const HEAD =
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
  const line = (state: string, refundNo: string, title: string, fee: string, amount: string, refunded: string) =>
    [
      '2026-12-21 10:00:05,wxd678,1900000109,0,,4200000925,',
      `${NO},oUpF8,NATIVE,${state},OTHERS,CNY,0.01,0.00,0,${refundNo},0.00,0.00,ORIGINAL,SUCCESS`,
    ]
      .join('')
      .split(',')
      .concat(title, '', fee, '0.60%', amount, refunded, '')
      .map((field) => `\`${field}`)
      .join(',');
  const SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
  const BILL = `\uFEFF${[
    HEAD,
    line('SUCCESS', '0', '充值,60 漫币', '0.05900', '9.90', '0.00'),
    line('REFUND', 'R-1', '充值', '-0.00500', '0.00', '0.90'),
    SUMS,
    '`2,`9.90,`0.90,`0.00,`0.05400,`9.90,`0.90',
    '',
  ].join('\r\n')}`;

  test('is read: packed, marked, behind accents, with commas in titles, in yuan, with fees of five places', async () => {
    wechat.bill = BILL;
    const at = new Date('2026-12-21T10:00:05+08:00');
    expect(await wechat.channel.downloadBill('2026-12-21', signal)).toEqual([
      { orderNo: NO, transactionId: '4200000925', refundNo: null, cashFen: 990, feeFen: 6, at },
      { orderNo: NO, transactionId: '4200000925', refundNo: 'R-1', cashFen: 90, feeFen: -1, at },
    ]);
    expect(Formatter.castCsvBill(BILL)).toMatchObject({ rows: [{ 商品名称: '充值,60 漫币' }, { 商品名称: '充值' }] });
  });

  test('of a day without trades is empty, and one that is not made yet is none', async () => {
    expect(await wechat.channel.downloadBill('2026-12-21', signal)).toEqual([]);
    await expect(wechat.channel.downloadBill('2026-12-22', signal)).rejects.toThrow('not made yet');
  });

  test('that is not what its digest says is an error', async () => {
    Object.assign(wechat, { bill: BILL, lies: true });
    await expect(wechat.channel.downloadBill('2026-12-21', signal)).rejects.toThrow('digest');
  });

  test.each([
    ['has no table', 'no'],
    ['is cut off', `${HEAD}\r\n\`2026-12-21 10:00:05,\`wx`],
    ['has no amount', `${HEAD}\r\n${line('SUCCESS', '0', '', '0', 'many', '0')}`],
  ])('that %s is an error, never an empty day', async (_what, bill) => {
    wechat.bill = bill;
    await expect(wechat.channel.downloadBill('2026-12-21', signal)).rejects.toThrow();
  });
});
