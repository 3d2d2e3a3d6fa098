import type { Pool } from 'pg';
import { foldDue } from './fold.ts';
import { foldedDays } from './fold-store.ts';
import { noteHour } from './hours.ts';

export { foldDue, readWithToday } from './fold.ts';
export { type HourTotals, listHours } from './hour-store.ts';
export { compareWithLastWeek } from './hours.ts';
export {
  type ChapterSums,
  type CohortRow,
  type ComicOrder,
  type ComicSums,
  type DayTotals,
  listCohorts,
  listComicDays,
  listDays,
  listMonths,
  type MonthTotals,
  type SourceSums,
  sumChapters,
  sumComics,
  sumSources,
  topComics,
} from './report-store.ts';
export { netFenOf, sumOf, type Totals } from './totals.ts';

/** Totals of whole days for the operator. */
export type Figures = {
  /** Totals the days that are due. Cheap if none is. */
  totalDueDays(now: Date): Promise<void>;
  /** Stores the totals of today so far, once an hour. */
  noteHour(now: Date): Promise<void>;
  /** The last day whose totals no longer change; null before the first. */
  totalledUpTo(): Promise<string | null>;
};

export function createFigures(pool: Pool): Figures {
  return {
    totalDueDays: (now) => foldDue(pool, now),
    noteHour: (now) => noteHour(pool, now),
    totalledUpTo: async () => (await foldedDays(pool)).lastClosed,
  };
}
