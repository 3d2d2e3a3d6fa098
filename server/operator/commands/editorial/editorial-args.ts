import {
  type AcceptedArguments,
  argsReader,
  checkTaken,
  parseOptions,
  pathOf,
  recordNumber,
  WrongUsage,
} from '../../../core/command-line/command-line.ts';

type Act = { yes: boolean; reason: string | null };
export type EditorialArgs =
  | (Act & { command: 'apply'; file: string; isDryRun: boolean; force: boolean })
  | { command: 'export'; file: string | undefined; force: boolean }
  | { command: 'log'; before: number | null }
  | (Act & { command: 'undo'; entry: number | null });

const USAGE = `用法：
  manyu editorial apply <文件.yaml> [--dry-run | --yes] [--force] [--reason "原因"]
                                        按文件设置首页、横幅、专题、活动、优惠等
  manyu editorial export [文件.yaml] [--force]
                                        写出现在的设置；不写文件名就输出到屏幕
  manyu editorial log [--before <编号>] 谁在什么时候改了哪些部分，新的在前
  manyu editorial undo [编号] [--yes] [--reason "原因"]
                                        撤回一次改动，30 天以内；不写编号就是最近的一次

选项：
  --dry-run   只看会有什么变化，不写入任何内容
  --yes       有读者看得到的东西会不见时也不问
  --force     export：覆盖不是由它写出的文件；apply：盖掉文件写出之后别人的改动
  --help      显示这段说明

文件的写法见 docs/editorial.md。文件里没有写到的部分保持不变；列表里没有列出的项会去掉，去掉之前会问。
退出码：0 成功（或没有变化），1 文件有错误，2 用法有误、没有确认或没能完成。
`;

const flag = { type: 'boolean' } as const;
const text = { type: 'string' } as const;
const OPTIONS = { 'dry-run': flag, yes: flag, force: flag, reason: text, before: text } as const;

const TAKES: Record<EditorialArgs['command'], AcceptedArguments> = {
  apply: [0, 1, ['dry-run', 'yes', 'force', 'reason']],
  export: [0, 1, ['force']],
  log: [0, 0, ['before']],
  undo: [0, 1, ['yes', 'reason']],
};

/** Parses the command line. A number is the exit code after help or a mistake was printed. */
export const readEditorialArgs = argsReader(USAGE, readOptions);

function readOptions(argv: string[]): EditorialArgs {
  const { values, positionals } = parseOptions(argv, OPTIONS);
  const [command = '', ...words] = positionals;
  if (!isCommand(command))
    throw new WrongUsage(
      command === '' ? '请写 apply、export、log 或 undo' : `没有「${command}」，只有 apply、export、log 和 undo`,
    );
  checkTaken(command, TAKES[command], words, values);
  const [word] = words;
  // Throws early if the file name can't be resolved. Output shows the name as typed.
  if (word !== undefined && command !== 'undo') pathOf(word);
  const act = { yes: values.yes === true, reason: values.reason?.trim() || null };
  switch (command) {
    case 'apply': {
      if (word === undefined) throw new WrongUsage('请写出要应用的文件');
      const isDryRun = values['dry-run'] === true;
      if (isDryRun && act.yes) throw new WrongUsage('--dry-run 与 --yes 只写一个');
      return { command, file: word, isDryRun, force: values.force === true, ...act };
    }
    case 'export':
      return { command, file: word, force: values.force === true };
    case 'log':
      return { command, before: values.before === undefined ? null : recordNumber('--before', values.before) };
    case 'undo':
      return { command, entry: word === undefined ? null : recordNumber('undo', word), ...act };
  }
}

function isCommand(word: string): word is EditorialArgs['command'] {
  return Object.hasOwn(TAKES, word);
}
