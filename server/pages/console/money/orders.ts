import type { Pool } from 'pg';
import type { DataOf, PayloadOf } from '#contract/call';
import * as calls from '#contract/console/orders';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor, readPage } from '../../../core/refusal/paging.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';
import { startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import { findReader } from '../../../modules/account/account.ts';
import {
  findOrder,
  findOrders,
  listNotificationsAbout,
  listOrderedChannels,
  listOrderedPackages,
  listPayments,
  listRefunds,
  NoRefund,
  type Order,
  type OrderSearch,
  type Refund,
  type Shop,
  sumOrders,
} from '../../../modules/shop/shop.ts';
import { actorNames } from '../../../modules/staff/staff.ts';

type Parts = { pool: Pool; shop: Pick<Shop, 'channels' | 'previewRefund'> };

/** The orders as finance staff look for them. */
export function orderCalls({ pool, shop }: Parts): Served[] {
  const nameOf = (id: string) => shop.channels().find((channel) => channel.id === id)?.name ?? id;
  return [
    serve(calls.orderList, async (_ctx, { cursor, size, ...filter }) => {
      const position = readCursor(cursor, ['time', 'number']);
      const before = position && { createdAt: position[0], id: position[1] };
      const { rows, last } = await readPage(size, (limit) => findOrders(pool, searchOf(filter), before, limit));
      const list = rows.map(({ createdAt, channel, passDays, cashFen: _cashFen, ...order }) => {
        return { ...order, ...(passDays > 0 && { passDays }), channel: nameOf(channel), at: createdAt.toISOString() };
      });
      return { list, next: last && cursorAfter([last.createdAt.toISOString(), last.id]) };
    }),
    serve(calls.orderSums, async (_ctx, filter) => ({ list: await sumOrders(pool, searchOf(filter)) })),
    serve(calls.orderChoices, async () => {
      const channels = (await listOrderedChannels(pool)).map(({ channel }) => ({ id: channel, name: nameOf(channel) }));
      return { channels, packages: await listOrderedPackages(pool) };
    }),
    serve(calls.orderShow, async ({ now }, { no }, refuse) => {
      const order = (await findOrder(pool, no)) ?? refuse('orderNotFound');
      const shown = await viewOrder(pool, order, nameOf(order.channel));
      return order.passDays > 0 ? { ...shown, pass: await passOf(shop, order, now) } : shown;
    }),
  ];
}

function searchOf({ text, state, channel, packageId, from, to }: PayloadOf<typeof calls.orderSums>): OrderSearch {
  return {
    text: text ?? null,
    states: state === undefined ? null : [state],
    readerId: null,
    channel: channel ?? null,
    packageId: packageId ?? null,
    from: from === undefined ? null : startOfShanghaiDay(from),
    until: to === undefined ? null : startOfShanghaiDay(addDays(to, 1)),
  };
}

async function passOf(shop: Pick<Shop, 'previewRefund'>, order: Order, now: Date): Promise<OrderAnswer['pass']> {
  try {
    const { amount, unusedDays } = await shop.previewRefund(order, { amount: null, takesBack: true }, now);
    return { days: order.passDays, unused: unusedDays, refundable: amount };
  } catch (error) {
    if (!(error instanceof NoRefund)) throw error;
    return { days: order.passDays, unused: 0, refundable: 0 };
  }
}

type OrderAnswer = DataOf<typeof calls.orderShow>;

async function viewOrder(pool: Pool, order: Order, channelName: string): Promise<OrderAnswer> {
  const [payments, refunds, nameOfActor] = [
    await listPayments(pool, order.id),
    await listRefunds(pool, order.id),
    await actorNames(pool),
  ];
  const numbers = [order.no, ...refunds.map(({ no }) => no), ...payments.map(({ transactionId }) => transactionId)];
  const notifications = await listNotificationsAbout(pool, numbers);
  const reader = order.readerId === null ? null : await findReader(pool, order.readerId);
  const { no, title, state, scene, amount, currency, cashFen, coins, bonus, firstBonus, grantedBonus } = order;
  return {
    no,
    title,
    state,
    scene,
    amount,
    currency,
    cashFen,
    coins,
    bonus,
    firstBonus,
    grantedBonus,
    reader: reader && {
      id: reader.readerId,
      name: reader.username ?? reader.nickname,
    },
    channel: {
      id: order.channel,
      name: channelName,
    },
    at: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    grantedAt: order.grantedAt?.toISOString() ?? null,
    closedAt: order.closedAt?.toISOString() ?? null,
    payments: payments.map(({ transactionId, amount, refunded, currency, state, paidAt }) => {
      return {
        transactionId,
        amount,
        refunded,
        currency,
        state,
        paidAt: paidAt.toISOString(),
      };
    }),
    refunds: refunds.map((refund) => viewRefund(refund, nameOfActor)),
    notifications: notifications.map(({ id, result, times, receivedAt }) => {
      return {
        id,
        result,
        times,
        at: receivedAt.toISOString(),
      };
    }),
    refundable: payments.reduce((sum, each) => sum + (each.state === 'credited' ? each.amount - each.refunded : 0), 0),
  };
}

function viewRefund(refund: Refund, nameOfActor: (actor: string) => string): OrderAnswer['refunds'][number] {
  const { no, amount, reason, state, tries, takesBack, actor, note, at, doneAt } = refund;
  const { takenCoins, takenBonus, debt, passDays } = refund;
  return {
    no,
    amount,
    reason,
    state,
    tries,
    takesBack,
    note,
    taken: {
      coins: takenCoins,
      bonus: takenBonus,
      debt,
      passDays,
    },
    actorName: actor === null ? null : nameOfActor(actor),
    at: at.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  };
}
