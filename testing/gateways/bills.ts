import { alipayTime } from '../../server/adapters/channels/alipay/client.ts';
import { shanghaiDay } from '../../server/core/time/shanghai-day.ts';
import { type BillLine, yuanOfFen } from '../../server/modules/shop/shop.ts';
import { makeZip } from '../sources/zip.ts';
import type { FakeGateway } from './fake-gateway.ts';
import { toGbk } from './gbk.ts';

/** Bills in the formats of the channels, including their peculiarities. */

/** The bill lines of a day: all paid trades. */
export function linesOf({ channel, trades }: Pick<FakeGateway, 'channel' | 'trades'>, day: string): BillLine[] {
  const prefix = channel.id === 'stripe' ? 'pi_' : '';
  return [...trades].flatMap(([orderNo, { state, transactionId, amount, currency, paidAt }]) =>
    state === 'paid' && shanghaiDay(paidAt) === day
      ? [
          {
            orderNo,
            transactionId: prefix + transactionId,
            refundNo: null,
            amount,
            fee: 6,
            currency: currency.toUpperCase(),
            at: paidAt,
          },
        ]
      : [],
  );
}

export const ALIPAY_HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

export function alipayLine({ orderNo, transactionId, refundNo, amount, fee, at }: BillLine, title = '充值100%') {
  const paid = `${refundNo === null ? '' : '-'}${yuanOfFen(amount)}`;
  const [type, time] = [refundNo === null ? '交易' : '退款', alipayTime(at)];
  const kept = fee === 0 ? '0.00' : `${fee > 0 ? '-' : ''}${yuanOfFen(Math.abs(fee))}`;
  return `${transactionId}\t,${orderNo}\t,${type}\t,${title},${time},${time},\t,\t,\t,\t,*三(138****)\t,${paid},${paid},0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00,${refundNo ?? ''}\t,${kept},0.00,${title}`;
}

/** The header lines, the table, and the totals. */
export function alipayTable(lines: readonly string[], sums: readonly string[]): string {
  const rule = '-'.repeat(41);
  return [
    '#支付宝业务明细查询',
    '#账号：[20880000000000010156]',
    '#起始日期：[2026年11月21日 00:00:00]   终止日期：[2026年11月22日 00:00:00]',
    `#${rule}业务明细列表${rule}`,
    ALIPAY_HEAD,
    ...lines,
    `#${rule}业务明细列表结束${rule}`,
    ...sums,
    '#导出时间：[2026年11月22日 09:27:10]',
    '',
  ].join('\r\n');
}

const sumOf = (lines: readonly BillLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

export function alipaySums(lines: readonly BillLine[]): string[] {
  const [paid, refunds] = [
    lines.filter(({ refundNo }) => refundNo === null),
    lines.filter(({ refundNo }) => refundNo !== null),
  ];
  return [
    `#交易合计：${paid.length}笔，商家实收共${yuanOfFen(sumOf(paid))}元，商家优惠共0.00元`,
    `#退款合计：${refunds.length}笔，商家实收退款共${refunds.length > 0 ? '-' : ''}${yuanOfFen(sumOf(refunds))}元，商家优惠退款共0.00元`,
  ];
}

/** An archive of two tables whose names are in GBK too. */
export function alipayArchive(table: string | Buffer): Buffer {
  return makeZip([
    { name: toGbk('20880_20261121_业务明细(汇总).csv'), bytes: toGbk('#汇总\r\n门店编号,门店名称\r\n合计,\r\n') },
    {
      name: toGbk('20880_20261121_业务明细.csv'),
      bytes: typeof table === 'string' ? toGbk(table) : table,
      method: 8,
    },
  ]);
}

export function alipayBill(lines: readonly BillLine[]): Buffer {
  return alipayArchive(
    alipayTable(
      lines.map((line) => alipayLine(line)),
      alipaySums(lines),
    ),
  );
}

export const WECHAT_HEAD =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const WECHAT_SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

export function wechatLine({ orderNo, transactionId, refundNo, amount, fee, at }: BillLine, title = '充值100%') {
  const isRefund = refundNo !== null;
  const [paid, refunded] = isRefund ? ['0.00', yuanOfFen(amount)] : [yuanOfFen(amount), '0.00'];
  const kept = `${fee < 0 ? '-' : ''}${yuanOfFen(Math.abs(fee))}000`;
  const state = isRefund ? 'REFUND' : 'SUCCESS';
  const trade = [
    'wxd678efa567ab6787',
    '1900000109',
    '0',
    '',
    transactionId,
    orderNo,
    'oUpF8',
    'NATIVE',
    state,
    'OTHERS',
  ];
  const refund = isRefund
    ? ['503', refundNo, refunded, '0.00', 'ORIGINAL', 'SUCCESS']
    : ['0', '0', '0.00', '0.00', '', ''];
  return [alipayTime(at), ...trade, 'CNY', paid, '0.00', ...refund, title, '', kept, '0.60%', paid, refunded, '']
    .map((field) => `\`${field}`)
    .join(',');
}

export function wechatTable(lines: readonly string[], sums: readonly string[]): string {
  const fields = sums.map((sum) => `\`${sum}`).join(',');
  return `\uFEFF${[WECHAT_HEAD, ...lines, WECHAT_SUMS, fields, ''].join('\r\n')}`;
}

export function wechatSums(lines: readonly BillLine[]): string[] {
  const [paid, refunded] = [
    yuanOfFen(sumOf(lines.filter(({ refundNo }) => refundNo === null))),
    yuanOfFen(sumOf(lines.filter(({ refundNo }) => refundNo !== null))),
  ];
  const fee = lines.reduce((sum, { fee }) => sum + fee, 0);
  const fees = `${fee < 0 ? '-' : ''}${yuanOfFen(Math.abs(fee))}000`;
  return [String(lines.length), paid, refunded, '0.00', fees, paid, refunded];
}

export function wechatBill(lines: readonly BillLine[]): string {
  return wechatTable(
    lines.map((line) => wechatLine(line)),
    wechatSums(lines),
  );
}

/** Balance transactions, the latest first, including one that is neither a payment nor a refund. */
export function stripeMovements(lines: readonly BillLine[], name: string): object[] {
  const paidOut = { type: 'payout', fee: 0, amount: -1, source: 'po_1', currency: 'cny' };
  const movements = lines.map(({ orderNo, transactionId, refundNo, amount, fee, currency, at }, index) => {
    const isRefund = refundNo !== null;
    return {
      id: `txn_${name}_${index}`,
      type: isRefund ? 'refund' : 'charge',
      amount: isRefund ? -amount : amount,
      fee,
      currency: currency.toLowerCase(),
      created: Math.floor(at.getTime() / 1000),
      source: {
        id: isRefund ? `re_${index}` : `ch_${index}`,
        object: isRefund ? 'refund' : 'charge',
        amount,
        currency: currency.toLowerCase(),
        payment_intent: transactionId,
        // A refund made in Stripe's dashboard has no metadata.
        metadata: isRefund ? { refund_no: refundNo, order: orderNo } : orderNo === '' ? {} : { order: orderNo },
      },
    };
  });
  const created = movements[0]?.created ?? 0;
  return movements.length > 0 ? [{ ...paidOut, id: `txn_${name}_out`, created }, ...movements] : [];
}
