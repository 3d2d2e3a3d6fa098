import type { Pool } from 'pg';
import { LIST_CURRENCY, moneyText } from '#contract/currencies';
import { readPage } from '../../../core/refusal/paging.ts';
import { shanghaiSeconds } from '../../../core/time/shanghai-day.ts';
import {
  type FoundOrder,
  findOrder,
  findOrderById,
  findOrders,
  listPayments,
  listRefunds,
  type Order,
  type OrderSearch,
  type Refund,
} from '../../../modules/shop/shop.ts';
import type { Command } from '../command.ts';
import { findReaderId } from '../readers/reader-name.ts';
import { type ListArgs, type OrdersArgs, readOrdersArgs, STATES } from './orders-args.ts';
import { type RefundContext, runRefund } from './refund.ts';

const PAGE = 50;
const PAYMENTS = { held: '已收到，到账失败，会再试', credited: '已到账', surplus: '退回' };
const REFUNDS = { pending: '退款中', done: '已退款', failed: '支付渠道拒绝，要到渠道后台处理' };
const DISPUTES = { pending: '处理中，已冻结', done: '已败诉，钱被扣走', failed: '已胜诉，已解冻' };
const REASONS = { 'paid-twice': '付了两次', 'reader-gone': '读者已注销', operator: '人工退款', dispute: '争议' };

export const command: Command<OrdersArgs> = {
  readArgs: readOrdersArgs,
  run: runOrders,
};

/** Lists, shows or refunds orders. Returns the exit code. */
export async function runOrders(args: OrdersArgs, context: RefundContext): Promise<number> {
  const { pool, stdout } = context;
  if (args.command === 'list') return list(args, context);
  const order = await findOrder(pool, args.orderNo);
  if (!order) {
    stdout.write(`没有「${args.orderNo}」这张订单。\n`);
    return 1;
  }
  if (args.command === 'refund') return runRefund(order, args, context);
  stdout.write(await whole(pool, order));
  return 0;
}

async function list(args: ListArgs, { pool, stdout }: Pick<RefundContext, 'pool' | 'stdout'>): Promise<number> {
  const { states, reader, day, before } = args;
  const readerId = reader === null ? null : await findReaderId(pool, reader);
  if (reader !== null && readerId === null) {
    stdout.write(`没有「${reader}」这位读者。\n`);
    return 1;
  }
  const position = before === null ? null : await findOrderById(pool, before);
  if (before !== null && position === null) {
    stdout.write(`没有编号为 ${before} 的订单。\n`);
    return 1;
  }
  const period = { from: day?.from ?? null, until: day?.to ?? null };
  const search: OrderSearch = { text: null, states, readerId, channel: null, packageId: null, ...period };
  const { rows, last } = await readPage(PAGE, (limit) => findOrders(pool, search, position, limit));
  for (const order of rows) stdout.write(`${headOf(order)}\n`);
  if (rows.length === 0) stdout.write((states ?? reader ?? day) ? '没有这样的订单。\n' : '还没有订单。\n');
  if (last) stdout.write(`还有更早的：--before ${last.id}\n`);
  return 0;
}

function headOf({
  no,
  createdAt,
  state,
  amount,
  currency,
  cashFen,
  coins,
  passDays,
  readerId,
  channel,
}: Omit<FoundOrder, 'refunded'>): string {
  // The amount for limits and growth, if it differs from the paid amount.
  const listed = currency === LIST_CURRENCY ? '' : `（标价 ${moneyText(cashFen, LIST_CURRENCY)}）`;
  const reader = readerId === null ? '已注销的读者' : `读者 ${readerId}`;
  return `${no}  ${shanghaiSeconds(createdAt)}  ${STATES[state]}  ${moneyText(amount, currency)}${listed}  ${passDays > 0 ? `月卡 ${passDays} 天` : `${coins} 漫币`}  ${channel}  ${reader}`;
}

async function whole(pool: Pool, order: Order): Promise<string> {
  const { id, title, passDays, bonus, firstBonus, grantedBonus, expiresAt, grantedAt } = order;
  const promised = `${bonus}${firstBonus > 0 ? `，首次充值再加 ${firstBonus}` : ''}`;
  const lines = [
    headOf(order),
    `商品：${title}`,
    ...(passDays > 0 ? [] : [grantedBonus === null ? `赠币：${promised}` : `赠币：已给 ${grantedBonus}`]),
    grantedAt ? `到账：${shanghaiSeconds(grantedAt)}` : `付款截止：${shanghaiSeconds(expiresAt)}`,
  ];
  for (const { transactionId, amount, currency, state, paidAt } of await listPayments(pool, id))
    lines.push(
      `付款：${shanghaiSeconds(paidAt)}  ${moneyText(amount, currency)}  交易号 ${transactionId}  ${PAYMENTS[state]}`,
    );
  for (const refund of await listRefunds(pool, id)) lines.push(...refundLines(refund, order.currency));
  return `${lines.join('\n')}\n`;
}

function refundLines(refund: Refund, currency: string): string[] {
  const { no, at, amount, reason, state, tries, takesBack, actor, note } = refund;
  const says = (reason === 'dispute' ? DISPUTES : REFUNDS)[state];
  const lines = [
    `退款：${shanghaiSeconds(at)}  ${moneyText(amount, currency)}  退款号 ${no}  ${REASONS[reason]}，${says}${reason === 'dispute' ? '' : `（试过 ${tries} 次）`}`,
  ];
  if (note !== null) lines.push(`　　　${note}（${actor}）`);
  if (takesBack) lines.push(`　　　${state === 'failed' ? '已还给读者' : '收回'} ${takenText(refund)}`);
  return lines;
}

function takenText({ passDays, takenCoins, takenBonus, debt }: Refund): string {
  if (passDays > 0) return `月卡 ${passDays} 天`;
  return `${takenCoins} 漫币、${takenBonus} 赠币${debt > 0 ? `，记欠 ${debt} 漫币` : ''}`;
}
