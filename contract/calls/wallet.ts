import * as v from 'valibot';
import { call } from '../call.ts';
import { ChargeOrder, NextStep, OrderState } from '../order-shapes.ts';
import { listOf, paged } from '../paging.ts';
import { Balances, Channel, Coins, Count, Id, Key, Time } from '../shapes.ts';

/** The parameters that a channel added to the address to which the reader returned. */
const Returned = v.pipe(v.string(), v.regex(/^[\w-]{1,512}$/));

const Scene = v.picklist(['pc', 'mobile', 'wechat']);

/** Something that is sold for money. */
const SOLD = {
  id: Id,
  title: v.string(),
  /** The list price in fen, which counts for the limits. */
  cash: Count,
  /** The prices in the smallest unit of each currency. A channel whose currency is missing does not sell the item. */
  prices: v.array(v.object({ currency: v.string(), amount: Count })),
  /** A short label, such as 超值; empty = none. */
  badge: v.string(),
};

/**
 * How much a reader may top up, in fen; null = no limit. `order`: with one order. `day`: the limit of a day, and `today`: the rest of
 * it after paid orders. `unpaid`: the sum of orders that may still be paid; it counts towards the limit of a new order.
 */
const ChargeLimits = v.object({
  order: v.nullable(Count),
  day: v.optional(v.nullable(Count)),
  today: v.nullable(Count),
  unpaid: Count,
});

export const chargeItem = call({
  path: 'charge/item',
  who: 'session',
  what: '在售的充值商品、月卡与此刻可用的支付方式。cash、limits 的单位是分，limits.today 里没有扣去还可以支付的订单 limits.unpaid；first 是这位读者首次充值另送的赠币，已充过值的为 0。',
  payload: v.object({ scene: v.optional(Scene) }),
  data: v.object({
    items: v.array(
      v.object({
        ...SOLD,
        coins: Coins,
        bonus: Coins,
        first: Coins,
      }),
    ),
    /** 月卡, if it is on sale. `comics`: how many comics it opens; 1000 = 1000 or more. */
    pass: v.optional(v.object({ items: v.array(v.object({ ...SOLD, days: Count })), comics: Count })),
    channels: v.array(Channel),
    limits: ChargeLimits,
    /** Days until given bonus expires. */
    bonusDays: Count,
  }),
  refusals: { teenModeForbids: null },
});

export const chargeSubmit = call({
  path: 'charge/submit',
  who: 'registered',
  what: '下一张充值订单，响应里是付款的下一步。expect 是给读者看过的价（渠道的币种，最小单位），与此刻的不同时拒绝；同一个 key 只下一张。back 是付完回来的站内地址。',
  payload: v.object({
    itemId: Id,
    channel: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/)),
    scene: Scene,
    expect: v.optional(Count),
    /** An inside route. */
    back: v.pipe(v.string(), v.maxLength(500), v.regex(/^\/(?![/\\])[^\s\\]*$/)),
    key: Key,
  }),
  data: v.object({ orderId: v.string(), expiresAt: Time, next: NextStep }),
  refusals: {
    teenModeForbids: null,
    productUnavailable: null,
    paymentUnavailable: null,
    priceChanged: null,
    spendingLimitReached: ChargeLimits,
  },
  limits: [{ by: 'session', points: 20, seconds: 600 }],
});

export const chargeOrder = call({
  path: 'charge/order',
  who: 'registered',
  what: '自己的一张订单的状态；还没付的会先向支付渠道查询。',
  payload: v.object({ orderId: v.pipe(v.string(), v.maxLength(64)) }),
  data: ChargeOrder,
  refusals: { orderNotFound: null },
});

export const chargeNext = call({
  path: 'charge/next',
  who: 'registered',
  what: '继续付自己的一张订单：返回此刻有效的下一步，过期的重新向渠道要。visit 里的 code、state 是渠道认出付款的人之后带回订单页的；state 只对下单的这个会话有效，十分钟，一次。',
  payload: v.object({
    orderId: v.pipe(v.string(), v.maxLength(64)),
    visit: v.optional(v.object({ code: Returned, state: Returned })),
  }),
  data: v.object({ next: NextStep }),
  refusals: { teenModeForbids: null, orderNotFound: null, paymentUnavailable: null },
  limits: [{ by: 'session', points: 30, seconds: 600 }],
});

export const chargeCancel = call({
  path: 'charge/cancel',
  who: 'registered',
  what: '取消自己的一张还没有付的订单，渠道那边随之关闭。刚刚付了款的照常到账。响应是订单此刻的状态。',
  payload: v.object({ orderId: v.pipe(v.string(), v.maxLength(64)) }),
  data: v.object({ state: OrderState }),
  refusals: { orderNotFound: null },
  limits: [{ by: 'session', points: 30, seconds: 600 }],
});

export const chargeLog = call({
  path: 'my/charge-log',
  who: 'registered',
  what: '自己的充值记录，新的在前。',
  payload: v.object(paged),
  data: listOf(v.omit(ChargeOrder, ['back', 'expiresAt', 'next'])),
});

export const payLog = call({
  path: 'my/pay-log',
  who: 'registered',
  what: '漫币、赠币、阅读券的每一次变动，新的在前；coins、bonus、tickets 是变动，减少为负，balance 是变动之后的余额。',
  payload: v.object(paged),
  data: listOf(
    v.object({
      at: Time,
      kind: v.picklist([
        'topup',
        'purchase',
        'gift',
        'sign',
        'repair',
        'merge',
        'expire',
        'adjust',
        'refund',
        'redeem',
      ]),
      title: v.string(),
      coins: Coins,
      bonus: Coins,
      tickets: Coins,
      comicId: v.optional(Id),
      /** Set if exactly one chapter was bought. */
      chapterId: v.optional(Id),
      balance: Balances,
    }),
  ),
});
