import { openReceivers } from '../alerts/receivers.ts';
import { ALERTS_FILE_NAME, type AlertsPlace, readAlertSettings } from '../alerts/settings.ts';
import { type CommandOutput, parseOptions, readUsage, WrongUsage } from '../core/command-line.ts';
import { formatMistake } from '../core/yaml-source.ts';

const USAGE = `用法：npm run alert -- test
按数据目录里的 ${ALERTS_FILE_NAME}，给 webhook 与每个邮箱各发一条试验的告警，说出各自的答复。写法见 docs/operations.md。
退出码：0 都发到了，1 有没有发到的，2 用法有误。
`;

export type AlertContext = AlertsPlace & {
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
export async function runAlertTest({ fetch, stdout, ...place }: AlertContext): Promise<number> {
  const read = await readAlertSettings(place);
  if (read === null) {
    stdout.write(`没有 ${ALERTS_FILE_NAME}：谁也不会收到告警。\n`);
    return 1;
  }
  if ('mistakes' in read) {
    for (const mistake of read.mistakes) stdout.write(`${formatMistake(ALERTS_FILE_NAME, mistake)}。\n`);
    return 1;
  }
  const faults = await Promise.all(
    openReceivers(read.settings, fetch).map(async ({ name, tell }) => {
      const fault = await tell('【漫屿】这是一条试验的告警').then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      stdout.write(fault === null ? `${name}：发到了，看看那边。\n` : `${name}：没有发到：${fault}。\n`);
      return fault;
    }),
  );
  return faults.every((fault) => fault === null) ? 0 : 1;
}
