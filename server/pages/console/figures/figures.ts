import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import { comicFigures, figures, figuresExport } from '#contract/console/figures';
import { PERMISSIONS } from '#contract/console/roles';
import { transaction } from '../../../core/db/db.ts';
import type { StaffCaller } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { BadField } from '../../../core/refusal/refusal.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { titlesOf } from '../../../modules/catalog/catalog.ts';
import {
  type ComicOrder,
  type DayTotals,
  listCohorts,
  listComicDays,
  listDays,
  listHours,
  netFenOf,
  sumOf,
  sumSources,
  topComics,
} from '../../../modules/figures/figures.ts';
import { listMissed } from '../../../modules/search/search.ts';
import { logStaffEvent, staffActor } from '../../../modules/staff/staff.ts';
import type { Today } from '../today.ts';
import { type ExportedTable, renderTable } from './csv.ts';
import { readWaitFree } from './wait-free.ts';

type Figures = DataOf<typeof figures>;
type Span = { from: string; to: string };

const DAY_MS = 24 * 3600 * 1000;
const MOST_DAYS = 366;
const MOST_COMICS = 50;
const MOST_SOURCES = 50;
const MOST_EXPORTED = 10_000;
const MISSED_DAYS = 30;
const MOST_MISSED = 50;
const RETENTION_DAYS = [1, 7, 30];

/** The figures of a span of days. Whole days are read as they are kept; only today is computed. */
export function figuresCalls(pool: Pool, today: Today): Served[] {
  async function days({ from, to }: Span, now: Date): Promise<DayTotals[]> {
    const day = shanghaiDay(now);
    const whole = await listDays(pool, from, to < day ? to : addDays(day, -1));
    return from <= day && day <= to ? [...whole, ...(await today(now))] : whole;
  }

  async function exportedTable(table: ExportedTable['table'], span: Span, now: Date): Promise<ExportedTable> {
    if (table === 'days') return { table, rows: await days(span, now) };
    if (table === 'comics') return { table, rows: await readComics(pool, span, 'views', MOST_EXPORTED + 1) };
    return { table, rows: await sumSources(pool, span.from, span.to, MOST_EXPORTED + 1) };
  }

  return [
    serve(figures, async ({ caller, now }, { order, ...span }) => {
      checkSpan(span);
      const shown = <Sums extends Money>(sums: Sums) => (seesMoney(caller) ? sums : withoutMoney(sums));
      const listed = await days(span, now);
      return {
        computedAt: now.toISOString(),
        today: shanghaiDay(now),
        days: listed.map(viewDay).map(shown),
        before: shown(await readBefore(pool, span)),
        hours: (await listHours(pool, shanghaiDay(now))).map(
          ({ hour, readers, newReaders, views, unlocks, ...more }) => {
            return shown({ hour, readers, newReaders, views, unlocks, netFen: netFenOf(more) });
          },
        ),
        wholeDays: listed.filter(({ day }) => day !== shanghaiDay(now)).length,
        comics: await readComics(pool, span, order, MOST_COMICS),
        sources: (await sumSources(pool, span.from, span.to, MOST_SOURCES)).map(shown),
        retention: await readRetention(pool, span),
        ...(await readWaitFree(pool, span)),
        misses: await readMisses(pool, now),
      };
    }),

    serve(comicFigures, async (_ctx, { id, ...span }) => {
      checkSpan(span);
      return { days: await listComicDays(pool, id, span.from, span.to) };
    }),

    serve(figuresExport, async ({ caller, now }, { table, ...span }) => {
      checkSpan(span);
      const { csv, rows, truncated } = renderTable(
        await exportedTable(table, span, now),
        MOST_EXPORTED,
        seesMoney(caller),
      );
      const event = { actor: staffActor(caller.personId), action: 'export-figures', personId: caller.personId };
      await transaction(pool, (tx) => logStaffEvent(tx, { ...event, after: { table, ...span, rows } }, now));
      return { csv, rows, truncated };
    }),
  ];
}

type Money = { cashFen?: number | undefined; refundedFen?: number | undefined; netFen?: number | undefined };

function seesMoney({ role }: StaffCaller): boolean {
  return PERMISSIONS[role].includes('money');
}

function withoutMoney<Sums extends Money>({ cashFen: _cash, refundedFen: _refunded, netFen: _net, ...others }: Sums) {
  return others;
}

function checkSpan({ from, to }: Span): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (!(days >= 1 && days <= MOST_DAYS)) throw new BadField('to');
}

function viewDay(day: DayTotals): Figures['days'][number] {
  const { registeredTotal: _notShown, computedAt, ...totals } = day;
  return { ...totals, computedAt: computedAt.toISOString() };
}

async function readBefore(pool: Pool, { from, to }: Span): Promise<Figures['before']> {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const listed = await listDays(pool, addDays(from, -count), addDays(from, -1));
  const sum = sumOf(listed);
  const { newReaders, views, unlocks, coins } = sum;
  return { days: listed.length, newReaders, views, unlocks, coins, netFen: netFenOf(sum) };
}

async function readComics(pool: Pool, { from, to }: Span, order: ComicOrder, most: number): Promise<Figures['comics']> {
  const comics = await topComics(pool, from, to, most, order);
  const titles = await titlesOf(
    pool,
    comics.map(({ comicId }) => comicId),
  );
  return comics.map((sums) => ({ ...sums, title: titles.get(sums.comicId) ?? null }));
}

async function readRetention(pool: Pool, { from, to }: Span): Promise<Figures['retention']> {
  const firstDays: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) firstDays.push(day);
  const cohorts = await listCohorts(pool, firstDays, [0, ...RETENTION_DAYS]);
  const readers = new Map(cohorts.map((row) => [`${row.firstDay} ${row.daysLater}`, row.readers]));
  return firstDays.flatMap((firstDay) => {
    const of = (daysLater: number) => readers.get(`${firstDay} ${daysLater}`) ?? null;
    const began = of(0);
    return began === null ? [] : [{ firstDay, began, day1: of(1), day7: of(7), day30: of(30) }];
  });
}

async function readMisses(pool: Pool, now: Date): Promise<Figures['misses']> {
  const missed = await listMissed(pool, shanghaiDay(now), MISSED_DAYS, MOST_MISSED);
  return missed.map(({ shown, askers, lastDay }) => ({ word: shown, askers, lastDay }));
}
