import { type Db, row, rows, statement } from '../../../core/db.ts';

const HAS_REWARD = statement<{ given: boolean }>(
  'account.has-chapter-reward',
  'select exists (select from account.chapter_reward where reader_id = $1 and chapter_id = $2) as given',
);

const ADD_REWARD = statement(
  'account.add-chapter-reward',
  `insert into account.chapter_reward (reader_id, chapter_id) values ($1, $2)
   on conflict do nothing returning chapter_id`,
);

const MERGE_REWARDS = statement(
  'account.merge-chapter-rewards',
  `insert into account.chapter_reward (reader_id, chapter_id)
   select $2, chapter_id from account.chapter_reward where reader_id = $1
   on conflict do nothing returning chapter_id`,
);

const GROW = statement(
  'account.grow',
  'update account.reader set growth_points = growth_points + $2, has_read = true where id = $1',
);

/** Whether a chapter has given its points to a reader. */
export async function hasReward(db: Db, readerId: number, chapterId: number): Promise<boolean> {
  return (await row(db, HAS_REWARD, [readerId, chapterId]))?.given ?? false;
}

/** Notes that a chapter gives its points to a reader; false where it has done so before. */
export async function addReward(db: Db, readerId: number, chapterId: number): Promise<boolean> {
  return (await row(db, ADD_REWARD, [readerId, chapterId])) !== null;
}

/** Notes for one reader what another one was rewarded for; gives how many chapters are new to them. */
export async function mergeRewards(db: Db, fromReaderId: number, toReaderId: number): Promise<number> {
  return (await rows(db, MERGE_REWARDS, [fromReaderId, toReaderId])).length;
}

/** Adds growth points to a reader who has read. */
export async function grow(db: Db, readerId: number, points: number): Promise<void> {
  await rows(db, GROW, [readerId, points]);
}
