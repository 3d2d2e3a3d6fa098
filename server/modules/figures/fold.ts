import type { Pool } from 'pg';
import { type Db, type Tx, transaction } from '../../core/db/db.ts';
import { shanghaiDay, shanghaiDayEnd } from '../../core/time/shanghai-day.ts';
import { arrivalsOf, countActive, countAllRegistered, countArrivals, countRegistered } from '../account/account.ts';
import {
  firstViewDay,
  sumStepsByComic,
  sumViewsByChapter,
  sumViewsByComic,
  sumViewsByReader,
} from '../reading/reading.ts';
import { sumRefundsByReader, sumTopupsByReader } from '../shop/shop.ts';
import { sumSpentByChapter, sumSpentByReader } from '../wallet/wallet.ts';
import { type DueDay, daysDue } from './days.ts';
import {
  addActive,
  addChapters,
  addCohorts,
  addComics,
  addSources,
  addSpent,
  addSteps,
  beginDay,
  type ChapterSpent,
  type ComicTotals,
  foldedDays,
  type Steps,
} from './fold-store.ts';
import { addTo, largestSources, noTotals, type Totals } from './totals.ts';

const DAY_MS = 24 * 3600 * 1000;
const LATEST_COHORT_DAYS = 30;
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;
/** Readers who came only after the end of the day are counted too, so they must be few. */
const ACTIVE_WITHIN_MS = 2 * 3600 * 1000;
/** Chapters and readers are added up in parts of this size, so that memory does not grow with the site. */
const AT_ONCE = 50_000;

/** A day (Asia/Shanghai), from its beginning up to its end. */
type DaySpan = { day: string; from: Date; to: Date };

/** Totals every day that is due. Each day has its own transaction, which replaces earlier totals of that day. */
export async function foldDue(pool: Pool, now: Date): Promise<void> {
  const due = daysDue(await foldedDays(pool), await firstViewDay(pool), shanghaiDay(now));
  for (const each of due) await foldDay(pool, each, now);
}

/** Only rolls the transaction back. */
class NothingIsKept extends Error {}

/**
 * Lets `read` see the totals with those of today so far, computed as those of a whole day are. Nothing of it stays in the
 * database: tomorrow the day is totalled as a whole.
 */
export async function readWithToday<T>(pool: Pool, now: Date, read: (db: Db) => Promise<T>): Promise<T> {
  const done: T[] = [];
  const work = async (tx: Tx) => {
    await foldSpan(tx, spanOf(shanghaiDay(now)), false, now);
    done.splice(0, 1, await read(tx));
    throw new NothingIsKept();
  };
  await transaction(pool, work).catch((error: unknown) => {
    if (!(error instanceof NothingIsKept)) throw error;
  });
  const [result] = done;
  if (result === undefined) throw new Error('nothing was read');
  return result;
}

async function foldDay(pool: Pool, { day, closes }: DueDay, now: Date): Promise<void> {
  const span = spanOf(day);
  await transaction(pool, async (tx) => {
    await foldSpan(tx, span, closes, now);
    if (now.getTime() - span.to.getTime() < ACTIVE_WITHIN_MS) await foldActive(tx, span);
  });
}

function spanOf(day: string): DaySpan {
  const to = shanghaiDayEnd(new Date(`${day}T00:00:00+08:00`));
  return { day, from: new Date(to.getTime() - DAY_MS), to };
}

async function foldSpan(tx: Tx, span: DaySpan, closes: boolean, now: Date): Promise<void> {
  const { day, from, to } = span;
  await beginDay(tx, day, now, { closes, registeredTotal: await countAllRegistered(tx, to) });
  await foldChapters(tx, day);
  const spent = await sumSpentByChapter(tx, from, to);
  await addSpent(tx, day, spent);
  const comics = await comicTotals(tx, day, spent);
  await addComics(tx, day, comics);
  await addSteps(tx, day, sumSteps(comics));
  await foldReaders(tx, span);
}

async function foldChapters(tx: Tx, day: string): Promise<void> {
  const next = (after: number) => sumViewsByChapter(tx, day, after, AT_ONCE);
  for await (const chapters of batches(next, ({ chapterId }) => chapterId)) await addChapters(tx, day, chapters);
}

async function comicTotals(tx: Tx, day: string, spent: readonly ChapterSpent[]): Promise<ComicTotals[]> {
  const byComic = new Map<number, ComicTotals>();
  const none = { readers: 0, views: 0, unlocks: 0, coins: 0, bonus: 0, tickets: 0, ...sumSteps([]) };
  for (const viewed of await sumViewsByComic(tx, day)) byComic.set(viewed.comicId, { ...none, ...viewed });
  for (const { comicId, unlocks, coins, bonus, tickets } of spent) {
    const totals = byComic.get(comicId) ?? { ...none, comicId };
    totals.unlocks += unlocks;
    totals.coins += coins;
    totals.bonus += bonus;
    totals.tickets += tickets;
    byComic.set(comicId, totals);
  }
  for (const steps of await sumStepsByComic(tx, day))
    byComic.set(steps.comicId, { ...none, ...byComic.get(steps.comicId), ...steps });
  return [...byComic.values()];
}

function sumSteps(all: readonly Steps[]): Steps {
  const sum = { seen: 0, panels: 0, finished: 0, finishedBought: 0 };
  for (const { seen, panels, finished, finishedBought } of all) {
    sum.seen += seen;
    sum.panels += panels;
    sum.finished += finished;
    sum.finishedBought += finishedBought;
  }
  return sum;
}

/** Only the last use of each reader is known, so this is right for a day that has just ended. */
async function foldActive(tx: Tx, { day, to }: DaySpan): Promise<void> {
  const since = async (days: number) =>
    (await countActive(tx, new Date(to.getTime() - days * DAY_MS), to))?.readers ?? 0;
  await addActive(tx, day, await since(WEEK_DAYS), await since(MONTH_DAYS));
}

type Some = { readerId: number | null; totals: Partial<Totals> };

/** By source, and by how long ago the readers began. */
async function foldReaders(tx: Tx, { day, from, to }: DaySpan): Promise<void> {
  const bySource = new Map<string, Totals>();
  // Also groups without returning readers: a missing group means that it was not totalled.
  const byAge = new Map(Array.from({ length: LATEST_COHORT_DAYS + 1 }, (_, days) => [days, 0]));
  const add = (source: string, more: Partial<Totals>) => {
    const totals = bySource.get(source) ?? noTotals();
    addTo(totals, more);
    bySource.set(source, totals);
  };
  for (const { source, readers } of await countArrivals(tx, from, to)) add(source, { newReaders: readers });
  for (const { source, readers } of await countRegistered(tx, from, to)) add(source, { registered: readers });
  for await (const some of activeReaders(tx, { day, from, to })) {
    const ids = some.flatMap(({ readerId }) => readerId ?? []);
    const arrivals = new Map((await arrivalsOf(tx, ids)).map((arrival) => [arrival.readerId, arrival]));
    for (const { readerId, totals } of some) {
      const arrival = readerId === null ? undefined : arrivals.get(readerId);
      add(arrival?.source ?? '', totals);
      const age = arrival && totals.readers ? daysBetween(arrival.day, day) : -1;
      const before = byAge.get(age);
      if (before !== undefined) byAge.set(age, before + 1);
    }
  }
  await addSources(tx, day, largestSources(bySource));
  await addCohorts(tx, day, byAge);
}

/** The acts of readers, in batches; a reader comes once for each act. */
async function* activeReaders(tx: Tx, { day, from, to }: DaySpan): AsyncGenerator<Some[]> {
  const next = (after: number) => sumViewsByReader(tx, day, after, AT_ONCE);
  for await (const viewers of batches(next, ({ readerId }) => readerId))
    yield viewers.map(({ readerId, views }) => ({ readerId, totals: { readers: 1, views } }));
  const buyers = await sumSpentByReader(tx, from, to);
  yield buyers.map(({ readerId, ...spent }) => ({ readerId, totals: { buyers: 1, ...spent } }));
  const payers = await sumTopupsByReader(tx, from, to);
  yield payers.map(({ readerId, ...paid }) => ({ readerId, totals: { payers: 1, ...paid } }));
  const refunded = await sumRefundsByReader(tx, from, to);
  yield refunded.map(({ readerId, ...back }) => ({ readerId, totals: back }));
}

async function* batches<T>(next: (after: number) => Promise<T[]>, idOf: (each: T) => number): AsyncGenerator<T[]> {
  for (let after = 0; ; ) {
    const some = await next(after);
    const last = some.at(-1);
    if (last === undefined) return;
    yield some;
    after = idOf(last);
  }
}

function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS;
}
