import * as v from 'valibot';
import { MOST_BILL_TEXT } from '../bill-files.ts';
import { perAddress } from '../call.ts';
import { listOf, paged } from '../paging.ts';
import { Count, Day, Id, Month, Time } from '../shapes.ts';
import { staffCall } from './staff-call.ts';

const ChannelId = v.pipe(v.string(), v.maxLength(32));

const Bill = v.object({
  channel: v.object({ id: v.string(), name: v.string() }),
  day: Day,
  /** `awaited`: not there yet, or not readable; `read`: not compared yet. */
  state: v.picklist(['awaited', 'read', 'matched', 'different']),
  /** Why it could not be read. */
  fault: v.nullable(v.string()),
  payments: Count,
  refunds: Count,
  matched: Count,
  /** Payments without a notification that were found in the bill and granted. */
  recovered: Count,
  differences: Count,
  reconciledAt: v.nullable(Time),
});

export const billList = staffCall({
  path: 'money/bills',
  who: { staff: 'money' },
  what: '一个月里各渠道每天的账单与对账的结果，新的在前。',
  payload: v.object({ month: Month }),
  data: v.object({
    list: v.array(Bill),
    /** `readsFiles`: a bill that was downloaded from the channel can be uploaded. */
    channels: v.array(v.object({ id: v.string(), name: v.string(), readsFiles: v.optional(v.boolean()) })),
    /** The last day whose bills the channels have. */
    lastDay: Day,
  }),
});

const Detail = v.object({
  bill: Bill,
  sums: v.array(
    v.object({ currency: v.string(), payments: Count, paid: Count, refunds: Count, refunded: Count, fee: v.number() }),
  ),
  differences: v.array(
    v.object({
      kind: v.picklist(['payment', 'refund']),
      no: v.string(),
      class: v.picklist(['ours-only', 'theirs-only', 'amount-differs']),
      /** Empty if the channel names none. */
      orderNo: v.string(),
      ourAmount: v.nullable(v.number()),
      theirAmount: v.nullable(v.number()),
      currency: v.string(),
      at: Time,
      /** The instruction for the operator. */
      advice: v.string(),
    }),
  ),
});

const WHICH = v.object({ channel: ChannelId, day: Day });

export const billShow = staffCall({
  path: 'money/bill',
  who: { staff: 'money' },
  what: '一份账单：合计，与这里的记录不符的各笔，每笔怎么办。',
  payload: WHICH,
  data: Detail,
  refusals: { billNotFound: null },
});

export const billReconcile = staffCall({
  path: 'money/reconcile',
  who: { staff: 'money', fresh: true },
  what: '下载一个渠道一天的账单，再核对一次；付了款而没有通知的订单当场到账。',
  payload: WHICH,
  data: Detail,
  refusals: { billNotFound: null, billUnreadable: null },
  // Channels limit the number of downloads.
  limits: [...perAddress(30, 600), { by: 'session', points: 20, seconds: 600 }],
});

export const billUpload = staffCall({
  path: 'money/bill-upload',
  who: { staff: 'money', fresh: true },
  what: '用从渠道的后台下载的账单文件核对一天，规则与自动下载的相同。file 是文件（可以先用 gzip 压缩）的 base64。',
  payload: v.object({
    ...WHICH.entries,
    file: v.pipe(v.string(), v.minLength(4), v.maxLength(MOST_BILL_TEXT), v.base64()),
  }),
  data: Detail,
  refusals: { billNotFound: null, billUnreadable: null },
  limits: [...perAddress(30, 600), { by: 'session', points: 20, seconds: 600 }],
  mostBodyBytes: 1024 * 1024,
});

export const unmatchedNotifications = staffCall({
  path: 'money/notifications',
  who: { staff: 'money' },
  what: '真的、但对不上订单的付款通知，新的在前；保留一周。',
  payload: v.object(paged),
  data: listOf(
    v.object({
      id: Id,
      channel: v.object({ id: v.string(), name: v.string() }),
      /** The number that it names: of an order, a refund or a transaction. */
      about: v.string(),
      result: v.string(),
      times: Count,
      at: Time,
    }),
  ),
});
