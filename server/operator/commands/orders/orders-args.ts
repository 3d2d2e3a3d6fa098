import type { OrderState } from '#contract/order-shapes';
import {
  argsReader,
  givenDay,
  givenReason,
  parseOptions,
  recordNumber,
  WrongUsage,
} from '../../../core/command-line/command-line.ts';
import { shanghaiDayEnd, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';

export const STATES: Readonly<Record<OrderState, string>> = {
  created: '待付款',
  paid: '已付未到账',
  granted: '已到账',
  closed: '已关闭',
  refunded: '已退款',
};

const USAGE = `用法：manyu orders [命令]
  list                              充值订单，新的在前；可以加：
       --state <状态>               ${Object.entries(STATES)
         .map(([name, says]) => `${name} ${says}`)
         .join('，')}
       --open                       待付款与已付未到账的
       --reader <读者>              编号、用户名或手机号
       --day 2026-11-22             这一天下的单，按北京时间
       --before <编号>              更早的
  show <订单号>                     一张订单的付款与退款
  refund <订单号> --reason "原因" --coins-back 或 --keep
                                    退款：先说清楚要做什么，确认之后才做
       --coins-back                 收回这笔钱给的漫币与赠币；用掉了的记作欠，下次充值先还
       --keep                       不收回
       --partial 3.00               只退这么多，按订单付款的币种；不写就退余下的全部
       --yes                        不再确认（脚本用）
`;

export type ListArgs = {
  command: 'list';
  states: OrderState[] | null;
  reader: string | null;
  day: { from: Date; to: Date } | null;
  before: number | null;
};
export type RefundArgs = {
  command: 'refund';
  orderNo: string;
  takesBack: boolean;
  /** The amount as typed, in the currency of the order; null = everything that is left. */
  partial: string | null;
  reason: string;
  yes: boolean;
};
/** A parsed command. */
export type OrdersArgs = ListArgs | { command: 'show'; orderNo: string } | RefundArgs;

export const readOrdersArgs = argsReader(USAGE, readOptions);

const string = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

function readOptions(argv: string[]): OrdersArgs {
  const { values, positionals } = parseOptions(argv, {
    open: flag,
    before: string,
    state: string,
    reader: string,
    day: string,
    'coins-back': flag,
    keep: flag,
    partial: string,
    reason: string,
    yes: flag,
  });
  const [command = 'list', orderNo, ...more] = positionals;
  const options = Object.keys(values);
  const allows = (...names: string[]) => more.length === 0 && options.every((name) => names.includes(name));
  if (command === 'list' && orderNo === undefined && allows('open', 'before', 'state', 'reader', 'day'))
    return readList(values);
  if (command === 'show' && orderNo !== undefined && allows()) return { command, orderNo };
  if (command === 'refund' && orderNo !== undefined && allows('coins-back', 'keep', 'partial', 'reason', 'yes'))
    return readRefund(orderNo, values);
  throw new WrongUsage('没有看懂这个命令');
}

type ListOptions = Partial<Record<'before' | 'state' | 'reader' | 'day', string>> & { open?: boolean };

function readList({ open, before, state, reader, day }: ListOptions): ListArgs {
  if (open && state !== undefined) throw new WrongUsage('--open 与 --state 只能写一个');
  const ofOneState = state === undefined ? null : [readState(state)];
  return {
    command: 'list',
    states: open ? ['created', 'paid'] : ofOneState,
    reader: reader ?? null,
    day: day === undefined ? null : readDay(day),
    before: before === undefined ? null : recordNumber('--before', before),
  };
}

function readState(given: string): OrderState {
  for (const state of ['created', 'paid', 'granted', 'closed', 'refunded'] as const)
    if (given === state || given === STATES[state]) return state;
  throw new WrongUsage(`--state 要写 ${Object.keys(STATES).join('、')} 之一`);
}

function readDay(given: string): { from: Date; to: Date } {
  const from = startOfShanghaiDay(givenDay(given, '--day 要写成 2026-11-22'));
  return { from, to: shanghaiDayEnd(from) };
}

type RefundOptions = {
  'coins-back'?: boolean;
  keep?: boolean;
  partial?: string;
  reason?: string;
  yes?: boolean;
};

function readRefund(orderNo: string, values: RefundOptions): RefundArgs {
  const takesBack = values['coins-back'] === true;
  if (takesBack === (values.keep === true))
    throw new WrongUsage('要写 --coins-back（收回漫币）或 --keep（不收回），写一个');
  const reason = givenReason(values.reason);
  const { partial = null } = values;
  if (partial !== null && !/^(?![0.]+$)\d{1,9}(\.\d{1,2})?$/.test(partial))
    throw new WrongUsage('--partial 要写金额，如 3 或 3.50');
  return { command: 'refund', orderNo, takesBack, partial, reason, yes: values.yes === true };
}
