import type { Pool } from 'pg';
import type { Db } from '../../../core/db/db.ts';
import { addDays, monthOf, spanOfMonth } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import { createCatalog } from '../../../modules/catalog/catalog.ts';
import {
  type DayTotals,
  foldDue,
  listCohorts,
  listDays,
  listMonths,
  readWithToday,
  sumChapters,
  sumComics,
  sumSources,
} from '../../../modules/figures/figures.ts';
import { countPayersByMonth, listBiggestPayers, sumTakenByCurrency } from '../../../modules/shop/shop.ts';
import type { Command, CommandContext } from '../command.ts';
import { renderMonths, renderMonthsAsCsv } from '../months-table.ts';
import { type FiguresArgs, MONTHS_SHOWN, readFiguresArgs } from './figures-args.ts';
import { type Figures, type Names, RETENTION_DAYS, renderFigures, renderFiguresAsCsv } from './figures-tables.ts';

/** The number of listed comics, chapters, sources and payers. CSV lists more. */
const MOST_SHOWN = 20;
const MOST_IN_CSV = 1000;

type Parts = Pick<CommandContext, 'pool' | 'clock'> & { stdout: { write(text: string): unknown } };
type DaysArgs = Extract<FiguresArgs, { command: 'day' | 'week' }>;

export const command: Command<FiguresArgs> = { readArgs: readFiguresArgs, run: runFigures };

/** Totals the complete days and prints days or months. Returns the exit code. */
export async function runFigures(args: FiguresArgs, { pool, stdout, clock }: Parts): Promise<number> {
  const now = clock();
  await foldDue(pool, now);
  if (args.command === 'month') {
    const months = await readWithToday(pool, now, (db) => readMonths(db, args.month));
    stdout.write((args.isCsv ? renderMonthsAsCsv : renderMonths)(months, now));
    return 0;
  }
  const read = (db: Db) => readAsked(db, args, now);
  const isAboutToday = args.to >= addDays(shanghaiDay(now), -1);
  const figures = isAboutToday ? await readWithToday(pool, now, read) : await read(pool);
  if (figures.days.length === 0) {
    stdout.write(`没有 ${args.from} 的数字：那时还没有开始统计。\n`);
    return 1;
  }
  const names = await readNames(pool, figures);
  stdout.write((args.isCsv ? renderFiguresAsCsv : renderFigures)(figures, names));
  return 0;
}

/** If the last complete week has no totals and none was requested, shows this week: the site is new. */
async function readAsked(db: Db, args: DaysArgs, now: Date): Promise<Figures> {
  const { command, isNamed, from, to } = args;
  if (command === 'day' || isNamed || (await listDays(db, from, to)).length > 0) return readFigures(db, args, now);
  return readFigures(db, { ...args, from: addDays(from, 7), to: addDays(to, 7) }, now);
}

async function readFigures(db: Db, args: DaysArgs, now: Date): Promise<Figures> {
  const { command, from, to, isCsv } = args;
  const most = isCsv ? MOST_IN_CSV : MOST_SHOWN;
  const days = await listDays(db, from, to);
  // The retention of a day is the number of readers who came back on it.
  const firstDays =
    command === 'day' ? RETENTION_DAYS.map((count) => addDays(from, -count)) : days.map(({ day }) => day);
  const [start, end] = [startOfShanghaiDay(from), startOfShanghaiDay(addDays(to, 1))];
  return {
    from,
    to,
    today: shanghaiDay(now),
    days,
    compared: command === 'day' ? await readCompared(db, from, shanghaiDay(now)) : [],
    taken: await sumTakenByCurrency(db, start, end),
    payers: await listBiggestPayers(db, start, end, most),
    sources: await sumSources(db, from, to, most),
    comics: await sumComics(db, from, to, most),
    chapters: await sumChapters(db, from, to, most),
    firstDays: firstDays.toSorted(),
    cohorts: await listCohorts(db, firstDays, [0, ...RETENTION_DAYS]),
  };
}

/** The day before and the same weekday of the week before. For yesterday also today so far. */
async function readCompared(db: Db, day: string, today: string): Promise<DayTotals[]> {
  const compared = [addDays(day, -1), addDays(day, -7), ...(day === addDays(today, -1) ? [today] : [])];
  const found: DayTotals[] = [];
  for (const each of compared) found.push(...(await listDays(db, each, each)));
  return found;
}

async function readMonths(db: Db, last: string) {
  const to = spanOfMonth(last).to;
  let from = last;
  for (let count = 1; count < MONTHS_SHOWN; count++) from = monthOf(addDays(`${from}-01`, -1));
  const payers = await countPayersByMonth(db, startOfShanghaiDay(`${from}-01`), startOfShanghaiDay(addDays(to, 1)));
  const months = await listMonths(db, `${from}-01`, to);
  return months.map((month) => ({ ...month, payers: payers.get(month.month) ?? 0 }));
}

/** Titles of comics and numbers of chapters, offline ones included. */
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
