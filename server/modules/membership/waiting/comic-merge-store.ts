import { execute, rows, statement, type Tx } from '../../../core/db/db.ts';

/** Copies the timers of a comic to another; of two timers of a reader the earlier end holds. */
export const copyTimers = execute<[fromId: number, intoId: number], Tx>(
  'membership.copy-wait-timers',
  `insert into membership.wait_timer as t (reader_id, comic_id, ready_at)
   select reader_id, $2, ready_at from membership.wait_timer where comic_id = $1 order by reader_id
   on conflict (reader_id, comic_id) do update set ready_at = least(t.ready_at, excluded.ready_at)`,
);

/** Deletes the copies that were not used since, where the comic had no timer of its own. */
export const takeTimersBack = execute<[fromId: number, intoId: number], Tx>(
  'membership.take-wait-timers-back',
  `delete from membership.wait_timer i using membership.wait_timer f
   where f.comic_id = $1 and i.comic_id = $2 and i.reader_id = f.reader_id and i.ready_at = f.ready_at
     and not exists (
       select from membership.wait_use u where u.reader_id = i.reader_id and u.comic_id = $2 and u.key not like 'merge:%'
     )`,
);

const COPY_USES = statement<never, [left: readonly number[], stays: readonly number[], comicId: number, now: Date]>(
  'membership.copy-wait-uses',
  `insert into membership.wait_use (reader_id, comic_id, chapter_id, key, used_at, ready_at, readable_until)
   select u.reader_id, $3, t.stays, 'merge:' || u.id, u.used_at, u.ready_at, u.readable_until
   from unnest($1::bigint[], $2::bigint[]) t (id, stays)
     join membership.wait_use u on u.chapter_id = t.id and u.readable_until > $4
   order by u.reader_id, u.id on conflict do nothing`,
);

/** Deletes the copies from these chapters. */
export const takeUsesBack = execute<[left: readonly number[]], Tx>(
  'membership.take-wait-uses-back',
  `delete from membership.wait_use i using membership.wait_use u
   where u.chapter_id = any($1) and i.reader_id = u.reader_id and i.key = 'merge:' || u.id`,
);

/** Opens the chapters that are read in place of others to the readers who had those open. */
export async function copyUses(
  tx: Tx,
  left: readonly { id: number; stays: number }[],
  comicId: number,
  now: Date,
): Promise<void> {
  await rows(tx, COPY_USES, [left.map(({ id }) => id), left.map(({ stays }) => stays), comicId, now]);
}
