import { execute, rows, statement, type Tx } from '../../../core/db/db.ts';

const COPY = statement<{ readerId: number }, [fromId: number, intoId: number]>(
  'account.copy-auto-buys',
  `insert into account.auto_buy (reader_id, comic_id, at)
   select reader_id, $2, at from account.auto_buy where comic_id = $1 order by reader_id
   on conflict do nothing returning reader_id as "readerId"`,
);

export const takeAutoBuysBack = execute<[fromId: number, intoId: number], Tx>(
  'account.take-auto-buys-back',
  `delete from account.auto_buy i using account.auto_buy f
   where f.comic_id = $1 and i.comic_id = $2 and i.reader_id = f.reader_id and i.at = f.at`,
);

const COPY_REWARDS = statement<never, [left: readonly number[], stays: readonly number[]]>(
  'account.copy-chapter-rewards',
  `insert into account.chapter_reward (reader_id, chapter_id)
   select r.reader_id, t.stays from unnest($1::bigint[], $2::bigint[]) t (id, stays)
   join account.chapter_reward r on r.chapter_id = t.id order by 1, 2 on conflict do nothing`,
);

/** Copies the automatic purchases to the other comic; returns the number of readers for whom they are new. */
export async function copyAutoBuys(tx: Tx, fromId: number, intoId: number): Promise<number> {
  return (await rows(tx, COPY, [fromId, intoId])).length;
}

/** Copies the rewards for chapters to the chapters that replace them, so that nobody is rewarded twice. */
export async function copyRewards(tx: Tx, left: readonly { id: number; stays: number }[]): Promise<void> {
  await rows(tx, COPY_REWARDS, [left.map(({ id }) => id), left.map(({ stays }) => stays)]);
}
