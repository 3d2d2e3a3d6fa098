import type { Pool } from 'pg';
import type { Page } from '#contract/shapes';
import type { ChapterRow } from './chapters/chapter-store.ts';
import { type Audience, ageLimit, type ListsRestricted, prominentAudience } from './comics/audience.ts';
import { createCachedStats } from './comics/cached-stats.ts';
import { type ComicRecord, type ComicRecords, createComicRecords } from './comics/comic-records.ts';
import { countWithPass, findIdByCode, hasNoComic } from './comics/comic-store.ts';
import type { ComicStats } from './comics/stats-store.ts';
import { createIndexable, type Indexable } from './listings/indexable.ts';
import type { IndexableRow } from './listings/indexable-store.ts';
import { createListings, type Listings } from './listings/listings.ts';
import { createNews, type News } from './listings/news.ts';
import type { ChapterName, ComicNews } from './listings/news-store.ts';
import { keyOfAddress, type SigningKey } from './pictures/image-address.ts';
import { viewPages } from './pictures/image-views.ts';
import { signingKeys } from './pictures/signing-key-store.ts';
import type { StoredCover } from './pictures/stored-images.ts';
import { currentPrice, saleAt } from './pricing/price-rule.ts';

export { samplePictures } from './chapters/chapter-store.ts';
export { viewChapter } from './chapters/chapter-view.ts';
export {
  type AgeLimit,
  type Audience,
  ageLimit,
  checkAge,
  fromAge,
  prominentAudience,
  restrictedMark,
} from './comics/audience.ts';
export { contentNames, titlesOf } from './comics/comic-names.ts';
export { sellsChapters } from './comics/comic-store.ts';
export { chineseGenre, otherGenreNames } from './comics/genre-names.ts';
export { listSearchable, listSearchableAfter, type SearchableComic } from './comics/searchable-store.ts';
export { addToStats, findStats } from './comics/stats.ts';
export type { RankableComic, StatsChange } from './comics/stats-store.ts';
export { listRankable } from './comics/stats-store.ts';
export { viewCard, viewSale } from './listings/card-view.ts';
export { listNewsOf, listPublishedAfter, listShownAmong, listWaitingAmong } from './listings/news-store.ts';
export { viewImage } from './pictures/image-views.ts';
export { currentPrice, type Promoted, priceWithPass, saleAt } from './pricing/price-rule.ts';
export type { ChapterName, ChapterRow, ComicNews, ComicRecord, ComicStats, IndexableRow, StoredCover };

/** The file and the access of an image address. */
export type ImageTarget = ReturnType<typeof keyOfAddress>;

/** Comics, chapters and pages, the same for every reader. Writing goes through publishing/publishing.ts. */
export type Catalog = Pick<ComicRecords, 'comic' | 'comicOfChapter'> & {
  /** The same, also for comics that are offline: readers can still read the chapters that they own. */
  anyComic: ComicRecords['comic'];
  anyChapter: ComicRecords['chapter'];
  anyComicOfChapter: ComicRecords['comicOfChapter'];
  /** The id of the comic with this code, in upper or lower case; null if readers can't see one. */
  comicByCode(code: string): Promise<number | null>;
  listings: Listings;
  /** The audience for which a prominent place is filled. */
  prominentAudience<A extends Audience>(audience: A): Promise<A>;
  news: News;
  indexable: Indexable;
  /** How often a comic was read and how many readers follow it, as of a few seconds ago. */
  stats(comicId: number): Promise<ComicStats>;
  /** Forgets the cached counts of these comics. To be called after the commit that changed them. */
  statsChanged(comicIds: readonly number[]): void;
  pages(chapterId: number, now: Date): Promise<Page[] | null>;
  imageTarget(path: string, now: Date): ImageTarget;
  /** Reads the signing keys, and makes the first one. To be called at start and every hour. */
  renewKeys(now: Date): Promise<void>;
  isEmpty(): Promise<boolean>;
  /** How many comics 月卡 opens for this audience. */
  countWithPass(audience: Audience): Promise<number>;
  /** Drops the cached record of a comic; null = of all comics. */
  changed(comicId: number | null): void;
};

/** `listsRestricted`: without it, as in commands, comics rated 18 are in no prominent place. */
export function createCatalog(
  pool: Pool,
  live: () => boolean,
  listsRestricted: ListsRestricted = async () => false,
): Catalog {
  const records = createComicRecords(pool, live);
  const listings = createListings(pool, live);
  const stats = createCachedStats(pool);
  let keys = new Map<number, SigningKey>();
  let newestKey: SigningKey | null = null;

  return {
    comic: async (id) => onlyOnline(await records.comic(id)),
    comicOfChapter: async (chapterId) => onlyOnline(await records.comicOfChapter(chapterId)),
    anyComic: records.comic,
    anyChapter: records.chapter,
    anyComicOfChapter: records.comicOfChapter,
    comicByCode: (code) => findIdByCode(pool, code.trim().toLowerCase()),
    listings,
    prominentAudience: (audience) => prominentAudience(audience, listsRestricted),
    news: createNews(pool),
    indexable: createIndexable(pool),
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
    countWithPass: (audience) => countWithPass(pool, ageLimit(audience)),
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

/** The next moment when a comic changes without a write: a chapter is published, or a price changes. Null = never. */
export function nextChangeOf({ chapters, promotions }: ComicRecord, now: Date): Date | null {
  const moments = [
    ...chapters.flatMap(({ publishedAt, freeAt }) => [publishedAt, freeAt]),
    ...promotions.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]),
  ];
  let next: Date | null = null;
  for (const at of moments) if (at && at > now && (next === null || at < next)) next = at;
  return next;
}

/** Whether a chapter of a comic costs nothing at this moment. */
export function isFree(record: ComicRecord, chapter: ChapterRow, now: Date): boolean {
  return currentPrice(chapter, saleAt(record.promotions, now), now) === 0;
}

/** The chapters readers see by now, by number. */
export function published(record: ComicRecord, now: Date): ChapterRow[] {
  return record.chapters.filter((chapter) => chapter.online && chapter.publishedAt <= now);
}

/** The chapters that one reader sees: also the chapters that they own and that were taken offline, alone or with the comic. */
export function publishedFor(record: ComicRecord, owned: ReadonlySet<number>, now: Date): ChapterRow[] {
  const { comic, chapters } = record;
  return chapters.filter(
    ({ id, online, publishedAt }) => publishedAt <= now && ((comic.online && online) || owned.has(id)),
  );
}
