import { ALERTS_FILE_NAME, readAlertSettings } from '../alerts/settings.ts';
import { createWebhook } from '../alerts/webhook.ts';
import { type CommandOutput, parseOptions, readUsage, WrongUsage } from '../core/command-line.ts';
import { formatMistake } from '../core/yaml-source.ts';

const USAGE = `用法：npm run alert -- test
按数据目录里的 ${ALERTS_FILE_NAME} 发一条试验的告警。写法见 docs/operations.md。
退出码：0 发到了，1 没有发到，2 用法有误。
`;

export type AlertContext = {
  dataDir: string;
  fetch: typeof globalThis.fetch;
  stdout: { write(text: string): unknown };
};

export function readAlertUsage(args: string[], output: CommandOutput): 'test' | number {
  return readUsage(USAGE, output, () => {
    const { values, positionals } = parseOptions(args, {});
    if (values.help) return null;
    if (positionals.join(' ') !== 'test') throw new WrongUsage('要写 test');
    return 'test';
  });
}

/** Returns the exit code. Needs no database. */
export async function runAlertTest({ dataDir, fetch, stdout }: AlertContext): Promise<number> {
  const read = await readAlertSettings(dataDir);
  if (read === null) {
    stdout.write(`没有 ${ALERTS_FILE_NAME}：谁也不会收到告警。\n`);
    return 1;
  }
  if ('mistakes' in read) {
    for (const mistake of read.mistakes) stdout.write(`${formatMistake(ALERTS_FILE_NAME, mistake)}。\n`);
    return 1;
  }
  try {
    await createWebhook(read.settings.webhook, fetch)('【漫屿】这是一条试验的告警');
  } catch (error) {
    stdout.write(`没有发到：${reasonIn(error)}。\n`);
    return 1;
  }
  stdout.write('发到了，看看那边。\n');
  return 0;
}

/** Node says why only in the cause. */
function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
