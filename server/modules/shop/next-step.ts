import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { NextStep } from '#contract/order-shapes';
import { refuse } from '../../core/refusal/refusal.ts';
import {
  type Channel,
  ChannelRefused,
  type ChannelsById,
  type CreatedTrade,
  type Payers,
  UnknownPayer,
} from './channel.ts';
import { withinTime } from './channel-call.ts';
import { setPayerState, takePayerState } from './orders/payer-state-store.ts';
import { closeOrder, keepNext, type Order } from './orders/store.ts';
import { noteUnanswered } from './orders/unanswered-store.ts';

/** The address and the session of the reader, and the address of the site. */
export type PaymentContext = { address: string; siteUrl: string; session: string };

/** The parameters from the channel's page: the code identifies the payer. */
export type PayerState = { code: string; state: string };

type Reader = { context: PaymentContext; payerState: PayerState | null };

const PAYER_STATE_LASTS_MS = 10 * 60 * 1000;
const STATE_BYTES = 16;
const NOT_ANSWERED = '支付渠道暂时没有回应，请稍后再试';
const NOT_ACCEPTED = '渠道没有接受这张订单，请重新下单';
const NOT_KNOWN = '微信没有认出你，请再按一次';
const OVER = '这张订单不用再付了';

/** Whether a stored step is still valid. */
export function isStepValid({ next, nextUntil }: Pick<Order, 'next' | 'nextUntil'>, now: Date): boolean {
  return next !== null && (nextUntil === null || nextUntil > now);
}

/**
 * Returns the next step to pay an order. If the channel's answer was lost or the step has expired, the same call gets a new one.
 * A channel has one trade per order number.
 */
export function createNextStep(pool: Pool, log: Logger, channels: ChannelsById) {
  /** The state is valid only for this order and session, so that nobody can pay with the account of another reader. */
  async function authorize({ id, no }: Order, payers: Payers, context: PaymentContext, now: Date): Promise<NextStep> {
    const state = randomBytes(STATE_BYTES).toString('hex');
    const until = new Date(now.getTime() + PAYER_STATE_LASTS_MS);
    await setPayerState(pool, id, digestOf(context, state), until);
    return { kind: 'authorize', url: payers.addressOf(returnUrlOf(no, context), state) };
  }

  async function create(order: Order, channel: Channel, { context, payerState }: Reader): Promise<CreatedTrade> {
    const { no, title, amount, currency, scene, expiresAt } = order;
    const { siteUrl, address: readerAddress } = context;
    return withinTime(async (signal) => {
      const payer = payerState && channel.payers ? { payer: await channel.payers.find(payerState.code, signal) } : {};
      const reader = { scene, returnUrl: returnUrlOf(no, context), siteUrl, readerAddress, ...payer };
      return channel.create({ orderNo: no, title, amount, currency, expiresAt, ...reader }, signal);
    });
  }

  /** If the channel does not know the payer, the reader can try again. An order that it refuses is closed, unless it had a step. */
  async function giveUp(error: unknown, order: Order, now: Date): Promise<never> {
    if (error instanceof UnknownPayer) {
      log.warn({ err: error, order: order.no }, 'the channel does not know who pays');
      return refuse('paymentUnavailable', null, NOT_KNOWN);
    }
    const isFinal = error instanceof ChannelRefused;
    log.error(
      { err: error, alarm: 'shop', channel: order.channel, order: order.no },
      isFinal ? 'the channel refuses an order' : 'the channel could not be reached for an order',
    );
    if (!isFinal) await noteUnanswered(pool, order.id, now);
    else if (order.next === null) await closeOrder(pool, order.id, now, null);
    return refuse('paymentUnavailable', null, isFinal ? NOT_ACCEPTED : NOT_ANSWERED);
  }

  return async (order: Order, reader: Reader, now: Date): Promise<NextStep> => {
    const channel = channels.get(order.channel);
    if (!channel) return refuse('paymentUnavailable');
    if (order.state !== 'created' || order.expiresAt <= now) return refuse('paymentUnavailable', null, OVER);
    if (order.next && isStepValid(order, now)) return order.next;
    if (channel.payers?.scenes.includes(order.scene)) {
      const { payerState, context } = reader;
      if (!payerState) return authorize(order, channel.payers, context, now);
      if (!(await takePayerState(pool, order.id, digestOf(context, payerState.state), now)))
        return refuse('paymentUnavailable', null, NOT_KNOWN);
    }
    try {
      return await keepNext(pool, order.id, await create(order, channel, reader), now);
    } catch (error) {
      return giveUp(error, order, now);
    }
  };
}

function returnUrlOf(orderNo: string, { siteUrl }: PaymentContext): string {
  return `${siteUrl}/payment?order=${orderNo}`;
}

function digestOf({ session }: PaymentContext, state: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([session, state]))
    .digest();
}
