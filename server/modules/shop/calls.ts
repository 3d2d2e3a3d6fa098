import { chargeCancel, chargeItem, chargeLog, chargeNext, chargeOrder, chargeSubmit } from '#contract/calls/wallet';
import type { ChargeOrder } from '#contract/order-shapes';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor } from '../../core/refusal/paging.ts';
import type { PackagePart } from '../editorial/editorial.ts';
import { viewChannel } from './channel.ts';
import { priceIn } from './money.ts';
import { BONUS_DAYS, type Channel, isStepValid, type Order, type Refund, type Shop } from './shop.ts';

/** Topping up. */
export function shopCalls(shop: Shop): Served[] {
  return [
    serve(chargeItem, async ({ caller, now, validUntil }, { scene }, refuse) => {
      if (caller.teen) return refuse('teenModeForbids');
      const { items, first, limits, until, passComics } = await shop.items(caller, now);
      validUntil(until);
      const channels = shop
        .channels(scene)
        .filter(({ currency }) => items.length === 0 || items.some((item) => priceIn(item, currency) !== null));
      const passes = items.flatMap((item) => (item.days === undefined ? [] : [viewPass(item, item.days, channels)]));
      return {
        items: items.filter(({ days }) => days === undefined).map((item) => viewItem(item, first, channels)),
        ...(passes.length > 0 && { pass: { items: passes, comics: passComics } }),
        channels: channels.map(viewChannel),
        limits,
        bonusDays: BONUS_DAYS,
      };
    }),

    serve(chargeSubmit, async ({ caller, now, from }, request, refuse) => {
      if (caller.teen) return refuse('teenModeForbids');
      const context = { address: from.address, siteUrl: from.url, session: caller.token };
      const { order, next } = await shop.submit(caller, request, context, now);
      return { orderId: order.no, expiresAt: order.expiresAt.toISOString(), next };
    }),

    serve(chargeNext, async ({ caller, now, from }, { orderId, visit }, refuse) => {
      if (caller.teen) return refuse('teenModeForbids');
      const context = { address: from.address, siteUrl: from.url, session: caller.token };
      const next = await shop.continue(caller.readerId, orderId, { context, payerState: visit ?? null }, now);
      return { next: next ?? refuse('orderNotFound') };
    }),

    serve(chargeOrder, async ({ caller, now }, { orderId }, refuse) => {
      const order = (await shop.look(caller.readerId, orderId, now)) ?? refuse('orderNotFound');
      const isPayable = order.state === 'created' && order.expiresAt > now;
      return {
        ...viewOrder(order, await mayBeFirst(shop, [order]), await shop.refundsOf([order]), shop),
        back: order.back,
        expiresAt: order.expiresAt.toISOString(),
        next: isPayable && isStepValid(order, now) ? order.next : null,
      };
    }),

    serve(chargeCancel, async ({ caller, now }, { orderId }, refuse) => {
      const order = (await shop.cancel(caller.readerId, orderId, now)) ?? refuse('orderNotFound');
      return { state: order.state };
    }),

    serve(chargeLog, async ({ caller }, { cursor, size }) => {
      const before = readCursor(cursor, ['number'])?.[0] ?? null;
      const { rows, last } = await shop.list(caller.readerId, { before, size });
      const [first, refunds] = await Promise.all([mayBeFirst(shop, rows), shop.refundsOf(rows)]);
      return {
        list: rows.map((order) => viewOrder(order, first, refunds, shop)),
        next: last && cursorAfter([last.id]),
      };
    }),
  ];
}

function viewItem(item: PackagePart, first: boolean, channels: readonly Channel[]) {
  const { coins, bonus, firstBonus } = item;
  return { ...viewSold(item, channels), coins, bonus, first: first ? firstBonus : 0 };
}

function viewPass(item: PackagePart, days: number, channels: readonly Channel[]) {
  return { ...viewSold(item, channels), days };
}

function viewSold(item: PackagePart, channels: readonly Channel[]) {
  const { id, title, cashFen, badge } = item;
  const prices = [...new Set(channels.map(({ currency }) => currency))].flatMap((currency) => {
    const amount = priceIn(item, currency);
    return amount === null ? [] : [{ currency, amount }];
  });
  return { id, title, cash: cashFen, prices, badge };
}

/** Whether the reader can still get the bonus of a first top-up. Queried only if an order has not been granted. */
async function mayBeFirst(shop: Shop, orders: readonly Order[]): Promise<boolean> {
  const open = orders.find(({ grantedBonus, readerId }) => grantedBonus === null && readerId !== null);
  return open !== undefined && open.readerId !== null && (await shop.isFirst(open.readerId));
}

function viewOrder(
  order: Order,
  first: boolean,
  refunds: ReadonlyMap<number, Refund[]>,
  shop: Shop,
): Omit<ChargeOrder, 'back' | 'expiresAt' | 'next'> {
  const { no, title, amount, currency, coins, passDays, bonus, firstBonus, grantedBonus, state, createdAt } = order;
  const channel = shop.channels().find(({ id }) => id === order.channel);
  return {
    orderId: no,
    title,
    amount,
    currency,
    coins,
    bonus: grantedBonus ?? bonus + (first ? firstBonus : 0),
    ...(passDays > 0 && { passDays }),
    channel: channel
      ? viewChannel(channel)
      : { id: order.channel, name: '已停用的支付方式', icon: 'card', currency, test: false },
    state,
    refunds: (refunds.get(order.id) ?? []).flatMap(viewRefund),
    at: createdAt.toISOString(),
  };
}

/** Failed refunds are ignored. */
function viewRefund({
  amount,
  state,
  reason,
  takesBack,
  takenCoins,
  takenBonus,
  passDays,
  debt,
}: Refund): ChargeOrder['refunds'] {
  if (state === 'failed') return [];
  const taken = takesBack ? { coins: takenCoins + debt, bonus: takenBonus } : { coins: 0, bonus: 0 };
  const days = passDays > 0 ? { passDays } : {};
  return [{ amount, ...taken, ...days, state: state === 'pending' && reason === 'dispute' ? 'frozen' : state }];
}
