import type { Pool } from 'pg';
import type { OrderState } from '#contract/shapes';
import { type CommandOutput, parseOptions, readUsage, WrongUsage } from '../core/command-line.ts';
import { readPage } from '../core/paging.ts';
import { findOrder, listOrders, listPayments, listRefunds, type Order, yuanOfFen } from '../modules/shop/shop.ts';
import type { Command } from './command.ts';

const PAGE = 50;
const STATES: Readonly<Record<OrderState, string>> = {
  created: '待付款',
  paid: '已付未到账',
  granted: '已到账',
  closed: '已关闭',
  refunded: '已退款',
};
const PAYMENTS = { held: '已收到，到账失败，会再试', credited: '已到账', surplus: '退回' };
const REFUNDS = { pending: '退款中', done: '已退款', failed: '支付渠道拒绝，要到渠道后台处理' };
const REASONS = { 'paid-twice': '付了两次', 'reader-gone': '读者已注销' };
const USAGE = `用法：npm run orders -- [命令]
  list [--open] [--before <编号>]   充值订单，新的在前；--open 只列待付款与已付未到账的
  show <订单号>                     一张订单的付款与退款
`;

type Out = { write(text: string): unknown };

/** A parsed command. */
export type OrdersUsage =
  | { command: 'list'; open: boolean; before: number | null }
  | { command: 'show'; orderNo: string };

export const command: Command<OrdersUsage> = { readUsage: readOrdersUsage, run: runOrders };

export function readOrdersUsage(args: string[], output: CommandOutput): OrdersUsage | number {
  return readUsage(USAGE, output, () => readOptions(args));
}

function readOptions(args: string[]): OrdersUsage | null {
  const { values, positionals } = parseOptions(args, { open: { type: 'boolean' }, before: { type: 'string' } });
  if (values.help) return null;
  const [command = 'list', orderNo, ...more] = positionals;
  const before = values.before ?? null;
  if (before !== null && !/^[1-9]\d{0,14}$/.test(before)) throw new WrongUsage('--before 要写一张订单的编号');
  if (command === 'list' && orderNo === undefined)
    return { command, open: values.open === true, before: before === null ? null : Number(before) };
  const isAlone = more.length === 0 && before === null && values.open === undefined;
  if (command === 'show' && orderNo !== undefined && isAlone) return { command, orderNo };
  throw new WrongUsage('没有看懂这个命令');
}

/** Lists or shows orders; returns the exit code. */
export async function runOrders(usage: OrdersUsage, { pool, stdout }: { pool: Pool; stdout: Out }): Promise<number> {
  if (usage.command === 'list') return list(pool, stdout, usage);
  const order = await findOrder(pool, usage.orderNo);
  if (!order) {
    stdout.write(`没有「${usage.orderNo}」这张订单。\n`);
    return 1;
  }
  stdout.write(await whole(pool, order));
  return 0;
}

async function list(pool: Pool, stdout: Out, { open, before }: { open: boolean; before: number | null }) {
  const states: OrderState[] | null = open ? ['created', 'paid'] : null;
  const { rows, last } = await readPage(PAGE, (limit) => listOrders(pool, { before, size: limit, states }));
  for (const order of rows) stdout.write(`${headOf(order)}\n`);
  if (rows.length === 0) stdout.write(open ? '没有未完成的订单。\n' : '还没有订单。\n');
  if (last) stdout.write(`还有更早的：--before ${last.id}\n`);
  return 0;
}

function headOf({ no, createdAt, state, cashFen, coins, readerId, channel }: Order): string {
  const reader = readerId === null ? '已注销的读者' : `读者 ${readerId}`;
  return `${no}  ${timeOf(createdAt)}  ${STATES[state]}  ¥${yuanOfFen(cashFen)}  ${coins} 漫币  ${channel}  ${reader}`;
}

async function whole(pool: Pool, order: Order): Promise<string> {
  const { id, title, bonus, firstBonus, grantedBonus, expiresAt, grantedAt } = order;
  const promised = `${bonus}${firstBonus > 0 ? `，首次充值再加 ${firstBonus}` : ''}`;
  const lines = [
    headOf(order),
    `商品：${title}`,
    grantedBonus === null ? `赠币：${promised}` : `赠币：已给 ${grantedBonus}`,
    grantedAt ? `到账：${timeOf(grantedAt)}` : `付款截止：${timeOf(expiresAt)}`,
  ];
  for (const { transactionId, cashFen, state, paidAt } of await listPayments(pool, id))
    lines.push(`付款：${timeOf(paidAt)}  ¥${yuanOfFen(cashFen)}  交易号 ${transactionId}  ${PAYMENTS[state]}`);
  for (const { no, at, cashFen, reason, state, tries } of await listRefunds(pool, id))
    lines.push(
      `退款：${timeOf(at)}  ¥${yuanOfFen(cashFen)}  退款号 ${no}  ${REASONS[reason]}，${REFUNDS[state]}（试过 ${tries} 次）`,
    );
  return `${lines.join('\n')}\n`;
}

function timeOf(at: Date): string {
  return at.toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false });
}
