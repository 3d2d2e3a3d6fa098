import { allRows, type Db, row, rows, statement, type Tx } from '../../../core/db/db.ts';

/** A chapter of a merge. `comicId`: its current comic; `readAs`: the chapter that its buyers can read instead. */
export type MovedChapter = { id: number; comicId: number; readAs: number };

/** A reader who owns a chapter of a comic. `at`: since when. */
export type Owner = { readerId: number; at: Date };

/** A reader who paid for two chapters that were merged into one. */
export type PaidTwice = { readerId: number; chapters: number; coins: number; bonus: number; tickets: number };

const PLACE = statement<never, [ids: readonly number[], comicIds: readonly number[], readAs: readonly number[]]>(
  'wallet.place-chapters',
  `insert into wallet.moved_chapter (chapter_id, comic_id, read_as)
   select * from unnest($1::bigint[], $2::bigint[], $3::bigint[])
   on conflict (chapter_id) do update set comic_id = excluded.comic_id, read_as = excluded.read_as`,
);

/** Locks the wallets in the order of their ids, as all code does. A purchase that is in progress must read its wallet again. */
const NOTE_OWNERS = statement<never, [chapterIds: readonly number[]]>(
  'wallet.note-owners-of-moved',
  `update wallet.wallet w set version = version + 1 from (
     select id from wallet.wallet where id in (select wallet_id from wallet.purchase where chapter_id = any($1))
     order by id for no key update
   ) held where w.id = held.id`,
);

/** The readers who own a chapter of a comic, with its current chapters. */
export const listOwners = allRows<Owner, [comicId: number]>(
  'wallet.owners-of-comic',
  `select w.reader_id as "readerId", min(p.at) as at
   from wallet.purchase p join wallet.wallet w on w.id = p.wallet_id
   left join wallet.moved_chapter m on m.chapter_id = p.chapter_id
   where coalesce(m.comic_id, p.comic_id) = $1 and w.reader_id is not null group by w.reader_id order by w.reader_id`,
);

const PAID_TWICE = statement<PaidTwice, [left: readonly number[], stays: readonly number[]]>(
  'wallet.paid-twice',
  `select w.reader_id as "readerId", count(*)::int as chapters, sum(l.coins)::bigint as coins, sum(l.bonus)::bigint as bonus,
     sum(l.tickets)::bigint as tickets
   from unnest($1::bigint[], $2::bigint[]) t (id, stays)
   join wallet.purchase l on l.chapter_id = t.id
   join wallet.purchase s on s.chapter_id = t.stays and s.wallet_id = l.wallet_id
   join wallet.wallet w on w.id = l.wallet_id
   where w.reader_id is not null group by w.reader_id order by w.reader_id`,
);

const COUNT_BUYERS = statement<{ readers: number; chapters: number }, [chapterIds: readonly number[], since: Date]>(
  'wallet.count-buyers',
  `select count(distinct wallet_id)::int as readers, count(*)::int as chapters
   from wallet.purchase where chapter_id = any($1) and at >= $2`,
);

/** Records where these chapters are now. Purchases count there; their rows do not change. */
export async function placeChapters(tx: Tx, chapters: readonly MovedChapter[]): Promise<void> {
  const ids = chapters.map(({ id }) => id);
  await row(tx, NOTE_OWNERS, [ids]);
  await row(tx, PLACE, [ids, chapters.map(({ comicId }) => comicId), chapters.map(({ readAs }) => readAs)]);
}

/** The readers who bought both chapters of a pair, with the price that they paid for the first. */
export function listPaidTwice(db: Db, pairs: readonly { id: number; stays: number }[]): Promise<PaidTwice[]> {
  return rows(db, PAID_TWICE, [pairs.map(({ id }) => id), pairs.map(({ stays }) => stays)]);
}

/** The number of readers who bought any of these chapters, and the number of purchases. */
export async function countBuyers(
  db: Db,
  chapterIds: readonly number[],
  since = new Date(0),
): Promise<{ readers: number; chapters: number }> {
  return (await row(db, COUNT_BUYERS, [chapterIds, since])) ?? { readers: 0, chapters: 0 };
}
