import * as v from 'valibot';
import { Coins, Count, Id, Time } from '../shapes.ts';
import { Balances } from './readers.ts';
import { Reason } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const WANTED = {
  /** The id of the reader. */
  id: Id,
  asset: v.picklist(['coin', 'bonus', 'ticket']),
  /** A negative amount is taken from the reader. */
  amount: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(-1_000_000),
    v.maxValue(1_000_000),
    v.check((amount) => amount !== 0),
  ),
};

/** How many days given bonus and tickets are valid. */
const DEFAULT_DAYS = 90;

export const previewAdjustment = staffCall({
  path: 'readers/adjust-preview',
  who: { staff: 'readers' },
  what: '预览一次余额调整：之前与之后。',
  payload: v.object(WANTED),
  data: v.object({
    was: Coins,
    becomes: Coins,
    /** The id of an earlier adjustment that this one reverses exactly. */
    reverses: v.boolean(),
    /** Coins that were already spent. The balance becomes negative by them. */
    owed: Count,
    /** Bonus or tickets that can't be taken, because they were used or have expired. */
    gone: Count,
  }),
  refusals: { readerNotFound: null, balanceTooLow: null },
});

export const adjustBalance = staffCall({
  path: 'readers/adjust',
  who: { staff: 'readers', fresh: true },
  what: '调整余额，写明原因；同一个 key 只生效一次。owed 与 gone 是预览里同意过的。超过一个人可以调整的数目，成为申请，等另一人批准。',
  payload: v.object({
    ...WANTED,
    days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)), DEFAULT_DAYS),
    reason: Reason,
    key: v.pipe(v.string(), v.uuid()),
    owed: Count,
    gone: Count,
  }),
  /** `waits`: nothing has changed yet; another person has to approve it. */
  data: v.object({ balances: Balances, waits: v.boolean() }),
  refusals: { readerNotFound: null, balanceTooLow: null, balanceChanged: null },
});

export const adjustmentRequests = staffCall({
  path: 'readers/adjust-requests',
  who: { staff: 'readers' },
  what: '等另一人批准的余额调整，旧的在前。',
  payload: v.object({}),
  data: v.object({
    list: v.array(
      v.object({
        id: Id,
        readerId: Id,
        asset: WANTED.asset,
        amount: v.number(),
        /** How long given bonus and tickets are valid. */
        days: Count,
        reason: v.string(),
        actorName: v.string(),
        at: Time,
        /** From when the caller can approve it; null = never, because it is their own. */
        approvableFrom: v.nullable(Time),
      }),
    ),
  }),
});

export const approveAdjustment = staffCall({
  path: 'readers/adjust-approve',
  who: { staff: 'readers', fresh: true },
  what: '批准一次余额调整；owed 与 gone 是批准的人在预览里同意过的。',
  payload: v.object({ id: Id, owed: Count, gone: Count }),
  data: v.object({}),
  refusals: {
    requestNotFound: null,
    secondPersonRequired: null,
    readerNotFound: null,
    balanceTooLow: null,
    balanceChanged: null,
  },
});

export const rejectAdjustment = staffCall({
  path: 'readers/adjust-reject',
  who: { staff: 'readers' },
  what: '驳回或撤回一次余额调整的申请，什么也不改。',
  payload: v.object({ id: Id }),
  data: v.object({}),
  refusals: { requestNotFound: null },
});
