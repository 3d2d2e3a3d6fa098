import type { Pool } from 'pg';
import { type CommandOutput, parseOptions, readUsage, WrongUsage } from '../core/command-line.ts';
import { addDays, mondayOf } from '../core/shanghai-calendar.ts';
import { shanghaiDay } from '../core/shanghai-day.ts';
import { createCatalog } from '../modules/catalog/catalog.ts';
import { foldDue, listCohorts, listDays, sumChapters, sumComics, sumSources } from '../modules/figures/figures.ts';
import { sumTakenByCurrency } from '../modules/shop/shop.ts';
import type { Command, CommandContext } from './command.ts';
import { type Figures, type Names, RETENTION_DAYS, renderFigures, renderFiguresAsCsv } from './figures-tables.ts';

const USAGE = `用法：manyu figures <命令>
  day [<日期>] [--csv]    一天的数字，例如 2026-11-21；不写日期是昨天
  week [<日期>] [--csv]   这一天所在的一周，周一到周日；不写日期是最近完整的一周，
                          那时还没有开始统计就是这一周
                          --csv 给表格软件；日子都是上海时间
`;

/** How many comics, chapters and sources are listed; a spreadsheet takes more. */
const MOST_SHOWN = 20;
const MOST_IN_CSV = 1000;

export type FiguresUsage = { command: 'day' | 'week'; isNamed: boolean; from: string; to: string; isCsv: boolean };

type Parts = Pick<CommandContext, 'pool' | 'clock'> & { stdout: { write(text: string): unknown } };
type Output = CommandOutput & { clock: () => Date };

export const command: Command<FiguresUsage> = { readUsage: readFiguresUsage, run: runFigures };

export function readFiguresUsage(args: string[], output: Output): FiguresUsage | number {
  return readUsage(USAGE, output, () => readOptions(args, shanghaiDay(output.clock())));
}

function readOptions(args: string[], today: string): FiguresUsage | null {
  const { values, positionals } = parseOptions(args, { csv: { type: 'boolean' } });
  if (values.help) return null;
  const [command, given, ...more] = positionals;
  if ((command !== 'day' && command !== 'week') || more.length > 0) throw new WrongUsage('没有看懂这个命令');
  const isCsv = values.csv === true;
  const day = given === undefined ? addDays(today, command === 'day' ? -1 : -7) : readDay(given);
  const from = command === 'day' ? day : mondayOf(day);
  if (from >= today) throw new WrongUsage(`${from} 还没有过完`);
  return { command, isNamed: given !== undefined, from, to: command === 'day' ? day : addDays(from, 6), isCsv };
}

function readDay(given: string): string {
  const isDay = /^20\d\d-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) && addDays(given, 0) === given;
  if (!isDay) throw new WrongUsage('日期要写成 2026-11-21');
  return given;
}

/** Prints the totals of days, after totalling those that are over; returns the exit code. */
export async function runFigures(usage: FiguresUsage, { pool, stdout, clock }: Parts): Promise<number> {
  await foldDue(pool, clock());
  const figures = (await readFirstWeek(pool, usage)) ?? (await readFigures(pool, usage));
  if (figures.days.length === 0) {
    stdout.write(`没有 ${usage.from} 的数字：那时还没有开始统计。\n`);
    return 1;
  }
  const names = await readNames(pool, figures);
  stdout.write((usage.isCsv ? renderFiguresAsCsv : renderFigures)(figures, names));
  return 0;
}

/** Where nothing was counted in the last whole week, this one so far is what a new site has; null where it is not asked for. */
async function readFirstWeek(pool: Pool, usage: FiguresUsage): Promise<Figures | null> {
  const { command, isNamed, from, to } = usage;
  if (command !== 'week' || isNamed || (await listDays(pool, from, to)).length > 0) return null;
  const figures = await readFigures(pool, { ...usage, from: addDays(from, 7), to: addDays(to, 7) });
  return figures.days.length > 0 ? figures : null;
}

async function readFigures(pool: Pool, { command, from, to, isCsv }: FiguresUsage): Promise<Figures> {
  const most = isCsv ? MOST_IN_CSV : MOST_SHOWN;
  // What a day says about retention is how many came back on it.
  const firstDays =
    command === 'day'
      ? RETENTION_DAYS.map((days) => addDays(from, -days))
      : (await listDays(pool, from, to)).map(({ day }) => day);
  return {
    from,
    to,
    days: await listDays(pool, from, to),
    // The day before, and the same day of the week before.
    compared:
      command === 'day'
        ? [
            ...(await listDays(pool, addDays(from, -1), addDays(from, -1))),
            ...(await listDays(pool, addDays(from, -7), addDays(from, -7))),
          ]
        : [],
    taken: await sumTakenByCurrency(pool, startOf(from), startOf(addDays(to, 1))),
    sources: await sumSources(pool, from, to, most),
    comics: await sumComics(pool, from, to, most),
    chapters: await sumChapters(pool, from, to, most),
    firstDays: firstDays.toSorted(),
    cohorts: await listCohorts(pool, firstDays, [0, ...RETENTION_DAYS]),
  };
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`);
}

/** Titles of comics and numbers of chapters, also of those that are offline. */
async function readNames(pool: Pool, { comics, chapters }: Figures): Promise<Names> {
  const catalog = createCatalog(pool, () => false);
  const names: Names = { comics: new Map(), chapters: new Map() };
  const wanted = new Set(chapters.map(({ chapterId }) => chapterId));
  for (const comicId of new Set([...comics, ...chapters].map((each) => each.comicId))) {
    const record = await catalog.anyComic(comicId);
    names.comics.set(comicId, record?.comic.title ?? `漫画 ${comicId}`);
    for (const { id, no, title } of record?.chapters ?? [])
      if (wanted.has(id)) names.chapters.set(id, title.includes(String(no)) ? title : `第 ${no} 话 ${title}`.trim());
  }
  return names;
}
