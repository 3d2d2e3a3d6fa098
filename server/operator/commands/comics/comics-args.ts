import * as v from 'valibot';
import { COMIC_FIELDS, FIELD_NAMES, type FieldName } from '#contract/comic-fields';
import { columnOf } from '#contract/console/column-names';
import {
  type AcceptedArguments,
  type CommandOutput,
  checkTaken,
  parseOptions,
  readArgs,
  recordNumber,
  WrongUsage,
} from '../../../core/command-line/command-line.ts';
import { CHAPTER, SERIES } from '../../../importer/sidecar/series-file-fields.ts';
import { readShanghaiTime } from '../../../importer/text/shanghai-time.ts';
import type { ChapterChange, ComicChange } from '../../../modules/catalog/publishing/publishing.ts';
import { type Range, readRanges } from './number-ranges.ts';

const USAGE = `用法：manyu comics <命令> [--yes] [--reason "原因"]
  list [词] [--offline | --trash] [--before <编号>]
                                  漫画，新的在前；--offline 只列下架的，--trash 列出删除的，只删了几话的也在内
  show <漫画> [话]                一部漫画与它的各话；漫画写编号、代码或书名，话写 3、1-8 或 1,5-7
  offline <漫画> [话]             下架：读者看不到，买过的人照样读
  online <漫画> [话]              重新上架
  delete <漫画> [话]              放进回收站，30 天里能撤回；以后的导入不会带回来，买过的人照样读
  edit <漫画> --description "…"   改资料：还有 --title ${otherOptions()}，写法与 series.yaml 相同
  edit <漫画> --cover 图片文件    换封面
  edit <漫画> <话> --title "…"    改一话的标题
  price <漫画> --coins 30 [--free-first 5]
                                  改整部的价格
  price <漫画> <话> --coins 20    给这几话单独标价；--coins default 回到整部的价格；--free-at 时间 | never
  publish-at <漫画> <话> <时间>   改发布时间：now、2026-12-01 或 2026-12-01T20:00（北京时间）
  move <漫画> <话> <新的话数>     改一话的话数
  merge <漫画> <另一部> [--dry-run]
                                  把前一部并入后一部：话、读者的订阅与购买都跟过去，旧地址自动转；--dry-run 只看
  clear-overrides <漫画>          取消手工定的值，重新由 series.yaml 与导入的选项来定
  log [漫画] [--before <编号>]    谁在什么时候改了什么
  undo <记录的编号>               撤回 30 天以内的改动；可以写 12 或 12-15
  redraw-thumbs [漫画]            按现在的裁法重画各话的缩略图；不写漫画就是全部
  empty-trash                     清掉删除满 30 天、又没有人买过的话的图片
先列出要改什么再问；加 --yes 就不问。
`;

/** A change of comics or chapters. `chapters` null = the comic itself. */
export type ChangeArgs = Act & {
  command: 'offline' | 'online' | 'delete' | 'edit' | 'price' | 'publish-at' | 'move';
  comic: string;
} & (
    | { chapters: null; change: Omit<ComicChange, 'cover'>; coverFile: string | null }
    | { chapters: Range[]; change: ChapterChange }
  );
type Act = { yes: boolean; reason: string | null };
export type ComicsArgs =
  | { command: 'list'; word: string; state: 'any' | 'offline' | 'trash'; before: number | null }
  | { command: 'show'; comic: string; chapters: Range[] | null }
  | { command: 'log'; comic: string | null; before: number | null }
  | ChangeArgs
  | (Act & { command: 'merge'; comic: string; into: string; dryRun: boolean })
  | (Act & { command: 'clear-overrides'; comic: string })
  | (Act & { command: 'undo'; entries: Range[] })
  | (Act & { command: 'redraw-thumbs'; comic: string | null })
  | (Act & { command: 'empty-trash' });

const string = { type: 'string' } as const;
/** The options for the fields of a comic: `--age-rating` sets ageRating. */
const FACT_OPTIONS: ReadonlyMap<string, FieldName> = new Map(FIELD_NAMES.map((name) => [optionOf(name), name]));
const OPTIONS = {
  title: string,
  cover: string,
  coins: string,
  'free-first': string,
  'free-at': string,
  before: string,
  reason: string,
  offline: { type: 'boolean' },
  trash: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
} as const;

/** Former words of commands. They are still accepted. */
const FORMER_WORDS: Readonly<Record<string, ComicsArgs['command']>> = { follow: 'clear-overrides' };

const TAKES: Record<ComicsArgs['command'], AcceptedArguments> = {
  list: [0, 1, ['offline', 'trash', 'before']],
  show: [1, 2, []],
  log: [0, 1, ['before']],
  offline: [1, 2, ['yes', 'reason']],
  online: [1, 2, ['yes', 'reason']],
  delete: [1, 2, ['yes', 'reason']],
  edit: [1, 2, ['yes', 'reason', 'title', 'cover', ...FACT_OPTIONS.keys()]],
  price: [1, 2, ['yes', 'reason', 'coins', 'free-first', 'free-at']],
  'publish-at': [3, 3, ['yes', 'reason']],
  move: [3, 3, ['yes', 'reason']],
  merge: [2, 2, ['yes', 'reason', 'dry-run']],
  'clear-overrides': [1, 1, ['yes', 'reason']],
  undo: [1, 1, ['yes', 'reason']],
  'redraw-thumbs': [0, 1, ['yes']],
  'empty-trash': [0, 0, ['yes', 'reason']],
};

export function readComicsArgs(argv: string[], output: CommandOutput & { clock: () => Date }): ComicsArgs | number {
  return readArgs(USAGE, output, () => readOptions(argv, output.clock()));
}

type Values = ReturnType<typeof parseOptions<typeof OPTIONS>>['values'];

function readOptions(argv: string[], now: Date): ComicsArgs {
  const facts = Object.fromEntries([...FACT_OPTIONS.keys()].map((option) => [option, string]));
  const { values, positionals } = parseOptions<typeof OPTIONS>(argv, { ...facts, ...OPTIONS });
  const [word = 'list', ...words] = positionals;
  const command = FORMER_WORDS[word] ?? word;
  if (!isCommand(command)) throw new WrongUsage(`没有「${word}」这个命令`);
  checkTaken(command, TAKES[command], words, values);
  const [comic = '', second, third = ''] = words;
  const act = { yes: values.yes === true, reason: values.reason?.trim() || null };
  const before = values.before === undefined ? null : recordNumber('--before', values.before);
  switch (command) {
    case 'list':
      return { command, word: comic, state: listedState(values), before };
    case 'log':
      return { command, comic: comic || null, before };
    case 'show':
      return { command, comic, chapters: second === undefined ? null : readRanges(second, '话') };
    case 'merge':
      return { command, comic, into: second ?? '', dryRun: values['dry-run'] === true, ...act };
    case 'clear-overrides':
      return { command, comic, ...act };
    case 'undo':
      return { command, entries: readRanges(comic, '记录'), ...act };
    case 'redraw-thumbs':
      return { command, comic: comic || null, ...act };
    case 'empty-trash':
      return { command, ...act };
    default: {
      const common = { command, comic, ...act };
      if (second === undefined) {
        const coverFile = values.cover ?? null;
        return { ...common, chapters: null, change: comicChange(command, values, now), coverFile };
      }
      const chapters = readRanges(second, '话');
      return { ...common, chapters, change: chapterChange(command, values, chapters, third, now) };
    }
  }
}

function listedState({ offline, trash }: Values): 'offline' | 'trash' | 'any' {
  if (offline && trash) throw new WrongUsage('--offline 与 --trash 只写一个');
  if (offline) return 'offline';
  return trash ? 'trash' : 'any';
}

function isCommand(word: string): word is ComicsArgs['command'] {
  return Object.hasOwn(TAKES, word);
}

function comicChange(command: ChangeArgs['command'], values: Values, now: Date): Omit<ComicChange, 'cover'> {
  if (command === 'offline' || command === 'online') return { online: command === 'online' };
  if (command === 'delete') return { online: false, deletedAt: now };
  const { title, cover, coins, 'free-first': freeFirst, 'free-at': freeAt } = values;
  if (cover !== undefined && cover.trim() === '') throw new WrongUsage('--cover 要写图片文件');
  if (freeAt !== undefined) throw new WrongUsage('--free-at 要写是哪一话');
  const given = {
    ...factsIn(values),
    ...(title !== undefined && { title }),
    ...(coins !== undefined && { price: readNumber(coins) }),
    ...(freeFirst !== undefined && { freeFirst: readNumber(freeFirst) }),
  };
  if (cover !== undefined && Object.keys(given).length === 0) return {};
  const { price, cover: _cover, coverPosition: _position, ...facts } = checked(SERIES, given);
  return { ...facts, ...(price !== undefined && { priceCoins: price }) };
}

/** The fields of a comic among the options. */
function factsIn(values: Values): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  for (const [option, value] of Object.entries(values)) {
    const name = FACT_OPTIONS.get(option);
    if (name !== undefined) facts[name] = readFact(name, String(value));
  }
  return facts;
}

function chapterChange(
  command: ChangeArgs['command'],
  values: Values,
  chapters: readonly Range[],
  last: string,
  now: Date,
): ChapterChange {
  if (command === 'offline' || command === 'online') return { online: command === 'online' };
  if (command === 'delete') return { online: false, deletedAt: now };
  if (command === 'publish-at') {
    const publishedAt = last === 'now' ? now : readShanghaiTime(last);
    if (!publishedAt) throw new WrongUsage('发布时间要写 now、2026-12-01 或 2026-12-01T20:00');
    return { publishedAt };
  }
  const isOne = chapters.length === 1 && chapters[0]?.from === chapters[0]?.to;
  if (command === 'move') {
    const no = readNumber(last);
    if (!isOne || typeof no !== 'number') throw new WrongUsage('move 要写一话，和它新的话数');
    return { no };
  }
  const { title, cover, coins, 'free-at': freeAt, 'free-first': freeFirst } = values;
  if (cover !== undefined) throw new WrongUsage('--cover 是整部漫画的，不要写话');
  const wrong = freeFirst === undefined ? [...FACT_OPTIONS.keys()].find((option) => option in values) : 'free-first';
  if (wrong !== undefined) throw new WrongUsage(`--${wrong} 是整部漫画的，不要写话`);
  if (title !== undefined && !isOne) throw new WrongUsage('--title 一次改一话');
  const given = {
    ...(title !== undefined && { title }),
    ...(coins !== undefined && { price: coins === 'default' ? null : readNumber(coins) }),
    ...(freeAt !== undefined && { freeAt: freeAt === 'never' ? null : freeAt }),
  };
  const { price, ...others } = checked(CHAPTER, given);
  return { ...others, ...(price !== undefined && { priceCoins: price }) };
}

/** Checks values with the schema of series.yaml. */
function checked<S extends typeof SERIES | typeof CHAPTER>(schema: S, given: object): v.InferOutput<S> {
  if (Object.keys(given).length === 0) throw new WrongUsage('要写改什么');
  const { success, output, issues } = v.safeParse(schema, given);
  if (success) return output;
  const [issue] = issues;
  const [field = ''] = (v.getDotPath(issue) ?? '').split('.');
  throw new WrongUsage(`--${optionOf(field)} ${issue.message}`);
}

function otherOptions(): string {
  const options = FIELD_NAMES.filter((name) => name !== 'description').map((name) => `--${optionOf(name)}`);
  const lines = [options.slice(0, 4), options.slice(4, 7), options.slice(7)].map((some) => some.join(' '));
  return lines.join(`\n${' '.repeat(34)}`);
}

/** The option for a field of series.yaml. */
function optionOf(field: string): string {
  return field === 'price' ? 'coins' : columnOf(field).replaceAll('_', '-');
}

function readFact(name: FieldName, value: string): string | string[] | number {
  if (COMIC_FIELDS[name].kind === 'count') return readNumber(value);
  return COMIC_FIELDS[name].kind === 'weekdays' ? value.split(/[,，、]/).map((each) => each.trim()) : value;
}

/** Text that is no number is returned as it is, so that the schema refuses it. */
function readNumber(text: string): number | string {
  return /^\d{1,9}(\.\d{1,5})?$/.test(text) ? Number(text) : text;
}
