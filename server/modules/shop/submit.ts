import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { NextStep } from '#contract/order-shapes';
import { transaction } from '../../core/db/db.ts';
import { BadField, refuse } from '../../core/refusal/refusal.ts';
import type { ChannelsById, Scene } from './channel.ts';
import { type Buyer, isWithin, limitsLeft, onSale, type TopUpSettings } from './items.ts';
import { priceIn } from './money.ts';
import { createNextStep, type PaymentContext } from './next-step.ts';
import { newOrderNumber } from './orders/order-number.ts';
import { addOrder, findOrderByKey, type NewOrder, type Order } from './orders/store.ts';
import { closeUnanswered, takeUnanswered } from './orders/unanswered-store.ts';
import type { ShopPorts } from './ports.ts';
import { firstLook } from './upkeep.ts';

/** The order of a reader. The key makes a repetition harmless. */
export type OrderRequest = {
  itemId: number;
  channel: string;
  scene: Scene;
  /** The price that the reader was shown, in the smallest unit of the channel's currency. */
  expect?: number | undefined;
  back: string;
  key: string;
};

export type Submitted = { order: Order; next: NextStep };

export type SubmitParts = {
  pool: Pool;
  log: Logger;
  channels: ChannelsById;
  topUpSettings(): Promise<TopUpSettings>;
  ports: Pick<ShopPorts, 'lockReader'>;
};

/** How long an order can be paid. */
const ORDER_LASTS_MS = 30 * 60 * 1000;

/** The order is stored before the channel is called: a notification can arrive before the channel's answer. */
export function createSubmit({ pool, log, channels, topUpSettings, ports }: SubmitParts) {
  async function storeOrder(buyer: Buyer, request: OrderRequest, now: Date): Promise<Order> {
    const settings = await topUpSettings();
    return transaction(pool, async (tx) => {
      // The spending limits are checked under this lock. A second call with the same key waits here too.
      if (!(await ports.lockReader(tx, buyer.readerId))) return refuse('sessionLost');
      const earlier = await findOrderByKey(tx, buyer.readerId, request.key);
      if (earlier) return sameRequest(earlier, request);
      // A page drops the key of a refused call. If the reader tries again, the order that had no answer is used again.
      const unanswered = await takeUnanswered(tx, buyer.readerId, hashOf(request), request.key, now);
      if (unanswered) return unanswered;
      await closeUnanswered(tx, buyer.readerId, now);
      const channel = channels.get(request.channel);
      const item = onSale(settings, now).find(({ id }) => id === request.itemId) ?? refuse('productUnavailable');
      if (channel?.off || !channel?.scenes.includes(request.scene)) return refuse('paymentUnavailable');
      const amount = priceIn(item, channel.currency) ?? refuse('productUnavailable');
      if (request.expect !== undefined && request.expect !== amount) return refuse('priceChanged');
      const left = await limitsLeft(tx, settings, buyer, now);
      if (!isWithin(item.cashFen, left)) return refuse('spendingLimitReached', left);
      const { title, cashFen, coins, days = 0, bonus, firstBonus } = item;
      const order: NewOrder = {
        no: newOrderNumber(now),
        readerId: buyer.readerId,
        key: request.key,
        request: hashOf(request),
        packageId: item.id,
        title,
        cashFen,
        amount,
        coins,
        passDays: days,
        bonus,
        firstBonus,
        currency: channel.currency,
        channel: channel.id,
        scene: request.scene,
        back: request.back,
        createdAt: now,
        expiresAt: new Date(now.getTime() + ORDER_LASTS_MS),
        lookAt: firstLook(now),
      };
      return addOrder(tx, order);
    });
  }

  const nextStep = createNextStep(pool, log, channels);

  return async (buyer: Buyer, request: OrderRequest, context: PaymentContext, now: Date): Promise<Submitted> => {
    const order = await storeOrder(buyer, request, now);
    return { order, next: await nextStep(order, { context, payerState: null }, now) };
  };
}

function hashOf({ itemId, channel, scene, expect, back }: OrderRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([itemId, channel, scene, expect ?? null, back]))
    .digest();
}

/** The same key with another request is an error of the client. */
function sameRequest(order: Order, request: OrderRequest): Order {
  if (!order.request.equals(hashOf(request))) throw new BadField('key');
  return order;
}
