import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { NextStep } from '#contract/shapes';
import { refuse } from '../../core/refusal.ts';
import { type Channel, ChannelRefused, type CreatedTrade, type Payers, UnknownPayer } from './channel.ts';
import { withinTime } from './channel-call.ts';
import { closeOrder, keepNext, type Order } from './orders/store.ts';
import { noteSilence } from './orders/unanswered-store.ts';
import { beginVisit, endVisit } from './orders/visit-store.ts';

/** Where the reader is, and by which session. */
export type Whereabouts = { address: string; siteUrl: string; session: string };

/** What the reader brought back from the channel's page that tells who pays. */
export type Visit = { code: string; state: string };

type Reader = { where: Whereabouts; visit: Visit | null };

const VISIT_LASTS_MS = 10 * 60 * 1000;
const STATE_BYTES = 16;
const NOT_ANSWERED = '支付渠道暂时没有回应，请稍后再试';
const NOT_ACCEPTED = '渠道没有接受这张订单，请重新下单';
const NOT_KNOWN = '微信没有认出你，请再按一次';
const OVER = '这张订单不用再付了';

/** Whether a step that was answered once can still be taken. */
export function isStepValid({ next, nextUntil }: Pick<Order, 'next' | 'nextUntil'>, now: Date): boolean {
  return next !== null && (nextUntil === null || nextUntil > now);
}

/**
 * Answers how an order is paid. Where the channel's answer was lost or its step is over, the same call again gets one: a
 * channel knows one trade a number.
 */
export function createNextStep(pool: Pool, log: Logger, channels: ReadonlyMap<string, Channel>) {
  /** The state is good for this order in this session: nobody can have another pay, or be known by a stranger's name. */
  async function authorize({ id, no }: Order, payers: Payers, where: Whereabouts, now: Date): Promise<NextStep> {
    const state = randomBytes(STATE_BYTES).toString('hex');
    const until = new Date(now.getTime() + VISIT_LASTS_MS);
    await beginVisit(pool, id, digestOf(where, state), until);
    return { kind: 'authorize', url: payers.addressOf(returnUrlOf(no, where), state) };
  }

  async function create(order: Order, channel: Channel, { where, visit }: Reader): Promise<CreatedTrade> {
    const { no, title, amount, currency, scene, expiresAt } = order;
    const { siteUrl, address: readerAddress } = where;
    return withinTime(async (signal) => {
      const payer = visit && channel.payers ? { payer: await channel.payers.find(visit.code, signal) } : {};
      const reader = { scene, returnUrl: returnUrlOf(no, where), siteUrl, readerAddress, ...payer };
      return channel.create({ orderNo: no, title, amount, currency, expiresAt, ...reader }, signal);
    });
  }

  /** A reader whom the channel does not know can try again; an order that it refuses is over, unless it was made before. */
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
    if (!isFinal) await noteSilence(pool, order.id, now);
    else if (order.next === null) await closeOrder(pool, order.id, now, null);
    return refuse('paymentUnavailable', null, isFinal ? NOT_ACCEPTED : NOT_ANSWERED);
  }

  return async (order: Order, reader: Reader, now: Date): Promise<NextStep> => {
    const channel = channels.get(order.channel);
    if (!channel) return refuse('paymentUnavailable');
    if (order.state !== 'created' || order.expiresAt <= now) return refuse('paymentUnavailable', null, OVER);
    if (order.next && isStepValid(order, now)) return order.next;
    if (channel.payers?.scenes.includes(order.scene)) {
      const { visit, where } = reader;
      if (!visit) return authorize(order, channel.payers, where, now);
      if (!(await endVisit(pool, order.id, digestOf(where, visit.state), now)))
        return refuse('paymentUnavailable', null, NOT_KNOWN);
    }
    try {
      return await keepNext(pool, order.id, await create(order, channel, reader), now);
    } catch (error) {
      return giveUp(error, order, now);
    }
  };
}

function returnUrlOf(orderNo: string, { siteUrl }: Whereabouts): string {
  return `${siteUrl}/payment?order=${orderNo}`;
}

function digestOf({ session }: Whereabouts, state: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([session, state]))
    .digest();
}
