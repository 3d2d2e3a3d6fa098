import type { Tx } from '../../../core/db/db.ts';
import { findPages } from '../chapters/chapter-store.ts';
import { pagesFolder, randomStoreKey } from '../pictures/folders.ts';
import { pagesMovedTo } from '../pictures/stored-images.ts';
import { basePrices, type PriceRules } from '../pricing/price-rule.ts';
import {
  type LockedChapterPrice,
  lockAllPrices,
  lockPriceRules,
  lockPrices,
  lockUnguarded,
  setGuardedPages,
  setPrices,
  type UnguardedChapter,
} from '../pricing/price-store.ts';

/**
 * Copies the files of one folder of the image storage to another. The caller removes the old ones after the commit. `null`:
 * pages stay where they are, and `guardPages` moves them later.
 */
export type CopyFolder = ((from: string, to: string) => Promise<void>) | null;

/**
 * Sets the price of every chapter of a comic; returns whether one has changed. `newNo`: only the prices that a chapter
 * changes by being added, its own and that of the chapter which is no longer among the free first ones. The pages of a
 * chapter that now costs something move behind signed addresses.
 */
export async function reprice(tx: Tx, comicId: number, copyFolder: CopyFolder, newNo?: number): Promise<boolean> {
  const [rules = { priceCoins: 0, freeFirst: 0 }] = await lockPriceRules(tx, [comicId]);
  const only = newNo === undefined ? undefined : { no: newNo, first: rules.freeFirst + 1 };
  return writePrices(tx, changedPrices(rules, await lockPrices(tx, comicId, only)), copyFolder);
}

/** Sets the prices of all chapters of several comics. */
export async function repriceAll(tx: Tx, comicIds: readonly number[], copyFolder: CopyFolder): Promise<void> {
  const rules = await lockPriceRules(tx, comicIds);
  const chapters = Map.groupBy(await lockAllPrices(tx, comicIds), ({ comicId }) => comicId);
  const changed = rules.flatMap((comic) => changedPrices(comic, chapters.get(comic.id) ?? []));
  await writePrices(tx, changed, copyFolder);
}

type NewPrice = { chapter: LockedChapterPrice; price: number };

/** The chapters whose price differs from the rules, or that are priced and not guarded. */
function changedPrices(rules: PriceRules, chapters: readonly LockedChapterPrice[]): NewPrice[] {
  const prices = basePrices(rules, chapters);
  return chapters
    .map((chapter) => ({ chapter, price: prices.get(chapter.no) ?? 0 }))
    .filter(({ chapter, price }) => price !== chapter.priceCoins || (price > 0 && !chapter.guarded));
}

async function writePrices(tx: Tx, found: readonly NewPrice[], copyFolder: CopyFolder): Promise<boolean> {
  if (copyFolder)
    for (const { chapter, price } of found) if (price > 0 && !chapter.guarded) await guard(tx, chapter, copyFolder);
  const changed = found.filter(({ chapter, price }) => price !== chapter.priceCoins);
  if (changed.length === 0) return false;
  await setPrices(
    tx,
    changed.map(({ chapter }) => chapter.id),
    changed.map(({ price }) => price),
  );
  return true;
}

/** Moves pages that are offline or cost something behind signed addresses. */
export async function guardUnguarded(tx: Tx, comicId: number, copyFolder: NonNullable<CopyFolder>): Promise<void> {
  for (const chapter of await lockUnguarded(tx, comicId)) await guard(tx, chapter, copyFolder);
}

async function guard(tx: Tx, chapter: UnguardedChapter, copyFolder: NonNullable<CopyFolder>): Promise<void> {
  const storeKey = randomStoreKey();
  const folder = pagesFolder({ guarded: true, storeKey });
  await copyFolder(pagesFolder({ guarded: false, storeKey: chapter.storeKey }), folder);
  const { pages = [] } = (await findPages(tx, chapter.id)) ?? {};
  await setGuardedPages(tx, chapter.id, { storeKey, pages: pagesMovedTo(folder, pages) });
}
