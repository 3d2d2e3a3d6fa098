import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Channel, ChannelsById } from './channel.ts';
import { withinTime } from './channel-call.ts';
import { closeOrder, lookAgain, type Order, takeDueOrders, takeQuery } from './orders/store.ts';
import type { Settlement } from './settlement/settle.ts';

export type Upkeep = {
  /** Checks all due orders: queries their channels, grants or closes them. */
  lookAtDue(now: Date): Promise<void>;
  /** Queries the channel about an order, at most once every few seconds. Never throws. */
  ask(order: Order, now: Date): Promise<void>;
  /** Closes an unpaid order for its reader, and at its channel as soon as that answers. Never throws. */
  cancel(order: Order, now: Date): Promise<void>;
};

/** When an unpaid order is checked, in seconds after it was made. The last time is its expiry. */
const LOOKS_AFTER_S = [15, 60, 300, 900];
const AT_ONCE = 20;
/** Other nodes take over an order after this time, if the node with the order has failed. */
const LEASE_MS = 60_000;
const ASK_EVERY_MS = 3_000;
const ASK_WITHIN_MS = 4_000;
const RETRY_MS = 60_000;
/** How long after the expiry of an order an unreachable channel is queried. A later payment is still granted. */
const CLOSE_WITHIN_MS = 24 * 3600 * 1000;

/** When an order is checked for the first time. */
export function firstLook(createdAt: Date): Date {
  return new Date(createdAt.getTime() + (LOOKS_AFTER_S[0] ?? 0) * 1000);
}

function nextLook({ createdAt, expiresAt }: Order, now: Date): Date {
  const moments = LOOKS_AFTER_S.map((seconds) => new Date(createdAt.getTime() + seconds * 1000));
  return moments.find((moment) => moment > now && moment < expiresAt) ?? expiresAt;
}

export function createUpkeep(pool: Pool, log: Logger, channels: ChannelsById, settlement: Settlement): Upkeep {
  /** Grants an order that the channel reports as paid, closes a cancelled one. Returns whether it is paid. */
  async function query(channel: Channel, order: Order, now: Date, withinMs?: number): Promise<boolean> {
    const trade = { orderNo: order.no, reference: order.reference };
    const found = await withinTime((signal) => channel.query(trade, signal), withinMs);
    if (found.state === 'closed') await closeOrder(pool, order.id, now, null);
    if (found.state !== 'paid') return false;
    await settlement.settle(channel, found.payment, now);
    return true;
  }

  async function close(channel: Channel, order: Order, now: Date): Promise<void> {
    const trade = { orderNo: order.no, reference: order.reference };
    const state = await withinTime((signal) => channel.close(trade, signal));
    if (state === 'closed') await closeOrder(pool, order.id, now, null);
    else if (!(await query(channel, order, now))) throw new Error('the channel says both paid and unpaid');
  }

  async function look(order: Order, now: Date): Promise<void> {
    const isOver = order.expiresAt <= now;
    try {
      if (order.state === 'paid') return await settlement.settleHeld(order, now);
      const channel = channels.get(order.channel);
      if (!channel) await withoutChannel(order, isOver, now);
      else if (isOver) await close(channel, order, now);
      else {
        await query(channel, order, now);
        await lookAgain(pool, order.id, nextLook(order, now));
      }
    } catch (error) {
      const fields = { err: error, order: order.no };
      if (order.state === 'paid')
        log.error(
          { ...fields, alarm: 'shop' },
          'the coins of a paid order could not be granted; tried again in a minute',
        );
      else {
        log.warn(fields, 'an order could not be looked at; tried again later');
        await giveTime(order, isOver, now);
      }
    }
  }

  /** Closes an order of a removed channel, which can't be queried. */
  async function withoutChannel({ id, expiresAt }: Order, isOver: boolean, now: Date): Promise<void> {
    if (isOver) await closeOrder(pool, id, now, null);
    else await lookAgain(pool, id, expiresAt);
  }

  async function giveTime(order: Order, isOver: boolean, now: Date): Promise<void> {
    if (!isOver) return lookAgain(pool, order.id, nextLook(order, now));
    const isHopeless = now.getTime() - order.expiresAt.getTime() > CLOSE_WITHIN_MS;
    await closeOrder(pool, order.id, now, isHopeless ? null : new Date(now.getTime() + RETRY_MS));
  }

  return {
    async lookAtDue(now) {
      let due: Order[];
      do {
        due = await takeDueOrders(pool, now, new Date(now.getTime() + LEASE_MS), AT_ONCE);
        await Promise.all(due.map((order) => look(order, now)));
      } while (due.length === AT_ONCE);
    },

    async ask(order, now) {
      const channel = channels.get(order.channel);
      const mayBePaid = order.state === 'created' || (order.state === 'closed' && order.lookAt !== null);
      if (!channel || !mayBePaid) return;
      if (!(await takeQuery(pool, order.id, now, new Date(now.getTime() - ASK_EVERY_MS)))) return;
      await query(channel, order, now, ASK_WITHIN_MS).catch((error) =>
        log.warn({ err: error, order: order.no }, 'the channel could not be asked about an order'),
      );
    },

    async cancel(order, now) {
      if (order.state !== 'created') return;
      const channel = channels.get(order.channel);
      if (!channel) return withoutChannel(order, true, now);
      await close(channel, order, now).catch(async (error) => {
        log.warn(
          { err: error, order: order.no },
          'a cancelled order could not be closed at its channel; tried again later',
        );
        await closeOrder(pool, order.id, now, new Date(now.getTime() + RETRY_MS));
      });
    },
  };
}
