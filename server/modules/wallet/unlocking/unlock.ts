import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db.ts';
import { BadField, refuse } from '../../../core/refusal.ts';
import { type Balances, EMPTY } from '../ledger/assets.ts';
import { lockWallet, readBalances } from '../ledger/ledger.ts';
import { isExpired, sumOf } from '../ledger/lots.ts';
import { payFrom } from './payment.ts';
import { type QuoteRequest, quoteOf, toBuy } from './quote.ts';
import {
  addPurchases,
  findKeptAnswerOfReader,
  type KeptAnswer,
  type NewPurchases,
  readState,
  type Spent,
  type StateQuery,
  type WalletState,
} from './store.ts';

/** A request to buy chapters for exactly this total. The key makes a repetition harmless. */
export type UnlockRequest = { chapterIds: number[]; expect: number; ticket: boolean; key: string };

/** The chapters that were bought, what was paid, and the remaining balances. */
export type Unlocked = KeptAnswer & Balances;

export type Unlocking = {
  /** The answer of an earlier call with this key, whatever has changed since. */
  findEarlier(readerId: number, request: UnlockRequest, now: Date): Promise<Unlocked | null>;
  /** Buys chapters of one comic; those that are free or owned are left out. Refuses if anything is not as expected. */
  unlock(readerId: number, request: UnlockRequest, offer: Offer, now: Date): Promise<Unlocked>;
};

/** The chapters of the request at this moment. */
export type Offer = Omit<QuoteRequest, 'ticket'> & {
  comicId: number;
  /** Called in the transaction that buys the first chapter of the comic. Locks that it takes come after the wallet's. */
  onFirst(tx: Tx): Promise<void>;
};

/** The answer, and the purchases that must be written, if any. */
type Decision = { answer: Unlocked; purchases: NewPurchases | null; isFirst: boolean };

const NOTHING: Spent = { coins: 0, bonus: 0, tickets: 0 };

/**
 * Most purchases take two round trips: read the wallet, decide, and write if it has not changed. If it has, or if more must be
 * written in the same transaction, the wallet is locked first.
 */
export function createUnlocking(pool: Pool): Unlocking {
  async function unlockInTurn(
    tx: Tx,
    readerId: number,
    request: UnlockRequest,
    offer: Offer,
    now: Date,
  ): Promise<Unlocked> {
    await lockWallet(tx, readerId, now);
    const state = await readState(tx, readerId, stateQuery(request, offer));
    const { answer, purchases, isFirst } = decide(state, request, offer, now);
    if (!state || !purchases) return answer;
    if (!(await addPurchases(tx, state, purchases, now))) throw new Error('a locked wallet was changed');
    if (isFirst) await offer.onFirst(tx);
    return answer;
  }

  return {
    async findEarlier(readerId, request, now) {
      const earlier = await findKeptAnswerOfReader(pool, readerId, request.key);
      return earlier && { ...sameRequest(earlier, hashOf(request)), ...(await readBalances(pool, readerId, now)) };
    },

    async unlock(readerId, request, offer, now) {
      const state = await readState(pool, readerId, stateQuery(request, offer));
      const { answer, purchases, isFirst } = decide(state, request, offer, now);
      if (!state || !purchases) return answer;
      const isAlone = !isFirst && !state.lots.some((lot) => isExpired(lot, now));
      if (isAlone && (await addPurchases(pool, state, purchases, now))) return answer;
      return transaction(pool, (tx) => unlockInTurn(tx, readerId, request, offer, now));
    },
  };
}

/** Answers by what the wallet is, or refuses. A reader without one has nothing to spend, but chapters may have turned free. */
function decide(state: WalletState | null, request: UnlockRequest, offer: Offer, now: Date): Decision {
  const { key, ticket, expect } = request;
  const { walletId = 0, owned = new Set<number>(), earlier } = state ?? {};
  const lots = state?.lots.filter((lot) => !isExpired(lot, now)) ?? [];
  const balances = state ? sumOf(lots) : EMPTY;
  const hash = hashOf(request);
  if (earlier) return answerOnly({ ...sameRequest(earlier, hash), ...balances });
  const nothing = { chapterIds: [], spent: NOTHING, ...balances };
  // Another device was faster: the reader has what they asked for.
  if (offer.chapters.every(({ chapterId }) => owned.has(chapterId))) return answerOnly(nothing);
  const selection = { ...offer, ticket };
  const quote = quoteOf(selection, owned, balances);
  if (quote.total !== expect) refuse('priceChanged', quote);
  if (quote.split.tickets > balances.tickets) refuse('noTicket');
  if (quote.missing > 0) refuse('insufficientCoins', quote);
  if (!state) return answerOnly(nothing);
  const { chapters, payments, spent } = payFrom(lots, toBuy(selection, owned), { walletId, ticket });
  const answer = { chapterIds: chapters.map(({ chapterId }) => chapterId), spent };
  return {
    answer: { ...answer, ...without(balances, spent) },
    purchases: { comicId: offer.comicId, chapters, payments, kept: { key, request: hash, answer } },
    isFirst: chapters.length > 0 && !state.knowsComic,
  };
}

/** The request may name a chapter that another one stands in for; the offer has that one. */
function stateQuery({ key }: UnlockRequest, { comicId, chapters }: Offer): StateQuery {
  return { key, comicId, chapterIds: chapters.map(({ chapterId }) => chapterId) };
}

function answerOnly(answer: Unlocked): Decision {
  return { answer, purchases: null, isFirst: false };
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
