import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import {
  type CommandOutput,
  expectNoPositionals,
  parseOptions,
  readArgs,
  WrongUsage,
  wholeNumber,
} from '../../../core/command-line/command-line.ts';
import { operatorName } from '../../../core/command-line/launch-environment.ts';
import { transaction } from '../../../core/db/db.ts';
import { shanghaiSeconds } from '../../../core/time/shanghai-day.ts';
import {
  findDelivery,
  latestDeliveries,
  maskedTelephone,
  messagesAfter,
  type OutboxMessage,
  type SmsDelivery,
} from '../../../modules/account/account.ts';
import { logStaffEvent } from '../../../modules/staff/staff.ts';
import type { Command } from '../command.ts';

const SHOWN = 20;
const LISTED = 50;
const LOOK_MS = 1000;
const USAGE = `用法：manyu sms [命令]
  （不写）[--follow]  发件箱里最近的短信，没有网关时用；--follow 一直等着，来一条显示一条，Ctrl-C 结束
  list [手机号]       最近一周交给网关的短信，到了没有
  show <编号>         其中一条的全部
  check [手机号]      检查 sms.yaml 与网关；写了手机号，就真的各发一条

网关写在数据目录的 sms.yaml 里，写法见 docs/sms.md。
`;

const PURPOSES: Readonly<Record<SmsDelivery['purpose'], string>> = {
  login: '登录',
  bind: '绑定手机',
  password: '修改密码',
  phone: '更换手机号',
  delete: '注销账号',
  'phone-changed': '通知：手机号已更换',
};
const OUTCOMES: Readonly<Record<SmsDelivery['outcome'], string>> = {
  sent: '收下了',
  throttled: '这个号码次数太多',
  'bad-number': '号码不对',
  'operator-fault': '不肯发',
  unknown: '没有答复',
};
const REPORTS = { delivered: '到了', undelivered: '没有到' };

type Out = { write(text: string): unknown };
type Context = { pool: Pool; clock(): Date; stdout: Out; stderr: Out; stop: AbortSignal };
type SmsArgs =
  | { show: 'outbox'; isFollowing: boolean }
  | { show: 'list'; telephone: string | null }
  | { show: 'one'; id: number };

export const command: Command<SmsArgs> = { readArgs: readSmsArgs, run: runSms };

export function readSmsArgs(argv: string[], output: CommandOutput): SmsArgs | number {
  return readArgs(USAGE, output, (): SmsArgs => {
    const { values, positionals } = parseOptions(argv, { follow: { type: 'boolean' } });
    const [name, ...rest] = positionals;
    if (name === 'list') {
      const [telephone = null, ...more] = rest;
      expectNoPositionals(more);
      return { show: 'list', telephone };
    }
    if (name === 'show') {
      const [id, ...more] = rest;
      expectNoPositionals(more);
      if (id === undefined) throw new WrongUsage('show 后面要写编号，编号在 list 里');
      return { show: 'one', id: wholeNumber('编号', id) };
    }
    expectNoPositionals(positionals);
    return { show: 'outbox', isFollowing: values.follow === true };
  });
}

export async function runSms(args: SmsArgs, context: Context): Promise<number> {
  if (args.show === 'list') return listDeliveries(args.telephone, context);
  if (args.show === 'one') return showDelivery(args.id, context);
  return showOutbox(args.isFollowing, context);
}

async function listDeliveries(telephone: string | null, { pool, stdout }: Context): Promise<number> {
  const found = await latestDeliveries(pool, telephone, LISTED);
  if (found.length === 0) stdout.write('最近一周没有短信交给网关。\n');
  for (const each of found) {
    const { id, at, purpose, sender, detail } = each;
    const to = maskedTelephone(each.telephone);
    stdout.write(
      `${id}  ${shanghaiSeconds(at)}  ${to}  ${PURPOSES[purpose]}  ${sender}  ${stateOf(each)}${detail ? `  ${detail}` : ''}\n`,
    );
  }
  return 0;
}

async function showDelivery(id: number, context: Context): Promise<number> {
  const { pool, stdout, stderr } = context;
  const found = await findDelivery(pool, id);
  if (found) await logRead(context, 'read-delivery', { delivery: id });
  else {
    stderr.write(`没有 ${id} 号短信；记录留一周，编号见 manyu sms list。\n`);
    return 1;
  }
  const lines: [string, string | null][] = [
    ['时间', shanghaiSeconds(found.at)],
    ['号码', found.telephone],
    ['用途', PURPOSES[found.purpose]],
    ['网关', found.sender],
    ['交给网关', `${OUTCOMES[found.outcome]}${found.detail ? `（${found.detail}）` : ''}`],
    ['网关的编号', found.messageId],
    [
      '回执',
      found.outcome === 'sent' ? `${stateOf(found)}${found.reportDetail ? `（${found.reportDetail}）` : ''}` : null,
    ],
    ['下次再问', found.askAt && shanghaiSeconds(found.askAt)],
  ];
  for (const [name, value] of lines) if (value !== null) stdout.write(`${name}：${value}\n`);
  return 0;
}

function stateOf({ outcome, report, askAt }: SmsDelivery): string {
  if (outcome !== 'sent') return OUTCOMES[outcome];
  return report ? REPORTS[report] : askAt ? '等回执' : '没有回执';
}

/** Prints the latest messages of the outbox, and with `isFollowing` also new ones. */
async function showOutbox(isFollowing: boolean, context: Context): Promise<number> {
  const { pool, stdout, stop } = context;
  let last = await showAfter(0);
  if (last === 0) stdout.write('发件箱是空的。\n');
  while (isFollowing && !stop.aborted) {
    await sleep(LOOK_MS, undefined, { signal: stop }).catch(() => {});
    last = await showAfter(last);
  }
  return 0;

  async function showAfter(id: number): Promise<number> {
    const found = await messagesAfter(pool, id, SHOWN);
    if (found.length > 0) await logRead(context, 'read-messages', { messages: found.length });
    for (const message of found) stdout.write(line(message));
    return found.at(-1)?.id ?? id;
  }
}

/** Full phone numbers and the codes of readers were read. Nobody of the staff is the subject. */
function logRead({ pool, clock }: Context, action: string, after: { messages: number } | { delivery: number }) {
  const event = { actor: operatorName(), action, personId: 0, after };
  return transaction(pool, (tx) => logStaffEvent(tx, event, clock()));
}

function line({ telephone, body, at }: OutboxMessage): string {
  return `${shanghaiSeconds(at)}  ${telephone}  ${body}\n`;
}
