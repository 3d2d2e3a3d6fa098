import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { isConflict, type Tx, transaction } from '../../../core/db/db.ts';
import { BadField, refuse } from '../../../core/refusal/refusal.ts';
import { type Balances, EMPTY } from '../ledger/assets.ts';
import { lockWallet, readBalances } from '../ledger/ledger.ts';
import { isExpired, sumOf } from '../ledger/lots.ts';
import { payFrom } from './payment.ts';
import { type QuoteRequest, quoteOf, toBuy } from './quote.ts';
import {
  addPurchases,
  findEarlierPurchase,
  type NewPurchases,
  type PurchaseAnswer,
  readState,
  type Spent,
  type WalletState,
} from './store.ts';

/** A request to buy chapters for exactly this total. The key makes a repetition harmless. */
export type BuyRequest = { chapterIds: number[]; expect: number; ticket: boolean; key: string };

/** The bought chapters, the payment, and the remaining balances. */
export type Bought = PurchaseAnswer & Balances;

/** The requested chapters with their current costs, and the other rows that the purchase writes. */
export type PricedChapters = Omit<QuoteRequest, 'ticket'> & {
  comicId: number;
  /** Saves the setting that comes with the request. Its locks are taken before the lock of the wallet. */
  setAutoBuy?(tx: Tx): Promise<void>;
  /** Runs after the first purchase of a chapter of this comic. Its locks are taken after the lock of the wallet. */
  onFirst(tx: Tx): Promise<void>;
};

export type Buying = {
  /**
   * Buys chapters of one comic; those that are free or owned are left out. A repeated key gets the earlier answer, whatever has
   * changed since. Otherwise `price` refuses chapters that can't be bought now, and the wallet refuses an unexpected total.
   */
  buy(readerId: number, request: BuyRequest, price: () => Promise<PricedChapters>, now: Date): Promise<Bought>;
};

/** The answer, and the purchases that must be written, if any. */
type Decision = { answer: Bought; purchases: NewPurchases | null; isFirst: boolean };

const NOTHING: Spent = { coins: 0, bonus: 0, tickets: 0 };

export function createBuying(pool: Pool): Buying {
  return {
    async buy(readerId, request, price, now) {
      const earlier = await findEarlierPurchase(pool, readerId, request.key);
      if (earlier) return { ...sameRequest(earlier, request), ...(await readBalances(pool, readerId, now)) };
      const priced = await price();
      const answer = priced.setAutoBuy ? null : await buyWithoutLock(pool, readerId, request, priced, now);
      return answer ?? transaction(pool, (tx) => buyLocked(tx, readerId, request, priced, now));
    },
  };
}

/**
 * Reads the wallet, decides, and writes one statement that has no effect if the wallet has changed in between. `null` if it
 * has, if the statement was ended by a conflict, or if the purchase needs more statements.
 */
async function buyWithoutLock(
  pool: Pool,
  readerId: number,
  request: BuyRequest,
  priced: PricedChapters,
  now: Date,
): Promise<Bought | null> {
  const state = await readState(pool, readerId, stateQuery(request, priced));
  const { answer, purchases, isFirst } = decide(state, request, priced, now);
  if (!state || !purchases) return answer;
  if (isFirst || state.lots.some((lot) => isExpired(lot, now))) return null;
  const isWritten = await addPurchases(pool, state, purchases, now).catch((error) => {
    if (isConflict(error)) return false;
    throw error;
  });
  return isWritten ? answer : null;
}

async function buyLocked(
  tx: Tx,
  readerId: number,
  request: BuyRequest,
  priced: PricedChapters,
  now: Date,
): Promise<Bought> {
  await priced.setAutoBuy?.(tx);
  await lockWallet(tx, readerId, now);
  const state = await readState(tx, readerId, stateQuery(request, priced));
  const { answer, purchases, isFirst } = decide(state, request, priced, now);
  if (!state || !purchases) return answer;
  if (!(await addPurchases(tx, state, purchases, now))) throw new Error('a locked wallet was changed');
  if (isFirst) await priced.onFirst(tx);
  return answer;
}

/** Decides by the state of the wallet, or refuses. A reader without a wallet can only get chapters that have turned free. */
function decide(state: WalletState | null, request: BuyRequest, priced: PricedChapters, now: Date): Decision {
  const { key, ticket, expect } = request;
  const { walletId = 0, owned = new Set<number>(), earlier } = state ?? {};
  const lots = state?.lots.filter((lot) => !isExpired(lot, now)) ?? [];
  const balances = state ? sumOf(lots) : EMPTY;
  // The same request may have been answered since the key was looked up.
  if (earlier) return answerOnly({ ...sameRequest(earlier, request), ...balances });
  const nothing = { chapterIds: [], spent: NOTHING, ...balances };
  // Bought on another device at the same time: the reader has the chapter.
  if (priced.chapters.every(({ chapterId }) => owned.has(chapterId))) return answerOnly(nothing);
  const wanted = { ...priced, ticket };
  const quote = quoteOf(wanted, owned, balances);
  if (quote.total !== expect) refuse('priceChanged', quote);
  if (quote.split.tickets > balances.tickets) refuse('noTicket');
  if (quote.missing > 0) refuse('insufficientCoins', quote);
  if (!state) return answerOnly(nothing);
  const { chapters, payments, spent } = payFrom(lots, toBuy(wanted, owned), { walletId, ticket });
  const answer = { chapterIds: chapters.map(({ chapterId }) => chapterId), spent };
  const stored = { key, request: hashOf(request), answer };
  return {
    answer: { ...answer, ...without(balances, spent) },
    purchases: { comicId: priced.comicId, chapters, payments, stored },
    isFirst: chapters.length > 0 && !state.ownsOfComic,
  };
}

/** The request may name a chapter that was merged into another one; `priced` has the other one. */
function stateQuery({ key }: BuyRequest, { comicId, chapters }: PricedChapters) {
  return { key, comicId, chapterIds: chapters.map(({ chapterId }) => chapterId) };
}

function answerOnly(answer: Bought): Decision {
  return { answer, purchases: null, isFirst: false };
}

function without(balances: Balances, { coins, bonus, tickets }: Spent): Balances {
  return { coins: balances.coins - coins, bonus: balances.bonus - bonus, tickets: balances.tickets - tickets };
}

function hashOf({ chapterIds, expect, ticket }: BuyRequest): Buffer {
  const text = JSON.stringify([chapterIds.toSorted((a, b) => a - b), expect, ticket]);
  return createHash('sha256').update(text).digest();
}

/** The same key with another request is a mistake of the client; either answer would mislead it. */
function sameRequest(earlier: { request: Buffer; answer: PurchaseAnswer }, request: BuyRequest): PurchaseAnswer {
  if (!earlier.request.equals(hashOf(request))) throw new BadField('key');
  return earlier.answer;
}
