import { allRows, type Db, execute, row, statement } from '../../../core/db/db.ts';

/**
 * The acts of a reader on a chapter: they reach one that has to be bought, open it to buy it, read one to its end, or a bought
 * one.
 */
export type Step = 'seen' | 'panel' | 'finished' | 'finished-bought';
export type StepGain = { day: string; comicId: number; step: Step; readers: number };
/** The steps of a comic on a day. */
export type ComicSteps = { comicId: number; seen: number; panels: number; finished: number; finishedBought: number };

/** Ordered by key, so that concurrent nodes cannot deadlock. */
const ADD = statement<never, [gains: string]>(
  'reading.add-steps',
  `insert into reading.step_day as kept (day, comic_id, step, readers)
   select day, "comicId", step, readers
   from json_to_recordset($1) g (day date, "comicId" bigint, step text, readers bigint) order by 1, 2, 3
   on conflict (day, comic_id, step) do update set readers = kept.readers + excluded.readers`,
);

export const sumStepsByComic = allRows<ComicSteps, [day: string]>(
  'reading.steps-by-comic',
  `select comic_id as "comicId", coalesce(sum(readers) filter (where step = 'seen'), 0)::bigint as seen,
     coalesce(sum(readers) filter (where step = 'panel'), 0)::bigint as panels,
     coalesce(sum(readers) filter (where step = 'finished'), 0)::bigint as finished,
     coalesce(sum(readers) filter (where step = 'finished-bought'), 0)::bigint as "finishedBought"
   from reading.step_day where day = $1 group by comic_id`,
);

export const dropStepsBefore = execute<[day: string]>(
  'reading.drop-steps',
  'delete from reading.step_day where day < $1',
);

export async function addSteps(db: Db, gains: readonly StepGain[]): Promise<void> {
  await row(db, ADD, [JSON.stringify(gains)]);
}
