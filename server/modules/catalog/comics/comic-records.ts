import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { atMost } from '../../../core/limits/at-most.ts';
import {
  type ChapterLocation,
  type ChapterPages,
  type ChapterRow,
  findChapterLocation,
  findPages,
  listChapters,
} from '../chapters/chapter-store.ts';
import type { Promoted } from '../pricing/price-rule.ts';
import { promotionsOf } from '../pricing/promotion-store.ts';
import { type ComicRow, findComic } from './comic-store.ts';

/** A comic with all its chapters by number, also unpublished ones, and all its promotions, also those that are not running. */
export type ComicRecord = { comic: ComicRow; chapters: ChapterRow[]; promotions: Promoted[] };

/** A chapter's comic, and the id under which the chapter is there. */
export type ChapterRecord = { record: ComicRecord; chapterId: number };

/**
 * Comics, their chapters and pages, cached in memory until a change is announced. The id of a comic that was merged leads to the
 * one that it was merged into, and that of a chapter left behind to the one that stayed.
 */
export type ComicRecords = {
  comic(id: number): Promise<ComicRecord | null>;
  chapter(chapterId: number): Promise<ChapterRecord | null>;
  comicOfChapter(chapterId: number): Promise<ComicRecord | null>;
  pages(chapterId: number): Promise<ChapterPages | null>;
  /** One comic has changed. */
  forget(comicId: number): void;
  /** Changes may have been missed. */
  forgetAll(): void;
};

const MAX_CHAPTERS = 40_000;
const MAX_PAGES = 60_000;

/** `live`: whether changes are received; while they are not, nothing is taken from memory. */
export function createComicRecords(pool: Pool, live: () => boolean): ComicRecords {
  const comics = new LRUCache<number, ComicRecord>({
    maxSize: MAX_CHAPTERS,
    sizeCalculation: (record) => record.chapters.length + 1,
  });
  const owners = new LRUCache<number, number>(atMost(100_000));
  const standIns = new LRUCache<number, ChapterLocation>(atMost(10_000));
  const pages = new LRUCache<number, ChapterPages & { comicId: number }>({
    maxSize: MAX_PAGES,
    sizeCalculation: (cached) => cached.pages.length + 1,
  });
  // A record that was read before a change must not be cached after it.
  let generation = 0;

  /** The reads in progress. Other requests for the same comic wait for them; a change discards them. */
  const reading = new Map<number, Promise<ComicRecord | null>>();

  async function comic(id: number): Promise<ComicRecord | null> {
    if (!live()) return read(id);
    return comics.get(id) ?? reading.get(id) ?? readForAll(id);
  }

  function readForAll(id: number): Promise<ComicRecord | null> {
    const begun = read(id).finally(() => {
      if (reading.get(id) === begun) reading.delete(id);
    });
    reading.set(id, begun);
    return begun;
  }

  async function read(id: number): Promise<ComicRecord | null> {
    const startedIn = generation;
    const [stored, chapters, promotions] = await Promise.all([
      findComic(pool, id),
      listChapters(pool, id),
      promotionsOf(pool, id),
    ]);
    if (stored?.mergedInto) return comic(stored.mergedInto);
    const found = stored && { comic: stored, chapters, promotions };
    if (found && live() && generation === startedIn) {
      comics.set(id, found);
      for (const chapter of chapters) owners.set(chapter.id, id);
    }
    return found;
  }

  function knownLocation(chapterId: number): ChapterLocation | undefined {
    const comicId = owners.get(chapterId);
    return comicId === undefined ? standIns.get(chapterId) : { chapterId, comicId };
  }

  async function readLocation(chapterId: number): Promise<ChapterLocation | null> {
    const startedIn = generation;
    const place = await findChapterLocation(pool, chapterId);
    if (place && live() && generation === startedIn) {
      if (place.chapterId === chapterId) owners.set(chapterId, place.comicId);
      else standIns.set(chapterId, place);
    }
    return place;
  }

  async function at({ chapterId, comicId }: ChapterLocation): Promise<ChapterRecord | null> {
    const record = await comic(comicId);
    return record?.chapters.some(({ id }) => id === chapterId) ? { record, chapterId } : null;
  }

  /** A chapter may have moved to another comic since its own was remembered. */
  async function chapter(chapterId: number): Promise<ChapterRecord | null> {
    const known = live() ? knownLocation(chapterId) : undefined;
    const found = known && (await at(known));
    if (found) return found;
    owners.delete(chapterId);
    const place = await readLocation(chapterId);
    return place && at(place);
  }

  return {
    comic,
    chapter,
    comicOfChapter: async (chapterId) => (await chapter(chapterId))?.record ?? null,
    async pages(chapterId) {
      const cached = live() ? pages.get(chapterId) : undefined;
      if (cached) return cached;
      const startedIn = generation;
      const found = await findPages(pool, chapterId);
      const comicId = owners.get(chapterId);
      if (found && comicId !== undefined && live() && generation === startedIn)
        pages.set(chapterId, { ...found, comicId });
      return found;
    },
    forget(comicId) {
      generation++;
      comics.delete(comicId);
      reading.delete(comicId);
      standIns.clear();
      for (const [chapterId, cached] of pages.entries()) if (cached.comicId === comicId) pages.delete(chapterId);
    },
    forgetAll() {
      generation++;
      comics.clear();
      reading.clear();
      owners.clear();
      standIns.clear();
      pages.clear();
    },
  };
}
