import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db.ts';
import { BadField, refuse } from '../../../core/refusal.ts';
import { type Asset, type Balances, EMPTY } from '../ledger/assets.ts';
import { type LockedWallet, lockWallet, readBalances } from '../ledger/ledger.ts';
import { type LotUse, openPurse, sumOf } from '../ledger/lots.ts';
import { type Posting, post, type SystemAccount } from '../ledger/store.ts';
import { quoteOf } from './quote.ts';
import {
  addPurchases,
  type ChapterForSale,
  findKeptAnswer,
  findKeptAnswerOfReader,
  type KeptAnswer,
  keepAnswer,
  listOwnedOfWallet,
  type Spent,
} from './store.ts';

/** What a reader asks for: these chapters for exactly this total. The key makes a repetition harmless. */
export type UnlockRequest = { chapterIds: number[]; expect: number; ticket: boolean; key: string };

/** The chapters that the reader has bought now, what they paid, and what they have left. */
export type Unlocked = KeptAnswer & Balances;

export type Unlocking = {
  /** The answer of an earlier call with this key, whatever has changed since. */
  findEarlier(readerId: number, request: UnlockRequest, now: Date): Promise<Unlocked | null>;
  /** Buys chapters of one comic; those that are free or owned are left out. Refuses if anything is not as expected. */
  unlock(readerId: number, request: UnlockRequest, offer: Offer, now: Date): Promise<Unlocked>;
};

/** The chapters of the request at this moment. */
export type Offer = {
  comicId: number;
  chapters: readonly ChapterForSale[];
  /** Called in the transaction that buys the first chapter of the comic. Locks that it takes come after the wallet's. */
  onFirst(tx: Tx): Promise<void>;
};

const NOTHING: Spent = { coins: 0, bonus: 0, tickets: 0 };
const REVENUE: Readonly<Record<Asset, SystemAccount>> = {
  coin: 'sys:revenue_paid',
  bonus: 'sys:revenue_bonus',
  ticket: 'sys:revenue_ticket',
};
const KEY_OF: Readonly<Record<Asset, string>> = { coin: 'paid', bonus: 'bonus', ticket: 'ticket' };

type Payment = Partial<Record<Asset, { amount: number; uses: LotUse[] }>>;

export function createUnlocking(pool: Pool): Unlocking {
  async function unlockIn(
    tx: Tx,
    readerId: number,
    request: UnlockRequest,
    offer: Offer,
    now: Date,
  ): Promise<Unlocked> {
    const wallet = await lockWallet(tx, readerId, now);
    if (!wallet) return withoutWallet(request, offer);
    const hash = hashOf(request);
    const earlier = await findKeptAnswer(tx, wallet.walletId, request.key);
    if (earlier) return { ...sameRequest(earlier, hash), ...sumOf(wallet.lots) };
    const owned = await listOwnedOfWallet(tx, wallet.walletId, offer.comicId);
    // Another device was faster: the reader has what they asked for.
    if (request.chapterIds.every((id) => owned.has(id)))
      return { chapterIds: [], spent: NOTHING, ...sumOf(wallet.lots) };
    checkQuote(request, offer, owned, sumOf(wallet.lots));
    const bought = offer.chapters.filter(({ chapterId, costCoins }) => !owned.has(chapterId) && costCoins > 0);
    const spent = await buy(tx, wallet, bought, { comicId: offer.comicId, withTicket: request.ticket, now });
    const answer = { chapterIds: bought.map(({ chapterId }) => chapterId), spent };
    await keepAnswer(tx, wallet.walletId, { key: request.key, request: hash, answer }, now);
    if (bought.length > 0 && owned.size === 0) await offer.onFirst(tx);
    return { ...answer, ...without(sumOf(wallet.lots), spent) };
  }

  return {
    async findEarlier(readerId, request, now) {
      const earlier = await findKeptAnswerOfReader(pool, readerId, request.key);
      return earlier && { ...sameRequest(earlier, hashOf(request)), ...(await readBalances(pool, readerId, now)) };
    },
    unlock: (readerId, request, offer, now) => transaction(pool, (tx) => unlockIn(tx, readerId, request, offer, now)),
  };
}

/** Without a wallet there is nothing to spend, but chapters may have turned free. */
function withoutWallet(request: UnlockRequest, offer: Offer): Unlocked {
  checkQuote(request, offer, new Set(), EMPTY);
  return { chapterIds: [], spent: NOTHING, ...EMPTY };
}

function checkQuote(
  { expect, ticket }: UnlockRequest,
  { chapters }: Offer,
  owned: Set<number>,
  balances: Balances,
): void {
  const quote = quoteOf(chapters, owned, balances, ticket);
  if (quote.total !== expect) refuse('priceChanged', quote);
  if (quote.split.tickets > balances.tickets) refuse('noTicket');
  if (quote.missing > 0) refuse('insufficientCoins', quote);
}

type BuyOptions = { comicId: number; withTicket: boolean; now: Date };

/** Buys each chapter from the lots in their order, and posts it to the ledger. Returns what was spent on all. */
async function buy(
  tx: Tx,
  { walletId, lots }: LockedWallet,
  chapters: readonly ChapterForSale[],
  { comicId, withTicket, now }: BuyOptions,
): Promise<Spent> {
  const purse = openPurse(lots);
  const paid = chapters.map((chapter) => {
    const payment: Payment = withTicket ? { ticket: purse.take('ticket', 1) } : {};
    if (!withTicket) {
      payment.bonus = purse.take('bonus', chapter.costCoins);
      payment.coin = purse.take('coin', chapter.costCoins - payment.bonus.amount);
    }
    return { chapter, payment, spent: spentBy(payment) };
  });
  const ids = await addPurchases(
    tx,
    walletId,
    comicId,
    paid.map(({ chapter, spent }) => ({ ...chapter, ...spent })),
    now,
  );
  const postings = paid.flatMap(({ chapter, payment }) => postingsOf(payment, ids.get(chapter.chapterId), walletId));
  await post(tx, postings, now);
  return paid.reduce((sum, { spent }) => plus(sum, spent), NOTHING);
}

function postingsOf(payment: Payment, purchaseId: number | undefined, walletId: number): Posting[] {
  if (purchaseId === undefined) throw new Error('a purchase was inserted without an id');
  return (['bonus', 'coin', 'ticket'] as const).flatMap((asset) => {
    const part = payment[asset];
    if (!part || part.amount === 0) return [];
    const key = `purchase:${purchaseId}:${KEY_OF[asset]}`;
    return [{ key, kind: 'purchase', asset, from: walletId, to: REVENUE[asset], ...part, purchaseId }];
  });
}

function spentBy({ coin, bonus, ticket }: Payment): Spent {
  return { coins: coin?.amount ?? 0, bonus: bonus?.amount ?? 0, tickets: ticket?.amount ?? 0 };
}

function plus(a: Spent, b: Spent): Spent {
  return { coins: a.coins + b.coins, bonus: a.bonus + b.bonus, tickets: a.tickets + b.tickets };
}

function without(balances: Balances, { coins, bonus, tickets }: Spent): Balances {
  return { coins: balances.coins - coins, bonus: balances.bonus - bonus, tickets: balances.tickets - tickets };
}

function hashOf({ chapterIds, expect, ticket }: UnlockRequest): Buffer {
  const text = JSON.stringify([chapterIds.toSorted((a, b) => a - b), expect, ticket]);
  return createHash('sha256').update(text).digest();
}

/** The same key with another request is a mistake of the client; answering either request would deceive it. */
function sameRequest({ request, answer }: { request: Buffer; answer: KeptAnswer }, hash: Buffer): KeptAnswer {
  if (!request.equals(hash)) throw new BadField('key');
  return answer;
}
