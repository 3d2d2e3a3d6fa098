import * as v from 'valibot';
import { OrderState } from '../order-shapes.ts';
import { listOf, paged } from '../paging.ts';
import { Coins, Count, Day, Id, Time } from '../shapes.ts';
import { staffCall } from './staff-call.ts';

/** The number of an order, a refund, or a transaction of a channel. */
const No = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64));
const Channel = v.pipe(v.string(), v.maxLength(32));
const State = v.picklist([...OrderState.options, 'disputed']);
/** In the smallest unit of the currency. */
const Amount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000_00));

const FILTER = {
  /** A number of an order, a transaction or a refund, or a reader's id: the whole of it. */
  text: v.optional(No),
  state: v.optional(State),
  channel: v.optional(Channel),
  packageId: v.optional(Id),
  /** Shanghai days on which orders were made, both included. */
  from: v.optional(Day),
  to: v.optional(Day),
};

export const orderList = staffCall({
  path: 'money/orders',
  who: { staff: 'money' },
  what: '充值订单，新的在前。',
  payload: v.object({ ...FILTER, ...paged }),
  data: listOf(
    v.object({
      id: Id,
      no: v.string(),
      readerId: v.nullable(Id),
      title: v.string(),
      amount: Count,
      currency: v.string(),
      coins: Coins,
      /** Days of 月卡, if these were bought. */
      passDays: v.optional(Count),
      /** Its name. */
      channel: v.string(),
      state: OrderState,
      /** Refunded or being refunded. */
      refunded: Count,
      at: Time,
    }),
  ),
});

export const orderSums = staffCall({
  path: 'money/order-sums',
  who: { staff: 'money' },
  what: '符合条件的订单的合计，一种货币一行。',
  payload: v.object(FILTER),
  data: v.object({
    list: v.array(
      v.object({
        currency: v.string(),
        orders: Count,
        /** How many of them are paid. */
        payments: Count,
        paid: Count,
        /** Refunded or being refunded. */
        refunded: Count,
      }),
    ),
  }),
});

export const orderChoices = staffCall({
  path: 'money/order-choices',
  who: { staff: 'money' },
  what: '订单可以按哪些渠道与商品筛选。',
  payload: v.object({}),
  data: v.object({
    channels: v.array(v.object({ id: v.string(), name: v.string() })),
    packages: v.array(v.object({ id: Id, title: v.string() })),
  }),
});

/** `passDays`: days of 月卡 that had not begun. */
const TakenBack = v.object({ coins: Count, bonus: Count, debt: Count, passDays: v.optional(Count, 0) });

const Refund = v.object({
  no: v.string(),
  amount: Count,
  reason: v.picklist(['paid-twice', 'reader-gone', 'operator', 'dispute']),
  state: v.picklist(['pending', 'done', 'failed']),
  /** How often the channel was asked. */
  tries: Count,
  takesBack: v.boolean(),
  taken: TakenBack,
  /** The member of staff who refunded it, or the user who ran a command; null for the server. */
  actorName: v.nullable(v.string()),
  note: v.nullable(v.string()),
  at: Time,
  doneAt: v.nullable(Time),
});

export const orderShow = staffCall({
  path: 'money/order',
  who: { staff: 'money' },
  what: '一张订单：买了什么、谁买的、付款、渠道的通知、到账、退款。',
  payload: v.object({ no: No }),
  data: v.object({
    no: v.string(),
    title: v.string(),
    state: OrderState,
    /** Null once the reader is erased. */
    reader: v.nullable(v.object({ id: Id, name: v.string() })),
    channel: v.object({ id: v.string(), name: v.string() }),
    scene: v.picklist(['pc', 'mobile', 'wechat']),
    amount: Count,
    currency: v.string(),
    /** The listed price, in fen. */
    cashFen: Count,
    coins: Coins,
    /**
     * Only of an order of 月卡. `unused`: days that have not begun; `refundable`: the most that can be refunded while days are taken
     * back.
     */
    pass: v.optional(v.object({ days: Count, unused: Count, refundable: Count })),
    bonus: Coins,
    firstBonus: Coins,
    /** Null until granted. */
    grantedBonus: v.nullable(Coins),
    at: Time,
    expiresAt: Time,
    grantedAt: v.nullable(Time),
    closedAt: v.nullable(Time),
    payments: v.array(
      v.object({
        transactionId: v.string(),
        amount: Count,
        refunded: Count,
        currency: v.string(),
        state: v.picklist(['held', 'credited', 'surplus']),
        paidAt: Time,
      }),
    ),
    refunds: v.array(Refund),
    /** Notifications of the channel; `result` is `accepted`, why it was refused, or null while it is handled. */
    notifications: v.array(v.object({ id: Id, result: v.nullable(v.string()), times: Count, at: Time })),
    /** The amount that can still be refunded. */
    refundable: Count,
  }),
  refusals: { orderNotFound: null },
});

/**
 * `amount`: null = everything that is left. `takesBack`: takes back the coins and the bonus of this money, or the days of 月卡 that
 * have not begun; days that have begun are not refunded.
 */
const REQUESTED_REFUND = { no: No, amount: v.nullable(Amount), takesBack: v.boolean() };

export const refundPreview = staffCall({
  path: 'money/refund-preview',
  who: { staff: 'money' },
  what: '一次退款会做什么：退多少，收回多少漫币与赠币，读者会欠多少。',
  payload: v.object(REQUESTED_REFUND),
  data: v.object({
    /** The number that the refund will have; `refundOrder` sends it back. */
    refundNo: v.string(),
    amount: Count,
    currency: v.string(),
    /** The amount refunded before, and the rest that can still be refunded. */
    refunded: Count,
    rest: Count,
    takesBack: v.boolean(),
    /** The coins and bonus that this amount has paid for. */
    coins: Count,
    bonus: Count,
    taken: TakenBack,
    /** Only of an order of 月卡: how many of its days have not begun. */
    pass: v.optional(v.object({ days: Count, unused: Count })),
    /** The balances of the reader now; a debt is less than 0 coins. Null once the reader is erased. */
    balances: v.nullable(v.object({ coins: Coins, bonus: Coins })),
    /** Bonus that expired unused. It becomes no debt. */
    expired: Count,
  }),
  refusals: { orderNotFound: null, refundRefused: null },
});

export const refundOrder = staffCall({
  path: 'money/refund',
  who: { staff: 'money', fresh: true },
  what: '退款；一张订单超过 ¥200 的，另一人批准之后才退。预览里的退款号只能用一次：重复的请求只退一次，与预览不同就不退。',
  payload: v.object({
    ...REQUESTED_REFUND,
    amount: Amount,
    reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
    refundNo: v.pipe(v.string(), v.maxLength(40)),
    taken: TakenBack,
  }),
  /** `waits`: a second person has to approve it; nothing is refunded yet. */
  data: v.object({ refundNo: v.string(), amount: Count, waits: v.boolean() }),
  refusals: { orderNotFound: null, refundRefused: null, orderChanged: null },
});

export const refundRequests = staffCall({
  path: 'money/refund-requests',
  who: { staff: 'money' },
  what: '等另一人批准的退款，旧的在前。',
  payload: v.object({}),
  data: v.object({
    list: v.array(
      v.object({
        id: Id,
        orderNo: v.string(),
        amount: Count,
        currency: v.string(),
        takesBack: v.boolean(),
        /** The days of an order of 月卡. */
        passDays: v.optional(Count),
        reason: v.string(),
        actorName: v.string(),
        at: Time,
        /** From when the caller can approve it; null = never, because it is their own. */
        approvableFrom: v.nullable(Time),
      }),
    ),
  }),
});

export const approveRefund = staffCall({
  path: 'money/refund-approve',
  who: { staff: 'money', fresh: true },
  what: '批准一个退款申请，按批准的人看过的预览退。',
  payload: v.object({ id: Id, refundNo: v.pipe(v.string(), v.maxLength(40)), taken: TakenBack }),
  data: v.object({}),
  refusals: { requestNotFound: null, secondPersonRequired: null, refundRefused: null, orderChanged: null },
});

export const rejectRefund = staffCall({
  path: 'money/refund-reject',
  who: { staff: 'money' },
  what: '驳回或撤回一个退款申请，什么也不退。',
  payload: v.object({ id: Id }),
  data: v.object({}),
  refusals: { requestNotFound: null },
});
