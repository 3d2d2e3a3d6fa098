import { comicPay, comicQuote } from '#contract/calls/comic';
import type { Tx } from '../core/db/db.ts';
import type { Caller, SessionCtx } from '../core/dispatch/ctx.ts';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import { BadField } from '../core/refusal/refusal.ts';
import type { Account } from '../modules/account/account.ts';
import {
  type Catalog,
  type ComicRecord,
  checkAge,
  currentPrice,
  fromAge,
  priceWithPass,
  published,
  saleAt,
} from '../modules/catalog/catalog.ts';
import type { DiscountPart, Editorial } from '../modules/editorial/editorial.ts';
import type { Membership } from '../modules/membership/membership.ts';
import type { Reading } from '../modules/reading/reading.ts';
import { type ChapterForSale, passPercentOf, quoteOf, type Wallet } from '../modules/wallet/wallet.ts';

type Parts = {
  catalog: Catalog;
  editorial: Pick<Editorial, 'parts'>;
  reading: Pick<Reading, 'library' | 'steps'>;
  account: Pick<Account, 'profile'>;
  wallet: Wallet;
  membership: Pick<Membership, 'passUntil'>;
};
/** The refusals of both calls. */
type Refuse = (name: 'teenModeForbids' | 'ageUnconfirmed' | 'chapterNotFound') => never;

/**
 * Buys chapters. From the button to the ledger:
 * 1. `client/features/buying/chapters/pay-buttons.tsx` shows the ways to pay; `purchase.ts` sends `comic/pay` with a key that
 *    stays the same until an answer has come (`idempotency-key.ts`).
 * 2. This file: prices from the catalogue, discounts from the editorial data.
 * 3. `modules/wallet/buying/buy.ts` compares the total with the one that the reader has seen, and decides what is paid.
 * 4. One statement, `BUY` in `buying/store.ts`, writes the purchases, the transfers of the ledger and the answer.
 */
export function buyingCalls({ catalog, editorial, reading, account, wallet, membership }: Parts): Served[] {
  /** The chapters with their current costs. They all belong to one comic that this reader may buy. */
  async function priceChapters(
    { chapterIds: requested, ticket }: { chapterIds: number[]; ticket: boolean },
    { caller, now }: SessionCtx,
    refuse: Refuse,
  ) {
    const chapterIds = await Promise.all(requested.map(currentId));
    if (new Set(chapterIds).size < chapterIds.length) throw new BadField('chapterIds');
    if (ticket && chapterIds.length > 1) throw new BadField('ticket');
    const [first = 0] = chapterIds;
    const record = (await catalog.comicOfChapter(first)) ?? refuse('chapterNotFound');
    checkAge(caller, record.comic.ageRating, refuse);
    const { discounts } = await editorial.parts();
    const costs = costsOf(record, chapterIds, await passPercentFor(caller, discounts, now), now);
    const chapters: ChapterForSale[] = [];
    for (const id of chapterIds) {
      const chapter = costs.get(id);
      if (chapter) chapters.push(chapter);
      else if (await catalog.comicOfChapter(id).then((other) => other && other.comic.id !== record.comic.id))
        throw new BadField('chapterIds');
      else refuse('chapterNotFound');
    }
    return { record, comicId: record.comic.id, chapters, discounts };
  }

  /** The percentage of the price that this reader pays with 月卡; null = all of it. */
  async function passPercentFor({ readerId }: Caller, discounts: readonly DiscountPart[], now: Date) {
    const percent = passPercentOf(discounts);
    return percent !== null && (await membership.passUntil(readerId, now)) ? percent : null;
  }

  /** The id of the chapter that readers see now, if this one was merged into another. */
  async function currentId(chapterId: number): Promise<number> {
    return (await catalog.anyChapter(chapterId))?.chapterId ?? chapterId;
  }

  /** Counts for the figures that the reader has seen these paid chapters and opened the purchase. */
  function countPurchaseSteps(comicId: number, chapterIds: readonly number[], { caller, now }: SessionCtx): void {
    for (const chapterId of chapterIds)
      for (const step of ['seen', 'panel'] as const)
        reading.steps.note(step, { readerId: caller.readerId, comicId, chapterId }, now);
  }

  return [
    serve(comicQuote, async (ctx, selection, refuse) => {
      const { caller, now } = ctx;
      if (caller.teen) return refuse('teenModeForbids');
      const priced = await priceChapters(selection, ctx, refuse);
      const [owned, balances] = await Promise.all([
        wallet.owned(caller.readerId, priced.comicId),
        wallet.balances(caller.readerId, now),
      ]);
      return quoteOf({ ...priced, ticket: selection.ticket }, owned, balances);
    }),

    serve(comicPay, async (ctx, { autoBuy, ...request }, refuse) => {
      const { caller, now } = ctx;
      const { readerId } = caller;
      if (caller.teen) return refuse('teenModeForbids');
      const priceRequest = async () => {
        const { record, ...priced } = await priceChapters(request, ctx, refuse);
        return {
          ...priced,
          setAutoBuy:
            autoBuy === undefined
              ? undefined
              : (tx: Tx) => account.profile.setAutoBuyOf(caller, priced.comicId, autoBuy, now, tx),
          onFirst: (tx: Tx) => reading.library.addOwned(tx, readerId, libraryFacts(record, now), now),
        };
      };
      const bought = await wallet.buy(readerId, request, priceRequest, now);
      // Some chapters are bought where their price was shown without a call. The buyer has seen it.
      const [first = 0] = request.chapterIds;
      const record = await catalog.comicOfChapter(first);
      if (record) countPurchaseSteps(record.comic.id, request.chapterIds, ctx);
      return bought;
    }),
  ];
}

/** The costs of these chapters, without those that are not published. */
function costsOf(
  record: ComicRecord,
  ids: readonly number[],
  passPercent: number | null,
  now: Date,
): Map<number, ChapterForSale> {
  const sale = saleAt(record.promotions, now);
  const wanted = new Set(ids);
  const chapters = record.chapters.filter(({ id }) => wanted.has(id));
  return new Map(
    published({ ...record, chapters }, now).map((chapter) => {
      const { id, priceCoins } = chapter;
      const passCoins = passPercent === null ? null : priceWithPass(chapter, sale, now, passPercent);
      const costCoins = currentPrice(chapter, sale, now);
      return [id, { chapterId: id, priceCoins, costCoins, ...(passCoins !== null && { passCoins }) }];
    }),
  );
}

/** The facts that the library stores of a comic. */
function libraryFacts(record: ComicRecord, now: Date) {
  const latest = Math.max(...published(record, now).map(({ publishedAt }) => publishedAt.getTime()));
  return { comicId: record.comic.id, latestAt: new Date(latest), age: fromAge(record.comic.ageRating) };
}
