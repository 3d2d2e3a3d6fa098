import { parseOptions, pathOf, WrongUsage } from '../core/command-line/command-line.ts';
import type { Act, ImportRun } from '../modules/catalog/publishing/publishing.ts';
import type { AuthorRights } from './plan/author-comics.ts';
import type { SourceEdits } from './plan/source-edits.ts';
import { readShanghaiTime } from './text/shanghai-time.ts';

/** The parsed command line. */
export type ImportOptions = {
  paths: string[];
  dryRun: boolean;
  json: boolean;
  verify: boolean;
  rehash: boolean;
  watch: boolean;
  poll: boolean;
  series: string | undefined;
  status: 'serial' | 'complete' | undefined;
  genres: string[] | undefined;
  priceCoins: number | undefined;
  freeFirst: number | undefined;
  direction: 'strip' | 'ltr' | 'rtl' | undefined;
  publishAt: Date | undefined;
  /** The decisions of an editor about single sources, by the paths of their outcomes. */
  edits?: SourceEdits;
  /** Set if new comics and chapters are hidden from readers: the actor who decided that. */
  hiddenBy?: Act | undefined;
  /** For the audit log; undefined = the chapters are not logged. */
  run?: ImportRun | undefined;
  /** The rights of the author who imports; undefined = not an author. */
  author?: AuthorRights | undefined;
};

export const USAGE = `用法：manyu import <文件或文件夹…> [选项]

把压缩包或图片文件夹导入书库；同一份文件再次导入不会有任何改变。

选项：
  --dry-run              只看会发生什么，不写入任何内容
  --series <书名>        全部归入这部作品（默认取 series.yaml、ComicInfo.xml 或文件名）
  --status <状态>        serial 连载中，complete 已完结
  --genres <甲,乙>       题材，用逗号隔开
  --price <漫币>         每话价格，0 为免费
  --free-first <话数>    最前面的几话免费
  --direction <方向>     strip 条漫，ltr 从左到右，rtl 从右到左
  --publish-at <时间>    now、2026-05-01 或 2026-05-01T20:00（不写时区即北京时间）
  --watch                监视文件夹：放进来的自动导入，Ctrl-C 结束
  --poll                 与 --watch 同用：定时查看，用于收不到变动通知的网络盘
  --rehash               不信任记下的大小与时间，把每份文件重新读一遍
  --json                 只输出一个 JSON 文档，供脚本使用
  --verify               核对图片文件与数据库，清理多余的、修复能修复的
  --help                 显示这段说明

退出码：0 全部成功（或没有变化），1 有一部分被拒绝，2 没有导入任何内容或用法有误，130 被中断。
`;

/** Reads the command line; null if help is requested. Throws WrongUsage. */
export function readOptions(argv: string[], now: Date): ImportOptions {
  const { values, positionals } = parse(argv);
  const options: ImportOptions = {
    paths: positionals,
    dryRun: values['dry-run'] === true,
    json: values.json === true,
    verify: values.verify === true,
    rehash: values.rehash === true,
    watch: values.watch === true,
    poll: values.poll === true,
    series: values.series === undefined ? undefined : text('--series', values.series),
    status: oneOf('--status', values.status, ['serial', 'complete']),
    genres: values.genres === undefined ? undefined : list(values.genres),
    priceCoins: whole('--price', values.price),
    freeFirst: whole('--free-first', values['free-first']),
    direction: oneOf('--direction', values.direction, ['strip', 'ltr', 'rtl']),
    publishAt: values['publish-at'] === undefined ? undefined : time(values['publish-at'], now),
  };
  if (options.verify && options.paths.length > 0) throw new WrongUsage('--verify 核对整个书库，不需要再写文件');
  if (options.poll && !options.watch) throw new WrongUsage('--poll 要与 --watch 同用');
  for (const other of options.watch ? (['dryRun', 'json', 'verify'] as const) : []) {
    if (options[other]) throw new WrongUsage(`--watch 不能与 --${other === 'dryRun' ? 'dry-run' : other} 同用`);
  }
  if (!options.verify && options.paths.length === 0) throw new WrongUsage('请写出要导入的文件或文件夹');
  // The outcomes contain the paths as they were typed.
  for (const each of options.paths) pathOf(each);
  return options;
}

function parse(argv: string[]) {
  const string = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  return parseOptions(argv, {
    'dry-run': flag,
    series: string,
    status: string,
    genres: string,
    price: string,
    'free-first': string,
    direction: string,
    'publish-at': string,
    json: flag,
    verify: flag,
    rehash: flag,
    watch: flag,
    poll: flag,
  });
}

function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  const found = allowed.find((each) => each === value);
  if (value !== undefined && found === undefined) throw new WrongUsage(`${name} 只能是 ${allowed.join('、')}`);
  return found;
}

function whole(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,7}$/.test(value)) throw new WrongUsage(`${name} 要写一个不小于 0 的整数`);
  return Number(value);
}

function text(name: string, value: string): string {
  if (value.trim() === '') throw new WrongUsage(`${name} 不能是空的`);
  return value.trim();
}

function list(value: string): string[] {
  return [...new Set(value.split(/[,，、]/).map((each) => each.trim()))].filter((each) => each !== '');
}

function time(value: string, now: Date): Date {
  const read = value === 'now' ? now : readShanghaiTime(value);
  if (read === undefined) throw new WrongUsage('--publish-at 要写 now、2026-05-01 或 2026-05-01T20:00');
  return read;
}
