import { dirname } from 'node:path';
import { argsReader, parseOptions, WrongUsage } from '../server/core/command-line/command-line.ts';
import type { Command, CommandContext } from '../server/operator/commands/command.ts';
import { INTERRUPTED } from '../server/operator/commands/command.ts';
import { addDemo } from './add-demo.ts';
import { removeDemo } from './remove-demo.ts';

export type DemoArgs = 'add' | 'remove';

const USAGE = `用法：manyu demo <add|remove>

  remove   去掉演示用的漫画，连同它们的横幅、专题、活动、优惠和礼包；账目保留
  add      画出演示用的漫画，已经有的不再画

选项：
  --help   显示这段说明
`;

function readOptions(argv: string[]): DemoArgs {
  const { positionals } = parseOptions(argv, {});
  const [name, ...more] = positionals;
  if (more.length > 0) throw new WrongUsage('只写 add 或 remove 中的一个');
  if (name === 'add' || name === 'remove') return name;
  throw new WrongUsage(name === undefined ? '请写 add 或 remove' : `没有「${name}」，只有 add 和 remove`);
}

export const command: Command<DemoArgs> = {
  readArgs: argsReader(USAGE, readOptions),
  run,
};

async function run(args: DemoArgs, context: CommandContext): Promise<number> {
  const demo = { ...context, dataDir: dirname(context.imageDir) };
  try {
    if (args === 'add') {
      await addDemo(demo);
      context.stdout.write('演示用的漫画已经画好。\n');
    } else context.stdout.write(`去掉了 ${await removeDemo(demo)} 部演示用的漫画。\n`);
    return 0;
  } catch (error) {
    if (!context.stop.aborted) throw error;
    return INTERRUPTED;
  }
}
