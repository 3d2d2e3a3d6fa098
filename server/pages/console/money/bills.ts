import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Pool } from 'pg';
import type { DataOf, PayloadOf } from '#contract/call';
import * as calls from '#contract/console/bills';
import type { StaffCtx } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor, readPage } from '../../../core/refusal/paging.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { spanOfMonth } from '../../../core/time/shanghai-calendar.ts';
import {
  type ListedBill,
  type LogComparison,
  lastBillDay,
  listBills,
  listDifferences,
  listUnmatched,
  remedyOf,
  type Shop,
  sumBill,
} from '../../../modules/shop/shop.ts';
import { logStaffEvent, staffActor } from '../../../modules/staff/staff.ts';

type Parts = { pool: Pool; shop: Pick<Shop, 'channels' | 'reconcile'> };
type BillAnswer = DataOf<typeof calls.billShow>;

/** The bills of the channels, compared with the orders. */
export function billCalls({ pool, shop }: Parts): Served[] {
  const channelOf = (id: string) => ({ id, name: shop.channels().find((each) => each.id === id)?.name ?? id });
  const viewBill = ({ channel, reconciledAt, ...bill }: ListedBill): BillAnswer['bill'] => {
    return { ...bill, channel: channelOf(channel), reconciledAt: reconciledAt?.toISOString() ?? null };
  };

  async function show({ channel, day }: PayloadOf<typeof calls.billShow>): Promise<BillAnswer> {
    const bill = (await listBills(pool, day, day)).find((each) => each.channel === channel) ?? refuse('billNotFound');
    const differences = (await listDifferences(pool, channel, day)).map(({ at, ...each }) => {
      return { ...each, at: at.toISOString(), advice: remedyOf(each) };
    });
    return { bill: viewBill(bill), sums: await sumBill(pool, channel, day), differences };
  }

  /** `file`: the bill that was uploaded; undefined = it is downloaded. */
  async function reconcile(
    { caller, log, now }: StaffCtx,
    { channel, day }: PayloadOf<typeof calls.billReconcile>,
    file?: Buffer,
  ) {
    const { personId } = caller;
    const found = shop.channels().find(({ id }) => id === channel) ?? refuse('billNotFound');
    try {
      const logged: LogComparison = async (tx, { matched, recovered, differences }) => {
        const after = { channel, day, matched, recovered, differences, ...(file && { uploaded: true }) };
        await logStaffEvent(tx, { actor: staffActor(personId), action: 'reconcile', personId, after }, now);
      };
      await shop.reconcile(found, day, now, logged, file && (await unpacked(file)));
    } catch (error) {
      log.warn({ err: error, channel, day }, 'a bill could not be compared for a member of staff');
      const why = error instanceof Error ? error.message : String(error);
      refuse('billUnreadable', null, `账单读不到：${why}`);
    }
    return show({ channel, day });
  }

  return [
    serve(calls.billList, async ({ now }, { month }) => {
      const { from, to } = spanOfMonth(month);
      const channels = shop.channels().map(({ id, name, readBillFile }) => {
        return { id, name, readsFiles: readBillFile !== undefined };
      });
      return { list: (await listBills(pool, from, to)).map(viewBill), channels, lastDay: lastBillDay(now) };
    }),
    serve(calls.billShow, (_ctx, which) => show(which)),
    serve(calls.billReconcile, (ctx, which) => reconcile(ctx, which)),
    serve(calls.billUpload, (ctx, { file, ...which }) => reconcile(ctx, which, Buffer.from(file, 'base64'))),
    serve(calls.unmatchedNotifications, async (_ctx, { cursor, size }) => {
      const before = readCursor(cursor, ['number'])?.[0] ?? Number.MAX_SAFE_INTEGER;
      const { rows, last } = await readPage(size, (limit) => listUnmatched(pool, before, limit));
      const list = rows.map(({ id, channel, about, result, times, lastAt }) => {
        return { id, channel: channelOf(channel), about, result, times, at: lastAt.toISOString() };
      });
      return { list, next: last && cursorAfter([last.id]) };
    }),
  ];
}

/** Enough for a day of a large shop. */
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024;

/** The file as it was before the page packed it. */
async function unpacked(file: Buffer): Promise<Buffer> {
  if (file[0] !== 0x1f || file[1] !== 0x8b) return file;
  return promisify(gunzip)(file, { maxOutputLength: MOST_UNPACKED_BYTES }).catch(() => {
    throw new Error('压缩的文件不完整，或解压后超过 64 MB');
  });
}
