import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import type { BillLine } from '../../../modules/shop/shop.ts';
import { amountOf, billRows } from '../bill.ts';
import { ShanghaiTime } from '../gateway.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const COLUMNS = [
  '交易时间',
  '微信订单号',
  '商户订单号',
  '交易状态',
  '商户退款单号',
  '手续费',
  '订单金额',
  '申请退款金额',
];

/** Reads the bill of a day: UTF-8 behind a mark, every field behind a grave accent, amounts in yuan. */
export function readBill(packed: Buffer, sha1: string): BillLine[] {
  const bytes = gunzipSync(packed, { maxOutputLength: MOST_BYTES });
  // The digest is that of the unpacked file.
  if (createHash('sha1').update(bytes).digest('hex') !== sha1.toLowerCase())
    throw new Error('the bill of wechat is not what its digest says');
  const split = (line: string) => line.slice(1).split(',`');
  const rows = billRows(bytes.toString('utf8'), { columns: COLUMNS, title: '商品名称', split });
  if (!rows) throw new Error('the bill of wechat has no table of trades');
  return rows.map(lineOf);
}

function lineOf(row: ReadonlyMap<string, string>): BillLine {
  const field = (name: string) => row.get(name) ?? '';
  const isRefund = field('交易状态') === 'REFUND';
  return {
    orderNo: field('商户订单号'),
    transactionId: field('微信订单号'),
    refundNo: isRefund ? field('商户退款单号') : null,
    cashFen: amountOf(field(isRefund ? '申请退款金额' : '订单金额')),
    feeFen: amountOf(field('手续费')),
    at: v.parse(ShanghaiTime, field('交易时间')),
  };
}
