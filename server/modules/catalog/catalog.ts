import type { Pool } from 'pg';
import type { Banner, Page } from '#contract/shapes';
import { type ComicRecord, type ComicRecords, createComicRecords } from './comic-records.ts';
import { keyOfAddress, type SigningKey } from './image-address.ts';
import { createListings, type Listings } from './listings.ts';
import { type ChapterRow, hasNoComic, listBanners, signingKeys } from './store.ts';
import { viewBanner, viewPages } from './views.ts';

export { isFree, viewCard, viewChapter, viewImage } from './views.ts';
export type { ChapterRow, ComicRecord };

/** Where an image request leads. */
export type ImageTarget = ReturnType<typeof keyOfAddress>;

/** Comics, chapters, pages, banners: what there is to read, the same for every reader. */
export type Catalog = Pick<ComicRecords, 'comic' | 'comicOfChapter'> & {
  listings: Listings;
  banners(slots: number[], now: Date): Promise<Map<number, Banner[]>>;
  pages(chapterId: number, now: Date): Promise<Page[] | null>;
  imageTarget(path: string, now: Date): ImageTarget;
  /** Reads the signing keys, making the first; call at start and now and then. */
  renewKeys(now: Date): Promise<void>;
  isEmpty(): Promise<boolean>;
  /** A comic has changed; null = anything may have. */
  changed(comicId: number | null): void;
};

export function createCatalog(pool: Pool, live: () => boolean): Catalog {
  const records = createComicRecords(pool, live);
  let keys = new Map<number, SigningKey>();
  let newestKey: SigningKey | null = null;

  return {
    comic: records.comic,
    comicOfChapter: records.comicOfChapter,
    listings: createListings(pool),
    async banners(slots, now) {
      const found = await listBanners(pool, slots, now);
      const bySlot = Map.groupBy(found, (banner) => banner.slot);
      return new Map([...bySlot].map(([slot, list]) => [slot, list.map(viewBanner)]));
    },
    async pages(chapterId, now) {
      const found = await records.pages(chapterId);
      if (!found) return null;
      if (!newestKey) throw new Error('the signing keys were not read');
      return viewPages(found.pages, found.storeKey, newestKey, now);
    },
    imageTarget: (path, now) => keyOfAddress(path, keys, now),
    async renewKeys(now) {
      const found = await signingKeys(pool, now);
      keys = new Map(found.map((key) => [key.kid, key]));
      newestKey = found.at(-1) ?? null;
    },
    isEmpty: () => hasNoComic(pool),
    changed(comicId) {
      if (comicId === null) records.forgetAll();
      else records.forget(comicId);
    },
  };
}

/** The chapters readers see by now, by number. */
export function published(record: ComicRecord, now: Date): ChapterRow[] {
  return record.chapters.filter((chapter) => chapter.publishedAt <= now);
}
