import { type Db, row, rows, statement, type Tx } from '../../../core/db.ts';

/** What was paid for a chapter. */
export type Spent = { coins: number; bonus: number; tickets: number };

/** A chapter that is being bought: its price, and what it costs at this moment. */
export type ChapterForSale = { chapterId: number; priceCoins: number; costCoins: number };

/** What a repeated call answers again. */
export type KeptAnswer = { chapterIds: number[]; spent: Spent };

type Kept = { request: Buffer; answer: KeptAnswer };

const OWNED_OF_COMIC = statement<{ chapterId: number }, [readerId: number, comicId: number]>(
  'wallet.owned-of-comic',
  `select p.chapter_id as "chapterId" from wallet.wallet w join wallet.purchase p on p.wallet_id = w.id
   where w.reader_id = $1 and p.comic_id = $2`,
);

const OWNED_OF_WALLET = statement<{ chapterId: number }, [walletId: number, comicId: number]>(
  'wallet.owned-of-wallet',
  'select chapter_id as "chapterId" from wallet.purchase where wallet_id = $1 and comic_id = $2',
);

const KEPT = statement<Kept, [walletId: number, key: string]>(
  'wallet.kept-answer',
  'select request, answer from wallet.idempotency where wallet_id = $1 and key = $2',
);

const KEPT_OF_READER = statement<Kept, [readerId: number, key: string]>(
  'wallet.kept-answer-of-reader',
  `select i.request, i.answer from wallet.wallet w join wallet.idempotency i on i.wallet_id = w.id
   where w.reader_id = $1 and i.key = $2`,
);

const KEEP = statement<unknown, [walletId: number, key: string, request: Buffer, answer: string, at: Date]>(
  'wallet.keep-answer',
  'insert into wallet.idempotency (wallet_id, key, request, answer, at) values ($1, $2, $3, $4::jsonb, $5)',
);

const DROP_KEPT = statement<unknown, [before: Date]>(
  'wallet.drop-kept-answers',
  'delete from wallet.idempotency where at < $1',
);

const ADD_PURCHASES = statement<
  { id: number; chapterId: number },
  [walletId: number, comicId: number, at: Date, purchases: string]
>(
  'wallet.add-purchases',
  `insert into wallet.purchase (wallet_id, comic_id, chapter_id, price_coins, cost_coins, coins, bonus, tickets, at)
   select $1, $2, p."chapterId", p."priceCoins", p."costCoins", p.coins, p.bonus, p.tickets, $3
   from jsonb_to_recordset($4::jsonb) as p ("chapterId" bigint, "priceCoins" bigint, "costCoins" bigint, coins bigint,
     bonus bigint, tickets bigint)
   returning id, chapter_id as "chapterId"`,
);

/** The chapters of a comic that a reader owns. */
export async function listOwned(db: Db, readerId: number, comicId: number): Promise<Set<number>> {
  return new Set((await rows(db, OWNED_OF_COMIC, [readerId, comicId])).map(({ chapterId }) => chapterId));
}

/** The same of a locked wallet, to buy more. */
export async function listOwnedOfWallet(tx: Tx, walletId: number, comicId: number): Promise<Set<number>> {
  return new Set((await rows(tx, OWNED_OF_WALLET, [walletId, comicId])).map(({ chapterId }) => chapterId));
}

export function findKeptAnswer(tx: Tx, walletId: number, key: string): Promise<Kept | null> {
  return row(tx, KEPT, [walletId, key]);
}

export function findKeptAnswerOfReader(db: Db, readerId: number, key: string): Promise<Kept | null> {
  return row(db, KEPT_OF_READER, [readerId, key]);
}

export async function keepAnswer(
  tx: Tx,
  walletId: number,
  { key, request, answer }: Kept & { key: string },
  now: Date,
): Promise<void> {
  await rows(tx, KEEP, [walletId, key, request, JSON.stringify(answer), now]);
}

export async function dropKeptAnswers(db: Db, before: Date): Promise<void> {
  await rows(db, DROP_KEPT, [before]);
}

/** Records purchases; returns their ids by chapter. */
export async function addPurchases(
  tx: Tx,
  walletId: number,
  comicId: number,
  purchases: readonly (ChapterForSale & Spent)[],
  now: Date,
): Promise<Map<number, number>> {
  const added = await rows(tx, ADD_PURCHASES, [walletId, comicId, now, JSON.stringify(purchases)]);
  return new Map(added.map(({ id, chapterId }) => [chapterId, id]));
}
