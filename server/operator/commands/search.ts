import type { Pool } from 'pg';
import { argsReader, parseOptions, WrongUsage } from '../../core/command-line/command-line.ts';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import { hideWord, keyOf, listHidden, listMissed, listPopular, showWord } from '../../modules/search/search.ts';
import type { Command } from './command.ts';

const USAGE = `用法：manyu search <命令>
  misses [--days 30]   读者搜过、什么也没有找到的词，搜的人多的在前；
                       能找到的写法加进那部漫画 series.yaml 的 alias，再导入一次
  hot                  正在显示的热词，与藏起的词
  hide <词>            不在热词与搜索建议里出现
  show <词>            不再藏起
`;

const DEFAULT_DAYS = 30;
const MOST_DAYS = 30;
const MOST_WORDS = 100;
/** Includes words that are shown only to adults. */
const ANY_AGE = 18;

type Out = { write(text: string): unknown };
export type SearchArgs = { command: 'misses'; days: number } | { command: 'hot' } | WordArgs;
type WordArgs = { command: 'hide' | 'show'; word: string };

export const command: Command<SearchArgs> = { readArgs: argsReader(USAGE, readOptions), run: runSearch };

function readOptions(argv: string[]): SearchArgs {
  const { values, positionals } = parseOptions(argv, { days: { type: 'string' } });
  const [command, ...words] = positionals;
  if (command === 'misses' && words.length === 0) return { command, days: readDays(values.days) };
  if (values.days !== undefined) throw new WrongUsage('--days 只用于 misses');
  if (command === 'hot' && words.length === 0) return { command };
  if ((command !== 'hide' && command !== 'show') || words.length === 0) throw new WrongUsage('没有看懂这个命令');
  const word = keyOf(words.join(' '));
  if (word === '') throw new WrongUsage('要写一个词：最多 30 个字，不能只有标点');
  return { command, word };
}

function readDays(given: string | undefined): number {
  if (given === undefined) return DEFAULT_DAYS;
  const days = /^[1-9]\d?$/.test(given) ? Number(given) : 0;
  if (days === 0 || days > MOST_DAYS) throw new WrongUsage(`--days 要写 1 到 ${MOST_DAYS}`);
  return days;
}

/** Lists popular searches, or hides a word. Returns the exit code. */
async function runSearch(
  args: SearchArgs,
  { pool, stdout, clock }: { pool: Pool; stdout: Out; clock: () => Date },
): Promise<number> {
  if (args.command === 'misses') return listMisses(pool, stdout, shanghaiDay(clock()), args.days);
  if (args.command === 'hot') return listHot(pool, stdout, shanghaiDay(clock()));
  return setHidden(pool, stdout, args, clock());
}

async function listMisses(pool: Pool, stdout: Out, today: string, days: number): Promise<number> {
  const words = await listMissed(pool, today, days, MOST_WORDS);
  for (const { shown, askers, lastDay } of words)
    stdout.write(`${String(askers).padStart(6)} 次  ${lastDay}  ${shown}\n`);
  stdout.write(words.length === 0 ? `${days} 天里没有搜不到的词。\n` : '次数：每天每个网络地址算一次。\n');
  return 0;
}

async function listHot(pool: Pool, stdout: Out, today: string): Promise<number> {
  const popular = await listPopular(pool, { today, ageLimit: ANY_AGE, most: MOST_WORDS });
  for (const { shown, score } of popular) stdout.write(`${score.toFixed(1).padStart(8)}  ${shown}\n`);
  if (popular.length === 0) stdout.write('搜的人还不够多：显示的是 editorial 文件里的 hot。\n');
  const hidden = await listHidden(pool);
  if (hidden.length > 0) stdout.write(`藏起的：${hidden.join('、')}\n`);
  return 0;
}

async function setHidden(pool: Pool, stdout: Out, { command, word }: WordArgs, now: Date): Promise<number> {
  if (command === 'hide') {
    await hideWord(pool, word, now);
    stdout.write(`藏起了「${word}」，其他写法（繁体、全角、片假名）也在内。\n`);
    return 0;
  }
  const isShown = await showWord(pool, word);
  stdout.write(isShown ? `「${word}」又可以出现了。\n` : `「${word}」本来就没有藏起。\n`);
  return isShown ? 0 : 1;
}
