import * as v from 'valibot';
import { listOf, paged } from '../paging.ts';
import { MOST_CODES } from '../redeem-code.ts';
import { Coins, Count, Day, Id, Key, Time } from '../shapes.ts';
import { Reason } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const upTo = (most: number) => v.pipe(Count, v.maxValue(most));
const from1To = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

/**
 * The content of one code: at least one of these. Coins were sold elsewhere, for `priceFen`; days of 月卡, which do not come with coins,
 * may have been.
 */
const GRANT = {
  coins: upTo(1_000_000),
  bonus: upTo(1_000_000),
  tickets: upTo(10_000),
  passDays: v.optional(upTo(3_660), 0),
  priceFen: upTo(1_000_000_00),
};

const Batch = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  count: from1To(MOST_CODES),
  ...GRANT,
  /** How many days given bonus and tickets are valid. */
  validDays: from1To(3650),
  /** The Shanghai days on which codes can be used, both included. */
  from: Day,
  until: Day,
  usesPerReader: from1To(MOST_CODES),
});

const Listed = v.object({
  id: Id,
  ...Batch.entries,
  used: Count,
  at: Time,
  actorName: v.string(),
  /**
   * `unapproved`: another person has to approve it; `approved`: its author has not made its codes yet; `waiting`: its first day has
   * not begun.
   */
  state: v.picklist(['unapproved', 'approved', 'waiting', 'running', 'ended', 'stopped']),
});

export const batchList = staffCall({
  path: 'money/redeem-batches',
  who: { staff: 'money' },
  what: '兑换码的各批，新的在前。',
  payload: v.object(paged),
  data: listOf(Listed),
});

export const batchShow = staffCall({
  path: 'money/redeem-batch',
  who: { staff: 'money' },
  what: '一批兑换码，与谁在什么时候用了，新的在前。',
  payload: v.object({ id: Id, ...paged }),
  data: v.object({
    batch: Listed,
    stopped: v.nullable(v.object({ at: Time, actorName: v.string() })),
    /** Of a batch above the limit of one person. */
    approval: v.optional(
      v.nullable(
        v.object({
          /** Whether the caller is its author. */
          isOwn: v.boolean(),
          /** Whether the caller makes its codes once it is approved: its author, or another owner if the author has left. */
          mayMake: v.optional(v.boolean(), false),
          /** From when the caller can approve it; null = never, because it is their own. */
          approvableFrom: v.nullable(Time),
          approved: v.nullable(v.object({ at: Time, actorName: v.string() })),
        }),
      ),
      null,
    ),
    /** `readerId`: null once the reader is erased. */
    ...listOf(v.object({ id: Id, readerId: v.nullable(Id), at: Time })).entries,
  }),
  refusals: { redeemBatchNotFound: null },
});

export const batchPreview = staffCall({
  path: 'money/redeem-preview',
  who: { staff: 'money' },
  what: '预览一批兑换码：全部用掉会给出多少，收到多少钱，要不要另一人批准。',
  payload: Batch,
  data: v.object({
    coins: Coins,
    bonus: Coins,
    tickets: Count,
    passDays: v.optional(Count, 0),
    priceFen: Count,
    waits: v.optional(v.boolean(), false),
  }),
});

export const batchCreate = staffCall({
  path: 'money/redeem-create',
  who: { staff: 'money', fresh: true },
  what: '生成一批兑换码。响应里的 CSV 是唯一的一份：服务器只留下码的散列。同一个 key 只生成一批，重复的请求得不到第二份。超过一个人可以给的数目，成为申请，另一人批准之前没有码。',
  payload: v.object({ ...Batch.entries, key: Key }),
  /** `waits`: there are no codes yet, and `csv` is empty; another person has to approve the batch. */
  data: v.object({ id: Id, csv: v.string(), waits: v.optional(v.boolean(), false) }),
  refusals: { redeemBatchExists: null },
});

export const batchApprove = staffCall({
  path: 'money/redeem-approve',
  who: { staff: 'money', fresh: true },
  what: '批准一批兑换码；批准之后由申请的人生成。',
  payload: v.object({ id: Id }),
  data: v.object({}),
  refusals: { redeemBatchNotFound: null, requestNotFound: null, secondPersonRequired: null },
});

export const batchMake = staffCall({
  path: 'money/redeem-make',
  who: { staff: 'money', fresh: true },
  what: '生成一批已经批准的兑换码，申请的人可以，他已停用或不再管账时，没有批准它的所有者可以；只有一次。响应里的 CSV 是唯一的一份。',
  payload: v.object({ id: Id }),
  data: v.object({ csv: v.string() }),
  refusals: { redeemBatchNotFound: null, requestNotFound: null },
});

export const batchStop = staffCall({
  path: 'money/redeem-stop',
  who: { staff: 'money', fresh: true },
  what: '停用一批兑换码，写明原因：还没有用的从此失效，不能恢复；还没有批准的作废。已经停用的不变。',
  payload: v.object({ id: Id, reason: Reason }),
  data: v.object({ used: Count }),
  refusals: { redeemBatchNotFound: null },
});

export const codeFind = staffCall({
  path: 'money/redeem-find',
  who: { staff: 'money' },
  what: '查一个兑换码：是哪一批的，谁在什么时候用了。',
  payload: v.object({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
  data: v.object({
    /** Null for a text that is no code of this site. */
    found: v.nullable(
      v.object({
        batch: Listed,
        /** Null if it is not used. */
        use: v.nullable(v.object({ readerId: v.nullable(Id), at: Time })),
      }),
    ),
  }),
});
