import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { moneyText } from '#contract/currencies';
import { CHANNEL_IDS } from '../../../adapters/channels/kinds.ts';
import { argsReader, givenDay, parseOptions, WrongUsage } from '../../../core/command-line/command-line.ts';
import { shanghaiSeconds } from '../../../core/time/shanghai-day.ts';
import {
  type BillSums,
  type Channel,
  CLASS_NAMES,
  type Difference,
  KIND_NAMES,
  lastBillDay,
  openReconcile,
  type Reconcile,
  type Reconciled,
  remedyOf,
} from '../../../modules/shop/shop.ts';
import { ORDER_PORTS } from './order-ports.ts';

export type ReconcileContext = {
  pool: Pool;
  log: Logger;
  /** The channels of channels.yaml. */
  channels: readonly Channel[];
  clock: () => Date;
  stdout: { write(text: string): unknown };
};

/** `day` null = the last day with complete bills. */
export type ReconcileArgs = { day: string | null; channel: string | null };

const USAGE = `用法：manyu reconcile [日期] [--channel <渠道>]
  日期       北京时间的一天，如 2026-11-21；默认是账单已经出来的最近一天
  --channel  只核对一个渠道：${CHANNEL_IDS.join('、')}

下载渠道的账单，与订单、付款、退款逐笔核对；付了款而没有通知的订单当场到账。可以重复运行。
漫屿开着时每天自己核对，这个命令用来再核对一次，看怎么办。
退出码：0 全部相符，1 有不符或账单读不到，2 用法有误。
`;

const MISTAKE = '日期要写成 2026-11-21';

export const readReconcileArgs = argsReader(USAGE, readOptions);

function readOptions(argv: string[]): ReconcileArgs {
  const { values, positionals } = parseOptions(argv, { channel: { type: 'string' } });
  const [day = null, ...more] = positionals;
  if (more.length > 0) throw new WrongUsage(MISTAKE);
  return { day: day === null ? null : givenDay(day, MISTAKE), channel: values.channel ?? null };
}

/** Compares the bills of a day with the orders and prints the instructions. Returns the exit code. */
export async function runReconcile(args: ReconcileArgs, context: ReconcileContext): Promise<number> {
  const { pool, log, stdout, clock } = context;
  const channels = context.channels.filter(({ id }) => args.channel === null || id === args.channel);
  if (channels.length === 0) {
    stdout.write(args.channel === null ? '没有配置支付渠道。\n' : `没有「${args.channel}」这个渠道。\n`);
    return 1;
  }
  const reconcile = openReconcile({ pool, log, ports: ORDER_PORTS });
  const day = args.day ?? lastBillDay(clock());
  let isSound = true;
  for (const channel of channels) {
    const lines = await report(reconcile, channel, day, clock());
    stdout.write(`${lines.text.join('\n')}\n`);
    isSound &&= lines.isSound;
  }
  return isSound ? 0 : 1;
}

async function report(reconcile: Reconcile, channel: Channel, day: string, now: Date) {
  try {
    const found = await reconcile(channel, day, now);
    return { text: [`${channel.name} ${day}`, ...linesOf(found)], isSound: found.differences.length === 0 };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const text = [
      `${channel.name} ${day}`,
      `  账单读不到：${why}`,
      '  账单次日上午十点半起才有；之后仍读不到，用 manyu channels check 看密钥与网络。漫屿开着时会自己再试。',
    ];
    return { text, isSound: false };
  }
}

function linesOf({ bill, sums, differences, recovered, waiting, foreign }: Reconciled): string[] {
  const { matched } = bill;
  return [
    ...(sums.length === 0 ? ['  账单：没有交易'] : sums.map(sumLine)),
    `  相符 ${matched} 笔${differences.length === 0 ? '，没有不符' : `，不符 ${differences.length} 笔`}`,
    ...(recovered.length > 0 ? [`  付了款而没有通知，已到账：${recovered.join('、')}（看看通知地址通不通）`] : []),
    ...(waiting > 0 ? [`  ${waiting} 笔在零点前后，等下一天的账单再看`] : []),
    ...(foreign > 0 ? [`  ${foreign} 笔不是漫屿的（同一账户的其他买卖），没有核对`] : []),
    ...differences.flatMap((difference) => [`  ${describe(difference)}`, `    ${remedyOf(difference)}`]),
  ];
}

function sumLine({ currency, payments, paid, refunds, refunded, fee }: BillSums): string {
  const [took, gave, kept] = [paid, refunded, fee].map((amount) => moneyText(amount, currency));
  return `  账单：收款 ${payments} 笔 ${took}，退款 ${refunds} 笔 ${gave}，手续费 ${kept}`;
}

function describe(difference: Difference): string {
  const { kind, no, orderNo, ourAmount, theirAmount, currency, at } = difference;
  const amounts = [
    ...(ourAmount === null ? [] : [`我们 ${moneyText(ourAmount, currency)}`]),
    ...(theirAmount === null ? [] : [`渠道 ${moneyText(theirAmount, currency)}`]),
  ].join('，');
  const [number, time] = [kind === 'payment' ? '交易号' : '退款号', shanghaiSeconds(at)];
  return `✗ ${KIND_NAMES[kind]}，${CLASS_NAMES[difference.class]}：订单 ${orderNo || '（没有写）'}，${number} ${no}，${amounts}，${time}`;
}
