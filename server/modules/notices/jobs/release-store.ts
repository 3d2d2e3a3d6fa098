import { allRows, execute, firstRow, type Tx } from '../../../core/db/db.ts';

export type Audience = 'subscribers' | 'followers';
/** How far the announcement of a chapter has come; `shownAt` is null while it is hidden. */
export type Release = { shownAt: Date | null; audience: Audience; afterReaderId: number };

export const addReleases = execute<
  [chapterIds: readonly number[], publishedAt: readonly Date[], isShown: readonly boolean[]],
  Tx
>(
  'notices.add-releases',
  `insert into notices.release (chapter_id, published_at, shown_at)
   select id, at, case when is_shown then at end
   from unnest($1::bigint[], $2::timestamptz[], $3::boolean[]) c (id, at, is_shown)
   on conflict (chapter_id) do nothing`,
);

export const listReleases = allRows<{ chapterId: number }, []>(
  'notices.releases',
  'select chapter_id as "chapterId" from notices.release order by published_at, chapter_id',
);

export const lockRelease = firstRow<Release, [chapterId: number], Tx>(
  'notices.lock-release',
  `select shown_at as "shownAt", audience, after_reader_id as "afterReaderId"
   from notices.release where chapter_id = $1 for update`,
);

export const setRelease = execute<[chapterId: number, shownAt: Date, audience: Audience, afterReaderId: number], Tx>(
  'notices.set-release',
  'update notices.release set shown_at = $2, audience = $3, after_reader_id = $4 where chapter_id = $1',
);

export const dropRelease = execute<[chapterId: number], Tx>(
  'notices.drop-release',
  'delete from notices.release where chapter_id = $1',
);

/** Also chapters that were never shown. */
export const dropReleases = execute<[publishedBefore: Date]>(
  'notices.drop-releases',
  'delete from notices.release where published_at < $1',
);
