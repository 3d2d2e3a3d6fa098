import type { Tx } from '../../../core/db/db.ts';
import { findPages } from '../chapters/chapter-store.ts';
import { pagesFolder, randomStoreKey } from '../pictures/folders.ts';
import { pagesMovedTo } from '../pictures/stored-images.ts';
import { basePrices } from '../pricing/price-rule.ts';
import {
  lockOpenOffline,
  lockPriceRules,
  lockPrices,
  type OfflineChapter,
  setGuardedPages,
  setPrice,
} from '../pricing/price-store.ts';

/** Copies the files of one folder of the image storage to another. The caller removes the old ones after the commit. */
export type CopyFolder = (from: string, to: string) => Promise<void>;

/**
 * Sets the price of every chapter of a comic; returns whether one has changed. `newNo`: only the prices that a chapter
 * changes by being added, its own and that of the chapter which is no longer among the free first ones. The pages of a
 * chapter that now costs something move behind signed addresses.
 */
export async function reprice(tx: Tx, comicId: number, copyFolder: CopyFolder, newNo?: number): Promise<boolean> {
  const rules = (await lockPriceRules(tx, comicId)) ?? { priceCoins: 0, freeFirst: 0 };
  const only = newNo === undefined ? undefined : { no: newNo, first: rules.freeFirst + 1 };
  const chapters = await lockPrices(tx, comicId, only);
  const prices = basePrices(rules, chapters);
  let hasChanged = false;
  for (const chapter of chapters) {
    const price = prices.get(chapter.no) ?? 0;
    if (price > 0 && !chapter.guarded) await guardPages(tx, chapter, copyFolder);
    if (price === chapter.priceCoins) continue;
    await setPrice(tx, chapter.id, price);
    hasChanged = true;
  }
  return hasChanged;
}

/** Moves the pages of what is offline behind signed addresses. */
export async function guardOffline(tx: Tx, comicId: number, copyFolder: CopyFolder): Promise<void> {
  for (const chapter of await lockOpenOffline(tx, comicId)) await guardPages(tx, chapter, copyFolder);
}

async function guardPages(tx: Tx, chapter: OfflineChapter, copyFolder: CopyFolder): Promise<void> {
  const storeKey = randomStoreKey();
  const folder = pagesFolder({ guarded: true, storeKey });
  await copyFolder(pagesFolder({ guarded: false, storeKey: chapter.storeKey }), folder);
  const { pages = [] } = (await findPages(tx, chapter.id)) ?? {};
  await setGuardedPages(tx, chapter.id, { storeKey, pages: pagesMovedTo(folder, pages) });
}
