import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import type { BillLine } from '../../../modules/shop/shop.ts';
import { amountOf, type BillTable, expectSum, readRows, readTable } from '../bill.ts';
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

const COUNT = '总交易单数';
/** The column of each sum. */
const SUMS = { 订单总金额: '订单金额', 申请退款总金额: '申请退款金额' };
const split = (line: string) => line.slice(1).split(',`');

/** Parses the bill of a day that was downloaded with its digest, which covers the unpacked file. */
export function readBill(packed: Buffer, sha1: string): BillLine[] {
  const bytes = unpack(packed);
  if (createHash('sha1').update(bytes).digest('hex') !== sha1.toLowerCase())
    throw new Error('the bill of wechat is not what its digest says');
  return readBillFile(bytes);
}

/** Parses a bill: UTF-8 with a byte order mark, a grave accent before every field, amounts in yuan. */
export function readBillFile(file: Buffer): BillLine[] {
  const table = readTable(unpack(file).toString('utf8'), { columns: COLUMNS, title: '商品名称', split });
  if (!table) throw new Error('这不是微信支付的账单：没有交易明细的表头');
  const lines = readRows(table, lineOf);
  expectSums(table);
  return lines;
}

/** The file can arrive unpacked, for example through a proxy. */
function unpack(bytes: Buffer): Buffer {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isPacked ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
}

function expectSums({ rows, below }: BillTable): void {
  const [head = '', values = ''] = below;
  const cells = split(values);
  const said = new Map(head.split(',').map((name, index) => [name.trim(), cells[index]?.trim()]));
  const count = said.get(COUNT);
  expectSum('笔数', count ? Number(count) : undefined, rows.length);
  for (const [name, column] of Object.entries(SUMS)) {
    const sum = said.get(name);
    const found = rows.reduce((fen, row) => fen + amountOf(row.get(column) ?? ''), 0);
    expectSum(`${column}（分）`, sum ? amountOf(sum) : undefined, found);
  }
}

function lineOf(row: ReadonlyMap<string, string>): BillLine {
  const field = (name: string) => row.get(name) ?? '';
  const isRefund = field('交易状态') === 'REFUND';
  return {
    orderNo: field('商户订单号'),
    transactionId: field('微信订单号'),
    refundNo: isRefund ? field('商户退款单号') : null,
    amount: amountOf(field(isRefund ? '申请退款金额' : '订单金额')),
    fee: amountOf(field('手续费')),
    currency: 'CNY',
    at: v.parse(ShanghaiTime, field('交易时间')),
  };
}
