import { allRows, type Db, rows, statement } from '../../../core/db/db.ts';
import type { LedgerAsset } from '../ledger/assets.ts';
import type { TransferKind } from '../ledger/store.ts';

/** The amounts that entered wallets (positive) or left them (negative) in a period, by kind and asset. */
export type MovedRow = { kind: TransferKind; asset: LedgerAsset; amount: number; costFen: number };
/** The balances of all readers at a moment; `costFen` = the money they paid for them. */
export type OutstandingRow = { asset: LedgerAsset; amount: number; costFen: number };
export type ComicSalesRow = { comicId: number; chapters: number; coins: number; bonus: number; tickets: number };

export const sumMoved = allRows<MovedRow, [from: Date, to: Date]>(
  'wallet.report-moved',
  `select t.kind, t.asset,
     (coalesce(sum(t.amount) filter (where c.wallet_id is not null), 0)
       - coalesce(sum(t.amount) filter (where d.wallet_id is not null), 0))::bigint as amount,
     coalesce(sum(l.cost_fen) filter (where t.kind in ('topup', 'redeem')), 0)::bigint as "costFen"
   from wallet.transfer t join wallet.account c on c.id = t.credit_id join wallet.account d on d.id = t.debit_id
   left join wallet.credit_lot l on l.transfer_id = t.id
   where t.at >= $1 and t.at < $2 group by t.kind, t.asset order by t.kind, t.asset`,
);

export const sumOutstanding = allRows<OutstandingRow, [at: Date]>(
  'wallet.report-outstanding',
  `select l.asset, coalesce(sum(l.granted - coalesce(u.used, 0)), 0)::bigint as amount,
     coalesce(sum(l.cost_fen * (l.granted - coalesce(u.used, 0)) / l.granted), 0)::bigint as "costFen"
   from wallet.credit_lot l join wallet.transfer g on g.id = l.transfer_id and g.at < $1
   left join (
     select u.lot_id, sum(u.amount)::bigint as used from wallet.lot_use u
     join wallet.transfer t on t.id = u.transfer_id and t.at < $1 group by u.lot_id
   ) u on u.lot_id = l.id
   group by l.asset order by l.asset`,
);

export const sumByComic = allRows<ComicSalesRow, [from: Date, to: Date]>(
  'wallet.report-by-comic',
  `select comic_id as "comicId", count(*) as chapters, sum(coins)::bigint as coins, sum(bonus)::bigint as bonus,
     sum(tickets)::bigint as tickets
   from wallet.purchase where at >= $1 and at < $2 group by comic_id order by sum(coins) desc, sum(bonus) desc, comic_id`,
);

/** The amounts spent; `unlocks` = the number of chapters. */
export type SpentSums = { unlocks: number; coins: number; bonus: number; tickets: number };

const SPENT = `count(*) as unlocks, sum(p.coins)::bigint as coins, sum(p.bonus)::bigint as bonus, sum(p.tickets)::bigint as tickets`;

/** The amounts spent on each chapter in a period. */
export const sumSpentByChapter = allRows<SpentSums & { comicId: number; chapterId: number }, [from: Date, to: Date]>(
  'wallet.spent-by-chapter',
  `select p.comic_id as "comicId", p.chapter_id as "chapterId", ${SPENT}
   from wallet.purchase p where p.at >= $1 and p.at < $2 group by p.comic_id, p.chapter_id`,
);

/** The amounts that each reader spent on chapters in a period. Erased readers have a row each, without an id. */
export const sumSpentByReader = allRows<SpentSums & { readerId: number | null }, [from: Date, to: Date]>(
  'wallet.spent-by-reader',
  `select w.reader_id as "readerId", ${SPENT}
   from wallet.purchase p join wallet.wallet w on w.id = p.wallet_id where p.at >= $1 and p.at < $2 group by w.id`,
);

/** Without tickets: they are free, so they do not show which comics sell. */
const SALES = statement<{ comicId: number; chapters: number }, [from: Date, to: Date]>(
  'wallet.count-sales',
  `select coalesce(m.comic_id, p.comic_id) as "comicId", count(*) as chapters
   from wallet.purchase p left join wallet.moved_chapter m on m.chapter_id = p.chapter_id
   where p.at >= $1 and p.at < $2 and p.tickets = 0 group by 1`,
);

/** The number of chapters of each comic that were bought with coins or bonus in a period. */
export async function countSales(db: Db, from: Date, to: Date): Promise<Map<number, number>> {
  return new Map((await rows(db, SALES, [from, to])).map(({ comicId, chapters }) => [comicId, chapters]));
}

/** A moment at which a reader did something with a comic. */
export type ComicMoment = { readerId: number; comicId: number; at: Date };

const BUYERS_AFTER = statement<{ readerId: number | null }, [readers: number[], comics: number[], at: Date[]]>(
  'wallet.buyers-after',
  `select distinct w.reader_id as "readerId"
   from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) m (reader_id, comic_id, at)
   join wallet.wallet w on w.reader_id = m.reader_id
   where exists (select from wallet.purchase p where p.wallet_id = w.id and p.comic_id = m.comic_id
     and p.at > m.at and p.at <= m.at + interval '7 days')`,
);

/** The readers who bought a chapter of the comic within seven days after one of these moments. */
export async function listBuyersAfter(db: Db, moments: readonly ComicMoment[]): Promise<number[]> {
  const columns = [moments.map((m) => m.readerId), moments.map((m) => m.comicId), moments.map((m) => m.at)] as const;
  return (await rows(db, BUYERS_AFTER, [...columns])).flatMap(({ readerId }) => readerId ?? []);
}
