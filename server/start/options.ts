import { type CommandOutput, expectNoPositionals, parseOptions, readArgs } from '../core/command-line/command-line.ts';

const USAGE = `用法：npm start -- [--no-demo] [--new-site]
启动漫屿；设置写在环境变量里，见 README。

  --no-demo    书库空着时不画演示用的漫画
  --new-site   设了 DATA_DIR 或 DATABASE_URL 而那里是空的：新建一个站

退出码：0 停止了，1 启动不了，2 用法有误。
`;

export type StartOptions = { noDemo: boolean; isNewSite: boolean };

/** A number is the exit code after help or a mistake was printed. */
export function readStartOptions(args: string[], output: CommandOutput): StartOptions | number {
  return readArgs(USAGE, output, () => {
    const flag = { type: 'boolean' } as const;
    const { values, positionals } = parseOptions(args, { 'no-demo': flag, 'new-site': flag });
    expectNoPositionals(positionals);
    return { noDemo: values['no-demo'] === true, isNewSite: values['new-site'] === true };
  });
}
