import { type CommandOutput, parseOptions, readArgs, WrongUsage } from '../../core/command-line/command-line.ts';
import { ALERTS_FILE_NAME } from '../alerts/settings.ts';

const USAGE = `用法：manyu alert test
按数据目录里的 ${ALERTS_FILE_NAME}，给 webhook 与每个邮箱各发一条试验的告警，说出各自的答复。写法见 docs/operations/monitoring.md。
退出码：0 都发到了，1 有没有发到的，2 用法有误。
`;

export function readAlertArgs(argv: string[], output: CommandOutput): 'test' | number {
  return readArgs(USAGE, output, () => {
    const { positionals } = parseOptions(argv, {});
    if (positionals.join(' ') !== 'test') throw new WrongUsage('要写 test');
    return 'test';
  });
}
