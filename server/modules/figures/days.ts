import { addDays } from '../../core/time/shanghai-calendar.ts';

/** Which days have totals already; null = none. */
export type FoldedDays = { lastClosed: string | null; firstOpen: string | null; last: string | null };
export type DueDay = { day: string; closes: boolean };

/** A node that had lost its database writes views this many days late at most; those of earlier days are final. */
const DAYS_OPEN = 1;

/**
 * The days to be totalled, earliest first: a day once when it is over, and a last time when no more views of it can arrive.
 * `firstViewed` = the earliest day with single views.
 */
export function daysDue(
  { lastClosed, firstOpen, last }: FoldedDays,
  firstViewed: string | null,
  today: string,
): DueDay[] {
  const yesterday = addDays(today, -1);
  const first = lastClosed ? addDays(lastClosed, 1) : earliest(firstOpen, firstViewed, yesterday);
  const due: DueDay[] = [];
  for (let day = first; day <= yesterday; day = addDays(day, 1)) {
    const closes = day < addDays(today, -DAYS_OPEN);
    if (closes || last === null || day > last) due.push({ day, closes });
  }
  return due;
}

function earliest(...days: readonly (string | null)[]): string {
  return days.flatMap((day) => day ?? []).toSorted()[0] ?? '';
}
