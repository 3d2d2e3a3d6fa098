import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type CommandOutput, expectNoPositionals, parseOptions, readUsage } from '../core/command-line.ts';
import { messagesAfter, type OutboxMessage } from '../modules/account/account.ts';
import type { Command } from './command.ts';

const SHOWN = 20;
const LOOK_MS = 1000;
const USAGE = '用法：npm run sms [-- --follow]\n显示发件箱里最近的短信；--follow 守着，来一条显示一条，Ctrl-C 结束。\n';
const AT = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' });

type Out = { write(text: string): unknown };
type OutboxUsage = { isFollowing: boolean };

export const command: Command<OutboxUsage> = { readUsage: readOutboxUsage, run: showOutbox };

function readOutboxUsage(args: string[], output: CommandOutput): OutboxUsage | number {
  return readUsage(USAGE, output, () => {
    const { values, positionals } = parseOptions(args, { follow: { type: 'boolean' } });
    if (values.help) return null;
    expectNoPositionals(positionals);
    return { isFollowing: values.follow === true };
  });
}

/** `npm run sms`: shows the latest messages of the outbox, and with `--follow` those to come. */
async function showOutbox(
  { isFollowing }: OutboxUsage,
  { pool, stdout, stop }: { pool: Pool; stdout: Out; stop: AbortSignal },
): Promise<number> {
  let last = await showAfter(0);
  if (last === 0) stdout.write('发件箱是空的。\n');
  while (isFollowing && !stop.aborted) {
    await sleep(LOOK_MS, undefined, { signal: stop }).catch(() => {});
    last = await showAfter(last);
  }
  return 0;

  async function showAfter(id: number): Promise<number> {
    const found = await messagesAfter(pool, id, SHOWN);
    for (const message of found) stdout.write(line(message));
    return found.at(-1)?.id ?? id;
  }
}

function line({ telephone, body, at }: OutboxMessage): string {
  return `${AT.format(at)}  ${telephone}  ${body}\n`;
}
