import { execute, firstRow, type Tx } from '../../core/db/db.ts';

/** The chapter that is being announced, and the last reader who has its notice. */
export type FanOutPlace = { publishedAt: Date; chapterId: number; readerId: number };

/** Locks the place until the transaction ends; null before the first run. */
export const lockPlace = firstRow<FanOutPlace, [], Tx>(
  'notices.lock-fan-out',
  `select published_at as "publishedAt", chapter_id as "chapterId", after_reader_id as "readerId" from notices.fan_out for update`,
);

export const setPlace = execute<[publishedAt: Date, chapterId: number, readerId: number], Tx>(
  'notices.set-fan-out',
  `insert into notices.fan_out (published_at, chapter_id, after_reader_id) values ($1, $2, $3)
   on conflict (one) do update set published_at = $1, chapter_id = $2, after_reader_id = $3`,
);
