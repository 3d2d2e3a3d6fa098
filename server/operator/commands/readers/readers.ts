import { paths } from '#contract/paths';
import { type CommandOutput, parseOptions, readArgs, WrongUsage } from '../../../core/command-line/command-line.ts';
import { operatorName } from '../../../core/command-line/launch-environment.ts';
import { transaction } from '../../../core/db/db.ts';
import { shanghaiMinutes } from '../../../core/time/shanghai-day.ts';
import {
  findManagedReader,
  type ManagedReader,
  manageReader,
  maskedTelephone,
  offerPasswordLink,
  type ReaderAction,
} from '../../../modules/account/account.ts';
import { listEntriesOf } from '../../../modules/audit/audit.ts';
import { findOrder } from '../../../modules/shop/shop.ts';
import { readBalances } from '../../../modules/wallet/wallet.ts';
import { actionName, entryLine } from '../comics/comics-view.ts';
import type { Command, CommandContext } from '../command.ts';
import { agree, type Confirm } from '../confirm.ts';
import { explained } from '../explained.ts';
import { findReaderId } from './reader-name.ts';

const USAGE = `用法：manyu readers <命令> [--yes]
  find <读者>                     读者写编号、用户名、手机号，或充值订单号
  show <读者>                     账号、余额，和对它做过的事
  ban <读者> --reason "原因"      停用：从下一次调用起什么也做不了，也不能再登录
  unban <读者> [--reason "原因"]  重新启用
  end-sessions <读者>             退出所有设备
  erase <读者> --reason "原因" [--now]
                                  注销：七天后删除数据，其间登录就取消；--now 在一小时之内删除
  keep <读者>                     取消注销
  teen-off <读者> --reason "原因" 关闭未成年人模式：家长忘了密码
  phone <读者> <新号码> --reason "原因"
                                  换手机号并退出所有设备：手机丢了，又没有密码
  reset-password <读者> --reason "原因"
                                  给一个链接，读者用它设新密码：用一次，24 小时之内
先列出要做什么再问；加 --yes 就不问。
`;

const COMMANDS = [
  'find',
  'show',
  'ban',
  'unban',
  'end-sessions',
  'erase',
  'keep',
  'teen-off',
  'phone',
  'reset-password',
] as const;
/** Actions that take something from a reader or give access to an account. */
const NEED_REASON: readonly string[] = ['ban', 'erase', 'teen-off', 'phone', 'reset-password'];
const PHONE = /^1\d{10}$/;
const GRACE_MS = 7 * 24 * 3600 * 1000;
const MOST_ENTRIES = 50;

export type ReadersArgs = { reader: string; yes: boolean; reason: string | null } & (
  | { command: 'find' | 'show' | 'reset-password' }
  | { command: 'manage'; action: ReaderAction }
);
export type ReadersContext = Pick<CommandContext, 'pool' | 'clock' | 'publicUrl'> & {
  stdout: { write(text: string): unknown };
  confirm: Confirm;
};

export const command: Command<ReadersArgs> = {
  readArgs: readReadersArgs,
  run: runReaders,
};

export function readReadersArgs(argv: string[], output: CommandOutput & { clock: () => Date }): ReadersArgs | number {
  return readArgs(USAGE, output, () => readOptions(argv, output.clock()));
}

function readOptions(argv: string[], now: Date): ReadersArgs {
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = parseOptions(argv, { yes: flag, now: flag, reason: { type: 'string' } });
  const [word = '', reader, telephone, ...more] = positionals;
  const command = COMMANDS.find((name) => name === word);
  if (!command || reader === undefined || more.length > 0 || (telephone === undefined) === (command === 'phone'))
    throw new WrongUsage('没有看懂这个命令');
  if (values.now && command !== 'erase') throw new WrongUsage('--now 只用于 erase');
  const reason = values.reason?.trim() || null;
  if (reason === null && NEED_REASON.includes(command)) throw new WrongUsage('要写原因：--reason');
  const common = { reader, yes: values.yes === true, reason };
  if (command === 'find' || command === 'show' || command === 'reset-password') return { ...common, command };
  return { ...common, command: 'manage', action: readAction(command, { telephone, isNow: values.now === true }, now) };
}

function readAction(
  kind: ReaderAction['kind'],
  { telephone, isNow }: { telephone: string | undefined; isNow: boolean },
  now: Date,
): ReaderAction {
  if (kind === 'erase') return { kind, at: isNow ? now : new Date(now.getTime() + GRACE_MS) };
  if (kind === 'ban') return { kind, until: null };
  if (kind !== 'phone') return { kind };
  if (!telephone || !PHONE.test(telephone)) throw new WrongUsage('新号码要写 11 位手机号');
  return { kind, telephone };
}

/** Finds, shows or changes a reader; returns the exit code. */
export async function runReaders(args: ReadersArgs, context: ReadersContext): Promise<number> {
  const { pool, stdout } = context;
  const id = (await findReaderId(pool, args.reader)) ?? (await findOrder(pool, args.reader))?.readerId ?? null;
  const reader = id === null ? null : await findManagedReader(pool, id);
  if (!reader) {
    stdout.write(`没有「${args.reader}」这位读者。\n`);
    return 1;
  }
  if (args.command === 'manage') return manage(args, reader, context);
  if (args.command === 'reset-password') return resetPassword(args, reader, context);
  stdout.write(args.command === 'find' ? headOf(reader) : await whole(reader, context));
  return 0;
}

type GovernArgs = Extract<ReadersArgs, { command: 'manage' }>;

async function manage(args: GovernArgs, reader: ManagedReader, context: ReadersContext): Promise<number> {
  const { pool, stdout, clock, confirm } = context;
  const { action } = args;
  stdout.write(`${headOf(reader)}${actionName(action.kind)}${consequence(action)}\n`);
  if (!(await agree(args.yes, stdout, confirm))) return 1;
  const act = { actor: operatorName(), action: action.kind, reason: args.reason };
  return explained(stdout, '没有做：', async () => {
    const entry = await transaction(pool, (tx) => manageReader(tx, act, reader.readerId, action, clock()));
    stdout.write(entry === null ? '本来就是这样，没有改动。\n' : `已做，记录 ${entry}。\n`);
    return 0;
  });
}

/** Makes the link and shows it. It can't be shown again. */
async function resetPassword(
  { yes, reason }: ReadersArgs,
  reader: ManagedReader,
  context: ReadersContext,
): Promise<number> {
  const { pool, stdout, clock, confirm, publicUrl } = context;
  stdout.write(
    `${headOf(reader)}重设密码：给一个链接，读者用它设新密码并登录；用一次就失效，24 小时之内有效，再给一个，前一个就失效。用了之后所有设备退出，在那之前什么都不变\n`,
  );
  if (!(await agree(yes, stdout, confirm))) return 1;
  const act = { actor: operatorName(), action: 'reset-password', reason };
  return explained(stdout, '没有做：', async () => {
    const { token, expiresAt, entryId } = await transaction(pool, (tx) =>
      offerPasswordLink(tx, act, reader.readerId, clock()),
    );
    const hint = publicUrl ? '' : '没有设 PUBLIC_URL：前面加上网站的地址。\n';
    stdout.write(
      `已做，记录 ${entryId}。把这个链接交给读者本人，${shanghaiMinutes(expiresAt)} 之前打开：\n${publicUrl ?? ''}${paths.resetPassword}#${token}\n${hint}`,
    );
    return 0;
  });
}

function consequence(action: ReaderAction): string {
  switch (action.kind) {
    case 'ban':
      return '：从下一次调用起什么也做不了，也不能再登录；重新启用用 unban';
    case 'erase':
      return `：${shanghaiMinutes(action.at)} 之后一小时之内，收藏、阅读记录、余额、反馈都删除，账目与订单保留，但不再与这位读者关联；在那之前登录或 keep 就取消`;
    case 'phone':
      return `成 ${maskedTelephone(action.telephone)}，并退出所有设备`;
    default:
      return '';
  }
}

function headOf(reader: ManagedReader): string {
  const { readerId, username, nickname, telephone, createdAt, readerSeenAt, bannedAt, bannedUntil, erasesAt, teen } =
    reader;
  const parts = [
    `读者 ${readerId}`,
    nickname,
    ...(username === null ? [] : [`用户名 ${username}`]),
    ...(telephone === null ? [] : [`手机 ${maskedTelephone(telephone)}`]),
    `${shanghaiMinutes(createdAt)} 来`,
    ...(readerSeenAt === null ? [] : [`最近 ${shanghaiMinutes(readerSeenAt)}`]),
    ...(teen ? ['未成年人模式'] : []),
    ...(bannedAt === null
      ? []
      : [`${shanghaiMinutes(bannedAt)} 停用${bannedUntil === null ? '' : `，到 ${shanghaiMinutes(bannedUntil)}`}`]),
    ...(erasesAt === null ? [] : [`${shanghaiMinutes(erasesAt)} 删除数据`]),
  ];
  return `${parts.join('  ')}\n`;
}

async function whole(reader: ManagedReader, { pool, clock }: ReadersContext): Promise<string> {
  const { readerId, sessions, points } = reader;
  const { coins, bonus, tickets } = await readBalances(pool, readerId, clock());
  const done = { subject: 'reader', ids: [readerId] } as const;
  const entries = await listEntriesOf(pool, done, Number.MAX_SAFE_INTEGER, MOST_ENTRIES);
  return [
    headOf(reader),
    `漫币 ${coins}、赠币 ${bonus}、阅读券 ${tickets}；成长值 ${points}；登录着的设备 ${sessions}\n`,
    `流水：manyu wallet statement ${readerId}；订单：manyu orders list --reader ${readerId}\n`,
    ...entries.map((entry) => entryLine(entry, '')),
  ].join('');
}
