import { type Db, execute, firstRow, row, rows, statement, type Tx } from '../../../core/db/db.ts';
import type { Lot } from '../ledger/lots.ts';
import {
  givenPostings,
  type JsonLot,
  POSTING_COLUMNS,
  type Posting,
  postTransfers,
  readLots,
  UNSPENT_LOTS,
} from '../ledger/store.ts';

/** The amounts paid for a chapter. */
export type Spent = { coins: number; bonus: number; tickets: number };

/** A chapter that is being bought: its price and its current cost. `passCoins`: its cost by the discount of 月卡, if any. */
export type ChapterForSale = { chapterId: number; priceCoins: number; costCoins: number; passCoins?: number };

/** The stored part of the answer, for repeated calls. */
export type PurchaseAnswer = { chapterIds: number[]; spent: Spent };

/** An answered call. `request`: the hash of its payload. */
type AnsweredCall = { request: Buffer; answer: PurchaseAnswer };

/** The input of the decision on a purchase. `version` shows whether it has changed since. */
export type WalletState = {
  walletId: number;
  version: number;
  lots: Lot[];
  /** The requested chapters that the reader owns already. */
  owned: ReadonlySet<number>;
  /** Whether the reader owns any chapter of the comic. */
  ownsOfComic: boolean;
  earlier: AnsweredCall | null;
};

/** A transfer that pays for a chapter. */
export type PaymentPosting = Pick<Posting, 'asset' | 'from' | 'to' | 'amount' | 'uses'> & { chapterId: number };

export type NewPurchases = {
  comicId: number;
  chapters: readonly (ChapterForSale & Spent)[];
  payments: readonly PaymentPosting[];
  stored: AnsweredCall & { key: string };
};

/** One text value: much faster to read than hundreds of rows. */
const CHAPTER_IDS = `coalesce(string_agg(p.chapter_id::text, ','), '')`;

const OWNED_OF_COMIC = statement<{ owned: string }, [readerId: number, comicId: number]>(
  'wallet.owned-of-comic',
  `select ${CHAPTER_IDS} as owned from (
     select p.chapter_id from wallet.wallet w join wallet.purchase p on p.wallet_id = w.id
     where w.reader_id = $1 and p.comic_id = $2
       and not exists (select from wallet.moved_chapter m where m.chapter_id = p.chapter_id)
     union
     select m.read_as from wallet.wallet w cross join wallet.moved_chapter m
     join wallet.purchase p on p.wallet_id = w.id and p.chapter_id = m.chapter_id
     where w.reader_id = $1 and m.comic_id = $2
   ) p`,
);

const OWNERS = statement<{ chapterId: number; owners: number }, [chapterIds: readonly number[]]>(
  'wallet.owners-of-chapters',
  `select chapter_id as "chapterId", count(*)::int as owners from (
     select wallet_id, chapter_id from wallet.purchase where chapter_id = any($1)
     union
     select p.wallet_id, m.read_as from wallet.moved_chapter m join wallet.purchase p on p.chapter_id = m.chapter_id
     where m.read_as = any($1)
   ) owned group by chapter_id`,
);

/** The number of owners of each of these chapters that has any. Reads all purchases. */
export async function countOwners(db: Db, chapterIds: readonly number[]): Promise<Map<number, number>> {
  const found = await rows(db, OWNERS, [chapterIds]);
  return new Map(found.map(({ chapterId, owners }) => [chapterId, owners]));
}

type StateRow = {
  walletId: number;
  version: number;
  lots: JsonLot[];
  owned: string;
  ownsOfComic: boolean;
  request: Buffer | null;
  answer: PurchaseAnswer | null;
};

const STATE = statement<StateRow, [readerId: number, key: string, comicId: number, chapterIds: readonly number[]]>(
  'wallet.state',
  `select w.id as "walletId", w.version,
     ${UNSPENT_LOTS} as lots,
     (select ${CHAPTER_IDS} from (
        select o.chapter_id from wallet.purchase o where o.wallet_id = w.id and o.chapter_id = any($4)
        union
        select m.read_as from wallet.moved_chapter m join wallet.purchase o on o.wallet_id = w.id and o.chapter_id = m.chapter_id
        where m.read_as = any($4)) p) as owned,
     exists (select from wallet.purchase p where p.wallet_id = w.id and p.comic_id = $3
       and not exists (select from wallet.moved_chapter m where m.chapter_id = p.chapter_id and m.comic_id <> $3))
       or exists (select from wallet.moved_chapter m join wallet.purchase p on p.wallet_id = w.id and p.chapter_id = m.chapter_id
         where m.comic_id = $3) as "ownsOfComic",
     i.request, i.answer
   from wallet.wallet w left join wallet.idempotency i on i.wallet_id = w.id and i.key = $2
   where w.reader_id = $1`,
);

export const findEarlierPurchase = firstRow<AnsweredCall, [readerId: number, key: string]>(
  'wallet.earlier-purchase',
  `select i.request, i.answer from wallet.wallet w join wallet.idempotency i on i.wallet_id = w.id
   where w.reader_id = $1 and i.key = $2`,
);

export const dropOldAnswers = execute<[before: Date]>(
  'wallet.drop-old-answers',
  'delete from wallet.idempotency where at < $1',
);

/**
 * The update waits until the wallet is not locked and then compares the version again. If that has changed, everything below
 * finds no row and has no effect.
 */
const BUY = statement<
  { id: number },
  [
    walletId: number,
    version: number,
    at: Date,
    comicId: number,
    chapters: string,
    payments: string,
    key: string,
    request: Buffer,
    answer: string,
  ]
>(
  'wallet.buy',
  `with locked as (
     update wallet.wallet set version = version + 1 where id = $1 and version = $2 returning id
   ), stored as (
     insert into wallet.idempotency (wallet_id, key, request, answer, at) select id, $7, $8, $9::jsonb, $3 from locked
   ), bought as (
     insert into wallet.purchase (wallet_id, comic_id, chapter_id, price_coins, cost_coins, coins, bonus, tickets, at)
     select l.id, $4, p."chapterId", p."priceCoins", p."costCoins", p.coins, p.bonus, p.tickets, $3
     from locked l cross join jsonb_to_recordset($5::jsonb) as p ("chapterId" bigint, "priceCoins" bigint,
       "costCoins" bigint, coins bigint, bonus bigint, tickets bigint)
     returning id, chapter_id
   ), posting as (
     select p.*, 'purchase:' || b.id || ':' || case p.asset when 'coin' then 'paid' else p.asset end as key,
       b.id as purchase_id, null::text as title, null::text as actor, null::text as reason
     from bought b join jsonb_to_recordset($6::jsonb) as p ("chapterId" bigint, ${POSTING_COLUMNS}) on p."chapterId" = b.chapter_id
     order by b.id, p.asset
   ), ${postTransfers('$3')}
   select id from locked`,
);

/** The chapters of a comic that a reader owns. */
export async function listOwned(db: Db, readerId: number, comicId: number): Promise<ReadonlySet<number>> {
  return readIds((await row(db, OWNED_OF_COMIC, [readerId, comicId]))?.owned ?? '');
}

function readIds(text: string): ReadonlySet<number> {
  return new Set(text === '' ? [] : text.split(',').map(Number));
}

export type StateQuery = { key: string; comicId: number; chapterIds: readonly number[] };

/** `null` if the reader has no wallet. */
export async function readState(
  db: Db,
  readerId: number,
  { key, comicId, chapterIds }: StateQuery,
): Promise<WalletState | null> {
  const found = await row(db, STATE, [readerId, key, comicId, chapterIds]);
  if (!found) return null;
  const { walletId, version, ownsOfComic, request, answer } = found;
  return {
    walletId,
    version,
    lots: readLots(found.lots),
    owned: readIds(found.owned),
    ownsOfComic,
    earlier: request && answer && { request, answer },
  };
}

/** Records purchases with their payments and the answer. Does nothing and returns false if the wallet has changed since it was read. */
export async function addPurchases(
  db: Db | Tx,
  { walletId, version }: WalletState,
  { comicId, chapters, payments, stored }: NewPurchases,
  now: Date,
): Promise<boolean> {
  const postings = payments.map((payment) => ({ ...payment, kind: 'purchase' as const }));
  const { key, request, answer } = stored;
  const found = await row(db, BUY, [
    walletId,
    version,
    now,
    comicId,
    JSON.stringify(chapters),
    givenPostings(postings),
    key,
    request,
    JSON.stringify(answer),
  ]);
  return found !== null;
}
