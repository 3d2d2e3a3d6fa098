import * as v from 'valibot';
import { Coins, Count, Id } from '../shapes.ts';
import { Balances } from './readers.ts';
import { Reason, USUAL } from './shapes.ts';
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
/** The most that one member of staff may adjust alone, in coins: per adjustment and per day. A ticket counts as ten coins. */
export const ALONE = { once: 1000, day: 5000, ticketWorth: 10 } as const;

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
  limits: USUAL,
});

export const adjustBalance = staffCall({
  path: 'readers/adjust',
  who: { staff: 'readers', fresh: true },
  what: '调整余额，写明原因；同一个 key 只生效一次。owed 与 gone 是预览里同意过的。',
  payload: v.object({
    ...WANTED,
    days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)), DEFAULT_DAYS),
    reason: Reason,
    key: v.pipe(v.string(), v.uuid()),
    owed: Count,
    gone: Count,
  }),
  data: v.object({ balances: Balances }),
  refusals: { readerNotFound: null, balanceTooLow: null, balanceChanged: null, adjustmentTooLarge: null },
  limits: USUAL,
});
