import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { shanghaiMinutes } from '../../../core/time/shanghai-day.ts';
import type { BillLine, Channel } from '../channel.ts';
import { withinTime } from '../channel-call.ts';
import { findOrder, type Order } from '../orders/store.ts';
import type { Settlement } from '../settlement/settle.ts';
import { boundsOf, dayBeside, madeAt } from './bill-day.ts';
import {
  type Bill,
  endBill,
  findBill,
  keepBill,
  listDifferences,
  listMovements,
  numbersInBills,
} from './bill-store.ts';
import { type BillSums, sumsOf } from './bill-sums.ts';
import { type Compared, compare, type Difference, type Movement } from './compare.ts';

/** The result of the comparison of a day. */
export type Reconciled = {
  bill: Bill;
  sums: BillSums[];
  differences: Difference[];
  /** Orders that were paid without a notification and are settled by this comparison. */
  recovered: string[];
  /** Payments at the end of the day, which the bill of the next day will have. */
  waiting: number;
  /** The number of lines of something else that the same account sells. */
  foreign: number;
};

/** Logs who compared a day, in the transaction that stores the result. */
export type LogComparison = (
  tx: Tx,
  result: { matched: number; recovered: number; differences: number },
) => Promise<unknown>;

/** `file`: the bill, if a person has brought it; without it, it is downloaded. */
export type Reconcile = (
  channel: Channel,
  day: string,
  now: Date,
  logged?: LogComparison,
  file?: Buffer,
) => Promise<Reconciled>;

/** The bill is not available yet. */
export class BillNotMade extends Error {}

const DOWNLOAD_WITHIN_MS = 120_000;
const HOUR_MS = 3600 * 1000;
/** An empty bill of a day with payments is probably not ready. */
const LATE_MS = 12 * HOUR_MS;
/** Around midnight the clocks of the channel and of this server can put a payment into different days. */
const BORDER_MS = HOUR_MS;
const RETRY_MS = 30 * 60 * 1000;

export function createReconcile(pool: Pool, log: Logger, settlement: Pick<Settlement, 'settle'>): Reconcile {
  async function read(channel: Channel, day: string, now: Date, file?: Buffer): Promise<BillLine[]> {
    if (!file && now < madeAt(day)) throw new BillNotMade(`the bill of ${day} is not made yet`);
    const lines = file
      ? await readFile(channel, day, file, now)
      : await withinTime((signal) => channel.downloadBill(day, signal), DOWNLOAD_WITHIN_MS);
    const isEarly = now.getTime() < madeAt(day).getTime() + LATE_MS;
    if (lines.length === 0 && isEarly && (await listMovements(pool, channel.id, boundsOf(day), [])).length > 0)
      throw new BillNotMade(`the bill of ${day} is empty, though there were payments: it may not be made yet`);
    await transaction(pool, (tx) => keepBill(tx, channel.id, day, lines));
    return lines;
  }

  /** Settles payments without a notification like other payments. The channel must confirm each by a query. */
  async function recover(channel: Channel, theirs: readonly Movement[], known: ReadonlySet<string>, now: Date) {
    const recovered: string[] = [];
    let failed = 0;
    for (const { kind, no, orderNo, amount, currency, at } of theirs) {
      const order = kind === 'payment' && !known.has(no) && orderNo !== '' ? await findOrder(pool, orderNo) : null;
      if (order?.channel !== channel.id) continue;
      try {
        const found = await withinTime((signal) => channel.query({ orderNo, reference: order.reference }, signal));
        if (found.state !== 'paid') continue;
        // A query returns only one payment of an order that was paid twice.
        const isThis = found.payment.transactionId === no;
        const payment = isThis ? found.payment : { ...found.payment, transactionId: no, amount, currency, paidAt: at };
        const settled = await settlement.settle(channel, payment, now);
        if (settled === 'granted' || settled === 'surplus') recovered.push(orderNo);
      } catch (error) {
        failed++;
        log.warn({ err: error, order: orderNo }, 'a payment found in a bill could not be settled; tried again later');
      }
    }
    return { recovered, failed };
  }

  /** The prices of the orders that lines without a payment here name. */
  async function pricesOf(channel: Channel, theirs: readonly Movement[], known: ReadonlySet<string>) {
    const prices = new Map<string, Order>();
    for (const { kind, no, orderNo } of theirs) {
      if (kind !== 'payment' || known.has(no) || orderNo === '') continue;
      const order = await findOrder(pool, orderNo);
      if (order?.channel === channel.id) prices.set(orderNo, order);
    }
    return (orderNo: string, currency: string) => {
      const order = prices.get(orderNo);
      return order?.currency === currency ? order.amount : null;
    };
  }

  /** Ignores differences that the bill of the day before or after explains, and those that the next bill can still explain. */
  async function lookBeside(channel: Channel, day: string, { differences }: Compared, now: Date) {
    const missing = differences.filter((each) => each.class === 'ours-only');
    if (missing.length === 0) return { differences, waiting: 0 };
    const [, isNextRead] = [
      await isRead(channel, dayBeside(day, -1), now),
      await isRead(channel, dayBeside(day, 1), now),
    ];
    const elsewhere = await numbersInBills(
      pool,
      channel.id,
      missing.map(({ no }) => no),
    );
    const border = boundsOf(day).to.getTime() - BORDER_MS;
    const isElsewhere = ({ no, currency }: Difference) =>
      elsewhere.some((found) => found.no === no && found.currency === currency);
    const isWaiting = (each: Difference) => !isElsewhere(each) && !isNextRead && each.at.getTime() >= border;
    const stays = (each: Difference) => each.class !== 'ours-only' || !(isElsewhere(each) || isWaiting(each));
    return { differences: differences.filter(stays), waiting: missing.filter(isWaiting).length };
  }

  async function isRead(channel: Channel, day: string, now: Date): Promise<boolean> {
    const bill = await findBill(pool, channel.id, day);
    if (bill && bill.state !== 'awaited') return true;
    return read(channel, day, now).then(
      () => true,
      (error) => {
        log.debug({ err: error, channel: channel.id, day }, 'the bill of the day beside could not be read');
        return false;
      },
    );
  }

  /** Logs new differences: each one once. */
  async function logDifferences(
    channel: Channel,
    day: string,
    { differences, recovered }: Reconciled,
    before: Difference[],
  ) {
    const known = new Set(before.map(keyOf));
    if (recovered.length > 0)
      log.error(
        { alarm: 'shop', channel: channel.id, day, orders: recovered },
        'paid orders of which no notification came were found in the bill, and granted: check the address of notifications',
      );
    for (const { kind, no, orderNo, ourAmount, theirAmount, currency, ...difference } of differences.filter(
      (each) => !known.has(keyOf(each)),
    ))
      log.error(
        {
          alarm: 'shop',
          channel: channel.id,
          day,
          kind,
          no,
          order: orderNo,
          ourAmount,
          theirAmount,
          currency,
          class: difference.class,
        },
        'the bill of a channel and our records differ: manyu reconcile says what to do',
      );
  }

  return async (channel, day, now, logged, file) => {
    const lines = await read(channel, day, now, file);
    const theirs = lines.map(movementOf);
    const numbers = theirs.map(({ no }) => no);
    const ours = () => listMovements(pool, channel.id, boundsOf(day), numbers);
    const { recovered, failed } = await recover(channel, theirs, numbersOf(await ours()), now);
    const records = await ours();
    const priceOf = await pricesOf(channel, theirs, numbersOf(records));
    const compared = compare(theirs, records, priceOf);
    const { differences, waiting } = await lookBeside(channel, day, compared, now);
    const again = new Date(now.getTime() + RETRY_MS);
    const next = madeAt(dayBeside(day, 1));
    const tryAt = failed > 0 || (waiting > 0 && next < again) ? again : waiting > 0 ? next : null;
    const result = { matched: compared.matched, recovered: recovered.length, differences, tryAt };
    const [before, bill] = await transaction(pool, async (tx) => {
      const earlier = await listDifferences(tx, channel.id, day);
      const ended = await endBill(tx, { channel: channel.id, day }, result, now);
      await logged?.(tx, { ...result, differences: differences.length });
      return [earlier, ended] as const;
    });
    const reconciled = { bill, sums: sumsOf(lines), differences, recovered, waiting, foreign: compared.foreign };
    await logDifferences(channel, day, reconciled, before);
    return reconciled;
  };
}

/** A bill that a person has brought. It must be of this day, and the day must be over. */
async function readFile(channel: Channel, day: string, file: Buffer, now: Date): Promise<BillLine[]> {
  const { from, to } = boundsOf(day);
  if (now < to) throw new Error(`${day} 还没有过完`);
  if (!channel.readBillFile) throw new Error('这个渠道的账单不能上传');
  const lines = await channel.readBillFile(file);
  const others = lines.filter(({ at }) => at < from || at >= to);
  const [other] = others;
  if (other) throw new Error(`有 ${others.length} 笔不是 ${day} 的，例如 ${shanghaiMinutes(other.at)} 的一笔`);
  return lines;
}

function movementOf({ refundNo, transactionId, orderNo, amount, currency, at }: BillLine): Movement {
  return refundNo === null
    ? { kind: 'payment', no: transactionId, orderNo, amount, currency, at }
    : { kind: 'refund', no: refundNo, orderNo, amount, currency, at };
}

function numbersOf(movements: readonly Movement[]): Set<string> {
  return new Set(movements.map(({ no }) => no));
}

function keyOf(difference: Difference): string {
  const { kind, no, ourAmount, theirAmount, currency } = difference;
  return [difference.class, kind, no, ourAmount, theirAmount, currency].join(' ');
}
