import type { Pool } from 'pg';
import type { Page } from '#contract/shapes';
import { type ComicRecord, type ComicRecords, createComicRecords } from './comic-records.ts';
import { keyOfAddress, type SigningKey } from './image-address.ts';
import { createKeptStats } from './kept-stats.ts';
import { createListings, type Listings } from './listings.ts';
import { createNews, type News } from './news.ts';
import type { ChapterName, ComicNews } from './news-store.ts';
import { costNow, saleAt } from './price-rule.ts';
import type { ComicStats } from './stats-store.ts';
import { type ChapterRow, hasNoComic, signingKeys } from './store.ts';
import type { StoredCover } from './stored-images.ts';
import { viewPages } from './views.ts';

export { type Audience, ageLimit, checkAge, fromAge } from './audience.ts';
export { costNow, type Promoted, saleAt } from './price-rule.ts';
export { addToStats, findStats, listRankable, type RankableComic, type StatsChange } from './stats-store.ts';
export { viewCard, viewChapter, viewImage, viewSale } from './views.ts';
export type { ChapterName, ChapterRow, ComicNews, ComicRecord, ComicStats, StoredCover };

/** Where an image request leads. */
export type ImageTarget = ReturnType<typeof keyOfAddress>;

/** Comics, chapters, pages: what there is to read, the same for every reader. */
export type Catalog = Pick<ComicRecords, 'comic' | 'comicOfChapter'> & {
  /** The same for comics that are offline too: what readers own stays theirs. */
  anyComic: ComicRecords['comic'];
  anyComicOfChapter: ComicRecords['comicOfChapter'];
  listings: Listings;
  news: News;
  /** How often a comic was read and how many keep it, as of a few seconds ago. */
  stats(comicId: number): Promise<ComicStats>;
  /** A reader has changed the counts of these comics; call once that is committed. */
  statsChanged(comicIds: readonly number[]): void;
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
  const listings = createListings(pool, live);
  const stats = createKeptStats(pool);
  let keys = new Map<number, SigningKey>();
  let newestKey: SigningKey | null = null;

  return {
    comic: async (id) => onlyOnline(await records.comic(id)),
    comicOfChapter: async (chapterId) => onlyOnline(await records.comicOfChapter(chapterId)),
    anyComic: records.comic,
    anyComicOfChapter: records.comicOfChapter,
    listings,
    news: createNews(pool),
    stats: stats.of,
    statsChanged: stats.forget,
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
      listings.changed();
      if (comicId === null) records.forgetAll();
      else records.forget(comicId);
    },
  };
}

function onlyOnline(record: ComicRecord | null): ComicRecord | null {
  return record?.comic.online ? record : null;
}

/** When time alone next makes a comic another: a chapter comes out, or a price turns. Null = never. */
export function turnOf({ chapters, promotions }: ComicRecord, now: Date): Date | null {
  const moments = [
    ...chapters.flatMap(({ publishedAt, freeAt }) => [publishedAt, freeAt]),
    ...promotions.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]),
  ];
  return moments.reduce((next, at) => (at && at > now && (!next || at < next) ? at : next), null);
}

/** Whether a chapter of a comic costs nothing at this moment. */
export function isFree(record: ComicRecord, chapter: ChapterRow, now: Date): boolean {
  return costNow(chapter, saleAt(record.promotions, now), now) === 0;
}

/** The chapters readers see by now, by number. */
export function published(record: ComicRecord, now: Date): ChapterRow[] {
  return record.chapters.filter((chapter) => chapter.publishedAt <= now);
}
