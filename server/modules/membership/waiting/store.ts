import { allRows, type Db, execute, firstRow, row, statement, type Tx } from '../../../core/db/db.ts';

/** A use of 等就免费: the chapter is readable until a time, and the next one can be opened from a time on. */
export type WaitUse = { chapterId: number; readyAt: Date; until: Date };

export type WaitStateRow = { readyAt: Date | null; opened: { chapterId: number; until: string }[] };

/** The columns of a state: $1 is the reader, $2 the comic, $3 the time. */
export const WAIT_STATE = `(select ready_at from membership.wait_timer where reader_id = $1 and comic_id = $2) as "readyAt",
     (select coalesce(jsonb_agg(jsonb_build_object('chapterId', chapter_id, 'until', readable_until)), '[]')
      from membership.wait_use where reader_id = $1 and readable_until > $3) as opened`;

const STATE = statement<WaitStateRow, [readerId: number, comicId: number, now: Date]>(
  'membership.wait-state',
  `select ${WAIT_STATE}`,
);

export const findUse = firstRow<WaitUse, [readerId: number, key: string]>(
  'membership.wait-use-by-key',
  `select chapter_id as "chapterId", ready_at as "readyAt", readable_until as until
   from membership.wait_use where reader_id = $1 and key = $2`,
);

/** Writes nothing if the timer is not ready: the row of the timer decides between calls at the same time. */
const USE = statement<
  WaitUse,
  [readerId: number, comicId: number, chapterId: number, key: string, now: Date, readyAt: Date, until: Date]
>(
  'membership.wait-use',
  `with started as (
     insert into membership.wait_timer as t (reader_id, comic_id, ready_at) values ($1, $2, $6)
     on conflict (reader_id, comic_id) do update set ready_at = excluded.ready_at where t.ready_at <= $5
     returning 1
   )
   insert into membership.wait_use (reader_id, comic_id, chapter_id, key, used_at, ready_at, readable_until)
   select $1, $2, $3, $4, $5, $6, $7 from started
   returning chapter_id as "chapterId", ready_at as "readyAt", readable_until as until`,
);

/** Comics of which the reader has opened a chapter, those that are ready first. */
export const listTimers = allRows<{ comicId: number; readyAt: Date }, [readerId: number, limit: number]>(
  'membership.wait-timers',
  `select comic_id as "comicId", ready_at as "readyAt" from membership.wait_timer where reader_id = $1
   order by ready_at, comic_id limit $2`,
);

/** The timers that come after a given one in the order of their ends, and are ready. */
export const listReady = allRows<
  { readyAt: Date; readerId: number; comicId: number },
  [afterReadyAt: Date, afterReaderId: number, afterComicId: number, now: Date, limit: number]
>(
  'membership.wait-timers-ready',
  `select ready_at as "readyAt", reader_id as "readerId", comic_id as "comicId" from membership.wait_timer
   where (ready_at, reader_id, comic_id) > ($1::timestamptz, $2::bigint, $3::bigint) and ready_at <= $4
   order by ready_at, reader_id, comic_id limit $5`,
);

/** The uses of a span, oldest first, from an id on, without those that a merge of comics copied. */
export const listUses = allRows<
  { id: number; readerId: number; comicId: number; usedAt: Date },
  [from: Date, to: Date, after: number, limit: number]
>(
  'membership.wait-uses',
  `select id, reader_id as "readerId", comic_id as "comicId", used_at as "usedAt" from membership.wait_use
   where used_at >= $1 and used_at < $2 and id > $3 and key not like 'merge:%' order by id limit $4`,
);

/** Moves the uses to another reader. If both readers have a timer of a comic, the later one stays. */
export const moveUses = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'membership.move-wait-uses',
  `with moved as (
     update membership.wait_use u set reader_id = $2 where reader_id = $1
       and not exists (select from membership.wait_use o where o.reader_id = $2 and o.key = u.key)
   ), gone as (delete from membership.wait_timer where reader_id = $1 returning comic_id, ready_at)
   insert into membership.wait_timer as t (reader_id, comic_id, ready_at) select $2, comic_id, ready_at from gone
   on conflict (reader_id, comic_id) do update set ready_at = greatest(t.ready_at, excluded.ready_at)`,
);

export const dropUses = execute<[readerId: number], Tx>(
  'membership.drop-wait-uses',
  `with timers as (delete from membership.wait_timer where reader_id = $1)
   delete from membership.wait_use where reader_id = $1`,
);

export const exportUses = allRows<Record<string, unknown>, [readerId: number]>(
  'membership.export-wait-uses',
  `select comic_id as "comicId", chapter_id as "chapterId", used_at as "usedAt", readable_until as "readableUntil"
   from membership.wait_use where reader_id = $1 order by id`,
);

export const deleteUsesBefore = execute<[before: Date]>(
  'membership.delete-old-wait-uses',
  'delete from membership.wait_use where used_at < $1 and readable_until < $1 and ready_at < $1',
);

export type WaitState = {
  /** When the reader can open the next chapter of the comic; null = not opened any yet. */
  readyAt: Date | null;
  /** The chapters of any comic that are open, and until when. */
  opened: ReadonlyMap<number, Date>;
};

export async function readState(db: Db, readerId: number, comicId: number, now: Date): Promise<WaitState> {
  return stateOf(await row(db, STATE, [readerId, comicId, now]));
}

export function stateOf(found: WaitStateRow | null): WaitState {
  return {
    readyAt: found?.readyAt ?? null,
    opened: new Map((found?.opened ?? []).map(({ chapterId, until }) => [chapterId, new Date(until)])),
  };
}

/** Null if the timer is not ready. */
export function addUse(
  db: Db,
  use: { readerId: number; comicId: number; chapterId: number; key: string; readyAt: Date; until: Date },
  now: Date,
): Promise<WaitUse | null> {
  const { readerId, comicId, chapterId, key, readyAt, until } = use;
  return row(db, USE, [readerId, comicId, chapterId, key, now, readyAt, until]);
}
