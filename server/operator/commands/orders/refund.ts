import type { Pool } from 'pg';
import { amountOf, moneyText } from '#contract/currencies';
import { operatorName } from '../../../core/command-line/launch-environment.ts';
import { NoRefund, type Order, previewRefund, refundOrder } from '../../../modules/shop/shop.ts';
import { agree, type Confirm } from '../confirm.ts';
import { ORDER_PORTS } from './order-ports.ts';
import { type RefundArgs, STATES } from './orders-args.ts';

export type RefundContext = {
  pool: Pool;
  clock: () => Date;
  stdout: { write(text: string): unknown };
  confirm: Confirm;
};

type Args = Omit<RefundArgs, 'command' | 'orderNo' | 'partial'> & { amount: number | null };

/** Prints the refund, asks, and records it. Returns the exit code. The running server sends the money. */
export async function runRefund(
  order: Order,
  { partial, ...asked }: Omit<RefundArgs, 'command' | 'orderNo'>,
  context: RefundContext,
): Promise<number> {
  const amount = partial === null ? null : amountOf(partial, order.currency);
  if (partial !== null && !amount) {
    context.stdout.write(
      `--partial 要写 ${order.currency} 的金额，不能是 0；这张订单付了 ${moneyText(order.amount, order.currency)}。\n`,
    );
    return 2;
  }
  const args = { ...asked, amount };
  try {
    context.stdout.write(await preview(order, args, context));
    if (!(await agree(args.yes, context.stdout, context.confirm, '就这样退款？输入 yes 确认：'))) return 1;
    context.stdout.write(await refund(order, args, context));
    return 0;
  } catch (error) {
    if (!(error instanceof NoRefund)) throw error;
    context.stdout.write(`${problemOf(error, order)}\n`);
    return 1;
  }
}

async function preview(order: Order, args: Args, { pool, clock }: RefundContext): Promise<string> {
  const found = await previewRefund(pool, ORDER_PORTS, order, args, clock());
  const { payment, amount, coins, bonus, rest, taken, expired } = found;
  const lines = [
    `订单 ${order.no}：${order.title}，付了 ${moneyText(payment.amount, order.currency)}，已退 ${moneyText(payment.refunded, order.currency)}`,
    `退款：${moneyText(amount, order.currency)}，经 ${payment.channel} 退回付款的账户${rest > 0 ? `；之后还可以退 ${moneyText(rest, order.currency)}` : ''}`,
  ];
  const isPass = order.passDays > 0;
  if (!args.takesBack) lines.push(`收回：不收回，${isPass ? '月卡' : '漫币和赠币'}留给读者`);
  else if (order.readerId === null) lines.push('收回：读者已注销，没有可以收回的');
  else if (isPass)
    lines.push(
      `收回：月卡 ${taken.passDays} 天（共 ${order.passDays} 天；已经开始的日子不退，部分退款按比例，零头舍去）`,
    );
  else {
    const isPart = amount < payment.amount;
    lines.push(
      `收回：这笔钱当初给了 ${coins} 漫币、${bonus} 赠币${isPart ? '（按金额的比例，零头舍去，退到最后一笔时补齐）' : ''}`,
      `　　　钱包里现在能收回 ${taken.coins} 漫币、${taken.bonus} 赠币${taken.debt > 0 ? `；用掉的记作欠 ${taken.debt} 漫币，下次充值先还，还清之前不能购买` : ''}`,
    );
    if (expired > 0) lines.push(`　　　${expired} 赠币已经过期，不再追回`);
  }
  return `${lines.join('\n')}\n`;
}

async function refund(order: Order, args: Args, { pool, clock }: RefundContext): Promise<string> {
  const { reason: note, takesBack, amount } = args;
  const wish = { takesBack, amount, actor: operatorName(), note };
  const { no, ...done } = await refundOrder(pool, ORDER_PORTS, order, wish, clock());
  return `已登记退款 ${no}：${moneyText(done.amount, order.currency)}。服务器运行时几秒之内向渠道退；结果看 manyu orders show ${order.no}\n`;
}

function problemOf({ reason, left }: NoRefund, order: Order): string {
  if (reason === 'not-granted') return `不能退：这张订单${STATES[order.state]}，到了账的才能用这个命令退。`;
  if (reason === 'too-much') return `不能退这么多：还可以退 ${moneyText(left, order.currency)}。`;
  if (reason === 'days-used') return '不能退：月卡的日子都已经开始或退完了；仍要退钱，写 --keep，什么也不收回。';
  return '不能退：这笔钱已经全部退了，或正在退，或因争议冻结着。';
}
