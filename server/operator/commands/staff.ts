import { ROLE_NAMES } from '#contract/console/roles';
import { type CommandOutput, parseOptions, readArgs, WrongUsage } from '../../core/command-line/command-line.ts';
import { operatorName } from '../../core/command-line/launch-environment.ts';
import { transaction } from '../../core/db/db.ts';
import { shanghaiMinutes } from '../../core/time/shanghai-day.ts';
import {
  findPersonByName,
  managePerson,
  offerFirstLink,
  readPeople,
  resetPerson,
  type StaffLink,
} from '../../modules/staff/staff.ts';
import type { CommandContext } from './command.ts';
import { agree, type Confirm } from './confirm.ts';
import { explained } from './explained.ts';
import { type CheckLogArgs, checkLog, type LogArgs, readCheckLogArgs, readLogArgs, showLog } from './staff-log.ts';
import { renderTable } from './table.ts';

const USAGE = `用法：manyu staff <命令> [--yes]
  list                    后台的员工与角色
  link                    还没有员工时，生成创建第一位所有者的链接，30 分钟内有效
  reset <用户名>          生成一个链接，员工用它重设密码与验证器，只能用一次
  disable <用户名>        停用：会话与 API 密钥立即失效，不能再登录
  enable <用户名>         取消停用
  end-sessions <用户名>   结束全部会话
  log [用户名] [--from 2026-11-01] [--to 2026-11-30] [--csv]
                          操作记录的最近 50 条，或全部（最多一万条）的 CSV
  check-log [哈希]        核对操作记录有没有被改过；写上以前抄下的最后的哈希，看它还在不在
先列出要做什么再问；加 --yes 就不问。
`;

const ACTIONS = ['reset', 'disable', 'enable', 'end-sessions'] as const;
type Action = (typeof ACTIONS)[number];

const EFFECTS: Readonly<Record<Action, string>> = {
  reset: '生成重设密码与验证器的链接；用过之后原来的密码、验证器、恢复码、API 密钥与会话都失效，在那之前不变',
  disable: '停用：会话与 API 密钥立即失效，不能再登录',
  enable: '取消停用',
  'end-sessions': '结束全部会话',
};

const STATES = { active: '使用中', invited: '还没有设密码', disabled: '已停用' } as const;

type Act = { command: 'act'; yes: boolean; action: Action; name: string };
export type StaffArgs = { command: 'list' | 'link'; yes: boolean } | LogArgs | CheckLogArgs | Act;
export type StaffContext = Pick<CommandContext, 'pool' | 'clock'> & {
  /** The address of the console. */
  consoleUrl: string;
  stdout: { write(text: string): unknown };
  confirm: Confirm;
};

export function readStaffArgs(argv: string[], output: CommandOutput): StaffArgs | number {
  return readArgs<StaffArgs>(USAGE, output, () => {
    const { values, positionals } = parseOptions(argv, {
      yes: { type: 'boolean' },
      from: { type: 'string' },
      to: { type: 'string' },
      csv: { type: 'boolean' },
    });
    const { yes: _yes, help: _help, ...forLog } = values;
    const [word = 'list', name, ...more] = positionals;
    if (word === 'log' && more.length === 0) return readLogArgs(name, forLog);
    if (word === 'check-log' && more.length === 0) return readCheckLogArgs(name);
    if (Object.keys(forLog).length > 0) throw new WrongUsage('--from、--to 与 --csv 只用于 log');
    const yes = values.yes === true;
    if ((word === 'list' || word === 'link') && name === undefined) return { yes, command: word };
    const action = ACTIONS.find((each) => each === word);
    if (!action || name === undefined || more.length > 0) throw new WrongUsage('没有看懂这个命令');
    return { yes, command: 'act', action, name };
  });
}

/** Lists the staff or changes one of them; returns the exit code. */
export async function runStaff(args: StaffArgs, context: StaffContext): Promise<number> {
  if (args.command === 'act') return act(args, context);
  if (args.command === 'log') return showLog(args, context);
  if (args.command === 'check-log') return checkLog(args, context);
  return args.command === 'list' ? list(context) : offerLink(context);
}

async function list({ pool, stdout, clock }: StaffContext): Promise<number> {
  const people = await readPeople(pool, clock());
  if (people.length === 0) {
    stdout.write('还没有员工。创建第一位所有者：manyu staff link\n');
    return 0;
  }
  const head = ['用户名', '角色', '状态', '会话', '恢复码', '最近使用'];
  const rows = people.map(({ name, role, state, sessions, recoveryCodes, seenAt }) => [
    name,
    ROLE_NAMES[role],
    STATES[state],
    sessions,
    recoveryCodes,
    seenAt === null ? '' : shanghaiMinutes(seenAt),
  ]);
  stdout.write(renderTable([head, ...rows], [3, 4]));
  return 0;
}

async function offerLink(context: StaffContext): Promise<number> {
  const { pool, stdout, clock } = context;
  const link = await transaction(pool, (tx) => offerFirstLink(tx, clock()));
  if (link === null) {
    stdout.write('已经有员工了。要让其中一位重新登录：manyu staff reset <用户名>\n');
    return 1;
  }
  stdout.write(linkText(link, context));
  return 0;
}

async function act({ action, name, yes }: Act, context: StaffContext): Promise<number> {
  const { pool, stdout, clock, confirm } = context;
  const person = await findPersonByName(pool, name);
  if (!person) {
    stdout.write(`没有「${name}」这位员工。\n`);
    return 1;
  }
  stdout.write(`${person.name}（${ROLE_NAMES[person.role]}）：${EFFECTS[action]}\n`);
  if (!(await agree(yes, stdout, confirm))) return 1;
  const actor = { name: operatorName(), personId: null };
  return explained(stdout, '没有做：', async () => {
    const link = await transaction(pool, async (tx) => {
      if (action === 'reset') return resetPerson(tx, actor, person.id, clock());
      await managePerson(tx, actor, person.id, { kind: action }, clock());
      return null;
    });
    if (link) stdout.write(linkText(link, context));
    stdout.write('已做。\n');
    return 0;
  });
}

function linkText({ token, expiresAt }: StaffLink, { consoleUrl }: StaffContext): string {
  return `把这个链接交给本人，${shanghaiMinutes(expiresAt)} 之前打开，只能用一次：\n${consoleUrl}/link#${token}\n`;
}
