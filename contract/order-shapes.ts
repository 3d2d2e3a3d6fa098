import * as v from 'valibot';
import { Channel, Coins, Count, Time } from './shapes.ts';

/**
 * How the reader pays an order: open an address, scan a code, or call WeChat's script. `authorize`: the channel must identify the
 * payer first. Its page sends the reader back to the order, with the `code` and `state` for charge/next.
 */
export const NextStep = v.variant('kind', [
  v.object({ kind: v.literal('redirect'), url: v.string() }),
  v.object({ kind: v.literal('qr'), text: v.string() }),
  v.object({ kind: v.literal('authorize'), url: v.string() }),
  v.object({ kind: v.literal('jsapi'), params: v.record(v.string(), v.string()) }),
]);
export type NextStep = v.InferOutput<typeof NextStep>;

/** `paid` = the channel has the money, the coins are not granted yet; `granted` = they are; `refunded` = all money is refunded. */
export const OrderState = v.picklist(['created', 'paid', 'granted', 'closed', 'refunded']);
export type OrderState = v.InferOutput<typeof OrderState>;

export const ChargeOrder = v.object({
  orderId: v.string(),
  title: v.string(),
  /** The amount to pay, in the smallest unit of the currency. */
  amount: Count,
  currency: v.string(),
  coins: Coins,
  /** The content of the order. */
  bonus: Coins,
  /** Days of 月卡, if these were bought. */
  passDays: v.optional(Count),
  channel: Channel,
  state: OrderState,
  /** Refunds, finished or not. `coins`, `bonus` and `passDays`: the amounts that they took back. */
  refunds: v.array(
    v.object({
      amount: Count,
      coins: Coins,
      bonus: Coins,
      passDays: v.optional(Count),
      state: v.picklist(['pending', 'done', 'frozen']),
    }),
  ),
  /** When the order was created. */
  at: Time,
  expiresAt: Time,
  /** The inside route from which the reader came to top up. */
  back: v.string(),
  /** How to pay; null if the payment is over. While the order is unpaid, charge/next answers a new one. */
  next: v.nullable(NextStep),
});
export type ChargeOrder = v.InferOutput<typeof ChargeOrder>;
