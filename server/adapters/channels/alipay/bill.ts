import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { fromBufferPromise } from 'yauzl';
import type { BillLine } from '../../../modules/shop/shop.ts';
import { amountOf, type BillTable, expectSum, readRows, readTable, splitQuoted } from '../bill.ts';
import { ShanghaiTime } from '../gateway.ts';

/** All files together: enough for a day of a large shop. */
const MOST_BYTES = 64 * 1024 * 1024;
const COLUMNS = [
  '支付宝交易号',
  '商户订单号',
  '业务类型',
  '完成时间',
  '订单金额（元）',
  '商家实收（元）',
  '退款批次号/请求号',
  '服务费（元）',
];
/** The only field with our free text. Commas in it are not always quoted. */
const TITLE = '商品名称';
const SUMS = [
  { type: '交易', sumPattern: /^#交易合计：(\d+)笔，商家实收共(-?[\d.]+)元/ },
  { type: '退款', sumPattern: /^#退款合计：(\d+)笔，商家实收退款共(-?[\d.]+)元/ },
];

/** Parses the archive of a day, or the table out of it: the single trades, without the lines around them. */
export async function readBill(file: Buffer): Promise<BillLine[]> {
  for (const bytes of file.subarray(0, 2).toString('latin1') === 'PK' ? await unzip(file) : [file]) {
    const table = readTable(decode(bytes), { columns: COLUMNS, title: TITLE, split: splitQuoted });
    if (!table) continue;
    const lines = readRows(table, lineOf);
    expectSums(table);
    return lines;
  }
  throw new Error('这不是支付宝的账单：没有业务明细的表头');
}

/** Chinese text in GBK is almost never valid UTF-8, so valid UTF-8 is read as UTF-8. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gbk').decode(bytes);
  }
}

function expectSums({ rows, below }: BillTable): void {
  for (const { type, sumPattern } of SUMS) {
    const [, count, sum] = below.map((line) => sumPattern.exec(line)).find((found) => found !== null) ?? [];
    const found = rows.filter((row) => row.get('业务类型') === type);
    expectSum(`${type}的笔数`, count === undefined ? undefined : Number(count), found.length);
    const received = found.reduce((fen, row) => fen + amountOf(row.get('商家实收（元）') ?? ''), 0);
    expectSum(`${type}的金额（分）`, sum === undefined ? undefined : amountOf(sum), received);
  }
}

function lineOf(row: ReadonlyMap<string, string>): BillLine {
  const field = (name: string) => row.get(name) ?? '';
  const isRefund = field('业务类型') === '退款';
  const fee = Math.abs(amountOf(field('服务费（元）')));
  return {
    orderNo: field('商户订单号'),
    transactionId: field('支付宝交易号'),
    refundNo: isRefund ? field('退款批次号/请求号') : null,
    amount: Math.abs(amountOf(field('订单金额（元）'))),
    fee: isRefund && fee !== 0 ? -fee : fee,
    currency: 'CNY',
    at: v.parse(ShanghaiTime, field('完成时间')),
  };
}

/** The files of an archive. Their names, in GBK, are ignored. */
async function unzip(archive: Buffer): Promise<Buffer[]> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, decodeStrings: false });
  const files: Buffer[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize;
    if (bytes > MOST_BYTES) throw new Error('the bill is too large');
    files.push(await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
