import { allRows, type Db, execute, firstRow, row, rows, statement, type Tx, valueOr } from '../../../core/db/db.ts';
import type { AgeLimit } from '../../catalog/catalog.ts';

/** The types of rankings. */
export type RankingType = 'day' | 'week' | 'month' | 'total' | 'sale' | 'favorite';

/** The views of a comic, as of the end of a day; `later` are those of the days after it. */
export type DayViews = {
  comicId: number;
  today: number;
  yesterday: number;
  week: number;
  month: number;
  later: number;
};

/**
 * One ranking of a snapshot, of one genre or ('') of all, ordered by rank. The one with a higher age limit is stored only if
 * it differs from the one with the limit below.
 */
export type Ranking = {
  genre: string;
  ageLimit: AgeLimit;
  comics: number[];
  scores: number[];
  before: (number | null)[];
};

export type Snapshot = { id: number; day: string; dueAt: Date };

/** A part of a ranking; `newest` is the snapshot for new requests. */
export type RankingSlice = {
  snapshotId: number;
  newest: number;
  comics: number[];
  scores: number[];
  before: (number | null)[];
  length: number;
};

/** All later statements of this transaction see one moment of the database. Must be its first statement. */
export const readOneMoment = execute<[], Tx>(
  'reading.read-one-moment',
  'set transaction isolation level repeatable read',
);

export const newestSnapshot = firstRow<Snapshot, []>(
  'reading.newest-snapshot',
  `select id, day::text, due_at as "dueAt" from reading.ranking_snapshot where not closing order by id desc limit 1`,
);

/** The views of all comics that were read within thirty days before the end of this day, or later. */
export const dayViews = allRows<DayViews, [day: string]>(
  'reading.day-views',
  `select comic_id as "comicId",
     coalesce(sum(views) filter (where day = $1::date), 0)::bigint as today,
     coalesce(sum(views) filter (where day = $1::date - 1), 0)::bigint as yesterday,
     coalesce(sum(views) filter (where day > $1::date - 7 and day <= $1::date), 0)::bigint as week,
     coalesce(sum(views) filter (where day <= $1::date), 0)::bigint as month,
     coalesce(sum(views) filter (where day > $1::date), 0)::bigint as later
   from reading.comic_day where day > $1::date - 30 group by comic_id`,
);

/** Only readers that count in rankings; a reader who favourites before reading anything counts once they have read. */
const FAVORITES = statement<{ comicId: number; favorites: number }, []>(
  'reading.favorites',
  `select e.comic_id as "comicId", count(*) as favorites
   from reading.entry e join reading.library l on l.reader_id = e.reader_id
   where e.favorited_at is not null and e.favorite_counts and l.counts group by e.comic_id`,
);

const ADD_SNAPSHOT = statement<{ id: number }, [day: string, closing: boolean, takenAt: Date]>(
  'reading.add-snapshot',
  `insert into reading.ranking_snapshot (day, closing, taken_at, due_at) values ($1, $2, $3, $3) returning id`,
);

/** Sets when the next snapshot after this one is due. */
export const setDue = execute<[snapshotId: number, dueAt: Date], Tx>(
  'reading.set-ranking-due',
  'update reading.ranking_snapshot set due_at = $2 where id = $1',
);

/** The previous rank comes from the latest closing snapshot before this snapshot's day. */
const ADD_RANKINGS = statement<never, [snapshotId: number, type: RankingType, rankings: string]>(
  'reading.add-rankings',
  `insert into reading.ranking (snapshot_id, type, genre, age_limit, comics, scores, before)
   select $1, $2, t.genre, t."ageLimit", t.comics, t.scores, array(
     select b.rank from unnest(t.comics) with ordinality now (id, rank)
     left join unnest(old.comics) with ordinality b (id, rank) on b.id = now.id order by now.rank)
   from jsonb_to_recordset($3) t (genre text, "ageLimit" smallint, comics bigint[], scores bigint[])
   left join lateral (
     select comics from reading.ranking r where r.type = $2 and r.genre = t.genre and r.age_limit <= t."ageLimit" and r.snapshot_id = (
       select max(id) from reading.ranking_snapshot
       where closing and day < (select day from reading.ranking_snapshot where id = $1))
     order by r.age_limit desc limit 1
   ) old on true`,
);

/** Copies the rankings of a type from one snapshot to another. */
export const copyRankings = execute<[snapshotId: number, fromSnapshotId: number, type: RankingType], Tx>(
  'reading.copy-rankings',
  `insert into reading.ranking (snapshot_id, type, genre, age_limit, comics, scores, before)
   select $1, type, genre, age_limit, comics, scores, before from reading.ranking where snapshot_id = $2 and type = $3`,
);

/** Keeps recent snapshots, which readers may still be paging through, and the latest closing one. */
const DROP_SNAPSHOTS = statement<never, [beforeId: number, takenBefore: Date]>(
  'reading.drop-snapshots',
  `delete from reading.ranking_snapshot where id < $1 and case
     when closing then id < (select max(id) from reading.ranking_snapshot where closing) else taken_at < $2 end`,
);

/** Ranks $4 to $5 of the requested snapshot, or of the newest if that one was deleted. */
const SLICE = statement<
  RankingSlice,
  [snapshotId: number | null, type: RankingType, genre: string, first: number, last: number, ageLimit: AgeLimit]
>(
  'reading.ranking-slice',
  `with newest as (select id from reading.ranking_snapshot where not closing order by id desc limit 1)
   select s.id as "snapshotId", n.id as newest,
     to_json(coalesce(r.comics[$4:$5], '{}')) as comics, to_json(coalesce(r.scores[$4:$5], '{}')) as scores,
     to_json(coalesce(r.before[$4:$5], '{}')) as before, coalesce(cardinality(r.comics), 0) as length
   from newest n
   join reading.ranking_snapshot s
     on s.id = coalesce((select id from reading.ranking_snapshot where id = $1 and not closing), n.id)
   left join lateral (
     select * from reading.ranking where snapshot_id = s.id and type = $2 and genre = $3 and age_limit <= $6
     order by age_limit desc limit 1
   ) r on true`,
);

/** Whether the closing snapshot of a day exists. */
export const hasClosed = valueOr<{ closed: boolean }, [day: string]>(
  'reading.has-closed',
  'select exists (select from reading.ranking_snapshot where closing and day = $1) as closed',
  false,
);

/** Deletes the closing snapshot of a day and its rankings. */
export const dropClosing = execute<[day: string], Tx>(
  'reading.drop-closing',
  'delete from reading.ranking_snapshot where closing and day = $1',
);

/** How many readers that count in rankings have favourited each comic. */
export async function favoritesByComic(db: Db): Promise<Map<number, number>> {
  return new Map((await rows(db, FAVORITES)).map(({ comicId, favorites }) => [comicId, favorites]));
}

export async function addSnapshot(db: Tx, snapshot: { day: string; closing: boolean; takenAt: Date }): Promise<number> {
  const added = await row(db, ADD_SNAPSHOT, [snapshot.day, snapshot.closing, snapshot.takenAt]);
  if (!added) throw new Error('no snapshot was added');
  return added.id;
}

/** All of them in one text would keep the process busy for ten milliseconds. */
const WRITTEN_AT_ONCE = 10;

export async function addRankings(
  db: Tx,
  snapshotId: number,
  type: RankingType,
  rankings: readonly Omit<Ranking, 'before'>[],
): Promise<void> {
  for (let from = 0; from < rankings.length; from += WRITTEN_AT_ONCE)
    await row(db, ADD_RANKINGS, [snapshotId, type, JSON.stringify(rankings.slice(from, from + WRITTEN_AT_ONCE))]);
}

export async function dropSnapshots(db: Tx, before: { id: number; takenAt: Date }): Promise<void> {
  await row(db, DROP_SNAPSHOTS, [before.id, before.takenAt]);
}

/** Null if no ranking has been taken yet. */
export function rankingSlice(
  db: Db,
  query: {
    snapshotId: number | null;
    type: RankingType;
    genre: string;
    first: number;
    last: number;
    ageLimit: AgeLimit;
  },
): Promise<RankingSlice | null> {
  const { snapshotId, type, genre, first, last, ageLimit } = query;
  return row(db, SLICE, [snapshotId, type, genre, first, last, ageLimit]);
}
