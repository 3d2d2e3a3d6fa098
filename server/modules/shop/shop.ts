import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { NextStep, OrderState } from '#contract/order-shapes';
import { type Page, readPage } from '../../core/refusal/paging.ts';
import { createAlarm } from './audit/check.ts';
import type { Channel, ChannelPayment, ChannelSource, ChannelsById, Scene } from './channel.ts';
import { anonymise, exportOrders, moveOrders } from './data-owner-store.ts';
import {
  type Buyer,
  isFirstTopUp,
  type LimitsLeft,
  limitsLeft,
  nextSaleChange,
  onSale,
  passSale,
  type TopUpSettings,
} from './items.ts';
import { createNextStep, type PayerState, type PaymentContext } from './next-step.ts';
import { countOrders, findOrder, listOrdersOf, type Order } from './orders/store.ts';
import type { GrantPorts, ShopPorts } from './ports.ts';
import { createReconcile, type Reconcile } from './reconciliation/reconcile.ts';
import { createReconciliation, type Reconciliation } from './reconciliation/reconciliation.ts';
import { createDisputes } from './settlement/disputes.ts';
import { dropRefused } from './settlement/notification-store.ts';
import { createNotifications, type Notifications } from './settlement/notify.ts';
import { type RefundWish, refundOrder } from './settlement/refund-order.ts';
import { previewRefund, type RefundPreview } from './settlement/refund-preview.ts';
import type { RefundRequest } from './settlement/refund-request-store.ts';
import { approveRefund } from './settlement/refund-requests.ts';
import { listRefundsOf, type Refund } from './settlement/refund-store.ts';
import { createRefunds } from './settlement/refunds.ts';
import { createSettlement } from './settlement/settle.ts';
import { createSubmit, type OrderRequest, type Submitted } from './submit.ts';
import { createUpkeep } from './upkeep.ts';

export { type Attention, countAttention } from './audit/attention-store.ts';
export { checkOrders } from './audit/check.ts';
export {
  BadNotification,
  type BadNotificationReason,
  type BillLine,
  type Channel,
  type ChannelPayment,
  type ChannelRefund,
  ChannelRefused,
  type ChannelSource,
  type CreatedTrade,
  type DisputeState,
  fenOfYuan,
  type NewTrade,
  type Notice,
  type NotifyingChannel,
  type Payers,
  type RawNotification,
  type RefundState,
  type Scene,
  type TradeState,
  UnknownPayer,
  viewOffered,
  yuanOfFen,
} from './channel.ts';
export { isSold, type TopUpSettings } from './items.ts';
export { isStepValid } from './next-step.ts';
export {
  type FoundOrder,
  findOrders,
  listOrderedChannels,
  listOrderedPackages,
  type OrderSearch,
  sumOrders,
} from './orders/search-store.ts';
export {
  countOpenOrders,
  findOrder,
  findOrderById,
  hasAnyGrantedOrder,
  listOrdersOf,
  type Order,
} from './orders/store.ts';
export {
  countPayersByMonth,
  listBiggestPayers,
  type PayerSums,
  sumRefundsByReader,
  sumTakenByCurrency,
  sumTopupsByReader,
  type TakenSums,
} from './orders/topup-store.ts';
export type { ShopPorts } from './ports.ts';
export { lastBillDay } from './reconciliation/bill-day.ts';
export { type ListedBill, listBills, listChannelActivity, sumBill } from './reconciliation/bill-list-store.ts';
export { listDifferences } from './reconciliation/bill-store.ts';
export type { BillSums } from './reconciliation/bill-sums.ts';
export type { Difference } from './reconciliation/compare.ts';
export type { LogComparison, Reconcile, Reconciled } from './reconciliation/reconcile.ts';
export { CLASS_NAMES, KIND_NAMES, remedyOf } from './reconciliation/words.ts';
export { createSandboxBook, type SandboxPayment, type SandboxTrade } from './sandbox-store.ts';
export { listNotificationsAbout, listUnmatched } from './settlement/notification-store.ts';
export { listPayments } from './settlement/payment-store.ts';
export { NoRefund, type RefundWish, refundOrder } from './settlement/refund-order.ts';
export { previewRefund, type RefundPreview } from './settlement/refund-preview.ts';
export {
  countRefundRequests,
  findRefundRequest,
  listRefundRequests,
  type RefundRequest,
} from './settlement/refund-request-store.ts';
export { needsSecondPerson, rejectRefund, requestRefund } from './settlement/refund-requests.ts';
export { listRefunds, type Refund } from './settlement/refund-store.ts';
export { BONUS_DAYS } from './settlement/settle.ts';
export { unpricedPackages } from './unpriced-packages.ts';

/** Sells coins for money. */
export type Shop = Notifications & {
  /** Grants an order for a payment that a channel of this process took. Throws if it can't be granted now. */
  settle(channelId: string, payment: ChannelPayment, now: Date): Promise<void>;
  /** All channels in their order; with a scene only those that readers can pay with in it. */
  channels(scene?: Scene): Channel[];
  /** The products for this reader now. */
  items(buyer: Buyer, now: Date): Promise<ForSale>;
  /** Whether 月卡 is for sale now, and until when that holds. */
  passSale(now: Date): Promise<{ isOn: boolean; until: Date | null }>;
  /** Makes an order and calls its channel. Refuses if that is not possible. */
  submit(buyer: Buyer, request: OrderRequest, context: PaymentContext, now: Date): Promise<Submitted>;
  /** How to pay one of the reader's own orders, after a query to its channel; null if the reader has no such order. */
  continue(
    readerId: number,
    orderNo: string,
    reader: { context: PaymentContext; payerState: PayerState | null },
    now: Date,
  ): Promise<NextStep | null>;
  /** One of the reader's own orders, after a query to its channel; null if the reader has no such order. */
  look(readerId: number, orderNo: string, now: Date): Promise<Order | null>;
  /** Closes one of the reader's own unpaid orders; returns its state then, or null if the reader has no such order. */
  cancel(readerId: number, orderNo: string, now: Date): Promise<Order | null>;
  /** The reader's orders, latest first. */
  list(readerId: number, query: { before: number | null; size: number }): Promise<Page<Order>>;
  /** The refunds of some orders, by order. */
  refundsOf(orders: readonly Order[]): Promise<ReadonlyMap<number, Refund[]>>;
  /** The result of a refund at this moment, which is not made; throws `NoRefund`. */
  previewRefund(order: Order, wish: RefundWish, now: Date): Promise<RefundPreview>;
  /** See `refundOrder`. */
  refund(order: Order, wish: Parameters<typeof refundOrder>[3], now: Date): ReturnType<typeof refundOrder>;
  /** See `approveRefund`. */
  approveRefund(
    request: RefundRequest,
    approval: Parameters<typeof approveRefund>[3],
    now: Date,
  ): ReturnType<typeof approveRefund>;
  /** Whether the reader has no paid order yet. */
  isFirst(readerId: number): Promise<boolean>;
  /** Merges, erases and exports orders for the account module. */
  dataOwner: ShopDataOwner;
  /** Processes orders and refunds that are due. */
  processDue(now: Date): Promise<void>;
  sweep(now: Date): Promise<void>;
  /** Compares the bills of the channels with the orders, once the bills of a day are available. */
  reconcileDue(now: Date): Promise<void>;
  /** Compares one day of one channel now. */
  reconcile: Reconcile;
  /** Counts orders and differences from bills for the metrics. */
  count(now: Date): Promise<void>;
  /** The result of the last count. */
  counted(): Record<OrderState, number>;
  countedDifferences: Reconciliation['counted'];
  /** Checks that orders, payments and the ledger agree. Differences are logged as alarms. */
  check(now: Date): Promise<void>;
  /** The number of invariants that were broken at the last check. */
  broken(): number;
};

/** `first`: the next top-up is the reader's first. `passComics`: how many comics 月卡 opens. */
type ForSale = {
  items: TopUpSettings['packages'];
  first: boolean;
  limits: LimitsLeft;
  until: Date | null;
  passComics: number;
};

type ShopDataOwner = {
  name: string;
  mergeReader: typeof moveOrders;
  eraseReader: typeof anonymise;
  exportReader: typeof exportOrders;
};

export type ShopParts = {
  pool: Pool;
  log: Logger;
  channels: ChannelSource['now'];
  /** The products and texts of the editor. */
  topUpSettings(): Promise<TopUpSettings>;
  /** How many comics 月卡 opens for readers of this age. */
  countPassComics(audience: { adult: boolean; teen: false }): Promise<number>;
  ports: ShopPorts;
  countNotification(channel: string, result: string): void;
};

const REFUSED_KEPT_MS = 7 * 24 * 3600 * 1000;
const MOST_REFUSED = 2_000;

export function createShop(parts: ShopParts): Shop {
  const { pool, log, channels, topUpSettings, countPassComics, ports, countNotification } = parts;
  const byId: ChannelsById = {
    get: (id) => channels().find((channel) => channel.id === id),
    keys: () => channels().map(({ id }) => id),
  };
  const offered = () => channels().filter(({ off }) => !off);
  const settlement = createSettlement(pool, log, ports);
  const refunds = createRefunds(pool, log, byId, ports);
  const disputes = createDisputes(pool, log, ports, refunds);
  const upkeep = createUpkeep(pool, log, byId, settlement);
  const reconcile = createReconcile(pool, log, settlement);
  const reconciliation = createReconciliation(pool, log, byId, reconcile);
  const alarm = createAlarm(pool, log);
  const counted: Record<OrderState, number> = { created: 0, paid: 0, granted: 0, closed: 0, refunded: 0 };
  const nextStep = createNextStep(pool, log, byId);

  async function look(readerId: number, orderNo: string, now: Date): Promise<Order | null> {
    const order = await findOrder(pool, orderNo);
    if (order?.readerId !== readerId) return null;
    await upkeep.ask(order, now);
    return findOrder(pool, orderNo);
  }

  return {
    ...createNotifications({ pool, log, channels: byId, settlement, refunds, disputes, count: countNotification }),
    async settle(channelId, payment, now) {
      const channel = byId.get(channelId);
      if (!channel) throw new Error(`there is no channel ${channelId}`);
      await settlement.settle(channel, payment, now);
    },
    channels: (scene) =>
      scene === undefined ? [...channels()] : offered().filter(({ scenes }) => scenes.includes(scene)),
    async items(buyer, now) {
      const settings = await topUpSettings();
      const [limits, first] = await Promise.all([
        limitsLeft(pool, settings, buyer, now),
        isFirstTopUp(pool, buyer.readerId),
      ]);
      const items = onSale(settings, now);
      const sellsPass = items.some(({ days }) => days !== undefined);
      const passComics = sellsPass ? await countPassComics({ adult: buyer.adult, teen: false }) : 0;
      return { items, first, limits, until: nextSaleChange(settings, now), passComics };
    },
    passSale: async (now) => passSale(await topUpSettings(), offered(), now),
    submit: createSubmit({ pool, log, channels: byId, topUpSettings, ports }),
    async continue(readerId, orderNo, reader, now) {
      const order = await look(readerId, orderNo, now);
      return order && nextStep(order, reader, now);
    },
    look,
    async cancel(readerId, orderNo, now) {
      const order = await findOrder(pool, orderNo);
      if (order?.readerId !== readerId) return null;
      await upkeep.cancel(order, now);
      return findOrder(pool, orderNo);
    },
    list: (readerId, { before, size }) => readPage(size, (limit) => listOrdersOf(pool, readerId, before, limit)),
    refundsOf: (orders) =>
      listRefundsOf(
        pool,
        orders.map(({ id }) => id),
      ),
    previewRefund: (order, wish, now) => previewRefund(pool, ports, order, wish, now),
    refund: (order, wish, now) => refundOrder(pool, ports, order, wish, now),
    approveRefund: (request, approval, now) => approveRefund(pool, ports, request, approval, now),
    isFirst: (readerId) => isFirstTopUp(pool, readerId),
    dataOwner: { name: 'orders', mergeReader: moveOrders, eraseReader: anonymise, exportReader: exportOrders },
    async processDue(now) {
      await upkeep.lookAtDue(now);
      await refunds.tryDue(now);
    },
    sweep: (now) => dropRefused(pool, new Date(now.getTime() - REFUSED_KEPT_MS), MOST_REFUSED),
    reconcileDue: reconciliation.reconcileDue,
    reconcile,
    async count(now) {
      await reconciliation.count(now);
      const found = await countOrders(pool);
      for (const state of ['created', 'paid', 'granted', 'closed', 'refunded'] as const)
        counted[state] = found.get(state) ?? 0;
    },
    counted: () => counted,
    countedDifferences: reconciliation.counted,
    check: alarm.check,
    broken: alarm.broken,
  };
}

/** Compares one day of one channel, for a command. Paid orders that it finds are granted as in the app. */
export function openReconcile({
  pool,
  log,
  ports,
}: Pick<ShopParts, 'pool' | 'log'> & { ports: GrantPorts }): Reconcile {
  return createReconcile(pool, log, createSettlement(pool, log, ports));
}
