import { execute, hasRow, type Tx } from '../../../core/db/db.ts';

/** The pushes of both readers count for the one who stays. */
export const moveDay = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'notices.move-pushed-day',
  `with gone as (delete from notices.pushed_day where reader_id = $1 returning day, pushed)
   insert into notices.pushed_day as p (reader_id, day, pushed) select $2, day, pushed from gone
   on conflict (reader_id) do update set day = greatest(p.day, excluded.day), pushed = case
     when p.day = excluded.day then p.pushed || excluded.pushed
     when p.day > excluded.day then p.pushed
     else excluded.pushed end`,
);

export const dropDay = execute<[readerId: number], Tx>(
  'notices.drop-pushed-day',
  'delete from notices.pushed_day where reader_id = $1',
);

export const dropDaysBefore = execute<[day: string]>(
  'notices.drop-old-pushed-days',
  'delete from notices.pushed_day where day < $1::date',
);

/** Counts a push to a reader on this day, once for all browsers; false beyond the limit. */
export const takePush = hasRow<{ readerId: number }, [readerId: number, day: string, pushed: string, most: number]>(
  'notices.take-push-of-day',
  `insert into notices.pushed_day as p (reader_id, day, pushed) values ($1, $2::date, array[$3])
   on conflict (reader_id) do update set day = excluded.day, pushed = case
     when p.day <> excluded.day then excluded.pushed
     when $3 = any(p.pushed) then p.pushed
     else p.pushed || excluded.pushed end
   where p.day <> excluded.day or $3 = any(p.pushed) or cardinality(p.pushed) < $4
   returning reader_id as "readerId"`,
);
