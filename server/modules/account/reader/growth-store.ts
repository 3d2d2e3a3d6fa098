import { type Db, execute, hasRow, rows, statement, valueOr } from '../../../core/db/db.ts';

const MERGE_REWARDS = statement<{ chapter_id: number }, [fromReaderId: number, toReaderId: number]>(
  'account.merge-chapter-rewards',
  `insert into account.chapter_reward (reader_id, chapter_id)
   select $2, chapter_id from account.chapter_reward where reader_id = $1
   on conflict do nothing returning chapter_id`,
);

/** Adds growth points, and records that the reader has read something. */
export const grow = execute<[readerId: number, points: number]>(
  'account.grow',
  'update account.reader set growth_points = growth_points + $2, has_read = true where id = $1',
);

/** Adds points, except for reading; a refund takes some away. */
export const addPoints = execute<[readerId: number, points: number]>(
  'account.add-growth-points',
  'update account.reader set growth_points = greatest(0, growth_points + $2) where id = $1',
);

/** Whether the reader was rewarded for this chapter. */
export const hasReward = valueOr<{ given: boolean }, [readerId: number, chapterId: number]>(
  'account.has-chapter-reward',
  'select exists (select from account.chapter_reward where reader_id = $1 and chapter_id = $2) as given',
  false,
);

/** Records the reward for a chapter; false if there was one before. */
export const addReward = hasRow<{ chapter_id: number }, [readerId: number, chapterId: number]>(
  'account.add-chapter-reward',
  `insert into account.chapter_reward (reader_id, chapter_id) values ($1, $2)
   on conflict do nothing returning chapter_id`,
);

/** Copies the rewards of one reader to another; returns how many are new to them. */
export async function mergeRewards(db: Db, fromReaderId: number, toReaderId: number): Promise<number> {
  return (await rows(db, MERGE_REWARDS, [fromReaderId, toReaderId])).length;
}
