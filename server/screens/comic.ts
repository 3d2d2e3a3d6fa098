import { chapterVerify, comicInfo, comicRead, nextChapter } from '#contract/calls/comic';
import type { ChapterAccess, ComicDetail } from '#contract/shapes';
import type { Ctx } from '../core/ctx.ts';
import { type Served, serve } from '../core/dispatch.ts';
import { addressKey } from '../core/rate-limit.ts';
import type { Account } from '../modules/account/account.ts';
import {
  type Catalog,
  type ChapterRow,
  type ComicRecord,
  type ComicStats,
  checkAge,
  costNow,
  nextChangeOf,
  type Promoted,
  published,
  saleAt,
  viewCard,
  viewChapter,
  viewImage,
  viewSale,
} from '../modules/catalog/catalog.ts';
import { countsInRankings, type ReaderComic, type Reading } from '../modules/reading/reading.ts';

/** A comic's detail, its chapters and their pages. */
export function comicCalls(catalog: Catalog, { views, progress }: Reading, { teen }: Account): Served[] {
  return [
    serve(comicInfo, async ({ now, caller, holdsUntil }, { id }, refuse) => {
      const record = await catalog.comic(id);
      if (!record) return refuse('comicNotFound');
      holdsUntil(nextChangeOf(record, now));
      checkAge(caller, record.comic.ageRating, refuse);
      await teen.check(caller, now);
      const [stats, readerComic] = await Promise.all([
        catalog.stats(id),
        progress.openComic(caller.readerId, record, now),
      ]);
      return viewDetail(record, stats, readerComic, now) ?? refuse('comicNotFound');
    }),

    serve(chapterVerify, async (ctx, { id }, refuse) => {
      const { now, caller } = ctx;
      const found = await findChapter(catalog, id, ctx);
      if (!found) return refuse('chapterNotFound');
      checkAge(caller, found.record.comic.ageRating, refuse);
      await teen.check(caller, now);
      const read = await progress.readAmong(caller.readerId, found.record, [id]);
      return viewAccess(found, read.has(id), now);
    }),

    serve(comicRead, async (ctx, { id }, refuse) => {
      const { now, caller } = ctx;
      const found = await findChapter(catalog, id, ctx);
      if (!found) return refuse('chapterNotFound');
      const { record, chapters, chapter, index, sale } = found;
      const [prev, next] = [chapters[index - 1], chapters[index + 1]];
      const shown = [prev, chapter, next].flatMap((each) => each?.id ?? []);
      const { comic } = record;
      checkAge(caller, comic.ageRating, refuse);
      await teen.checkReading(caller, now);
      if (costNow(chapter, sale, now) > 0) {
        const read = await progress.readAmong(caller.readerId, record, [id]);
        return refuse('chapterLocked', viewAccess(found, read.has(id), now));
      }
      const [pages, { place, read }] = await Promise.all([
        catalog.pages(id, now),
        progress.openChapter(caller.readerId, record, id, shown, now),
      ]);
      if (!pages) return refuse('chapterNotFound');
      if (countsInRankings(caller)) {
        const address = addressKey(ctx.from.address);
        views.note({ readerId: caller.readerId, chapterId: id, comicId: comic.id, address }, now);
      }
      return {
        comic: { id: comic.id, title: comic.title, direction: comic.direction },
        chapter: viewChapter(chapter, sale, now, read.has(id)),
        pages,
        prev: viewNeighbour(prev, sale, read, now),
        next: viewNeighbour(next, sale, read, now),
        progress: place,
      };
    }),

    serve(nextChapter, async (ctx, { id }, refuse) => {
      const { now, caller } = ctx;
      const found = await findChapter(catalog, id, ctx);
      if (!found) return refuse('chapterNotFound');
      checkAge(caller, found.record.comic.ageRating, refuse);
      await teen.check(caller, now);
      const next = found.chapters[found.index + 1];
      const read = await progress.readAmong(caller.readerId, found.record, next ? [next.id] : []);
      return viewNeighbour(next, found.sale, read, now);
    }),
  ];
}

type FoundChapter = {
  record: ComicRecord;
  chapters: ChapterRow[];
  chapter: ChapterRow;
  index: number;
  sale: Promoted | null;
};

/** A published chapter of a comic that is online, its place among the others, and the promotion that is on. */
async function findChapter(catalog: Catalog, id: number, { now, holdsUntil }: Ctx): Promise<FoundChapter | null> {
  const record = await catalog.comicOfChapter(id);
  if (!record) return null;
  holdsUntil(nextChangeOf(record, now));
  const chapters = published(record, now);
  const index = chapters.findIndex((chapter) => chapter.id === id);
  const chapter = chapters[index];
  return chapter ? { record, chapters, chapter, index, sale: saleAt(record.promotions, now) } : null;
}

type Read = ReadonlySet<number>;

function viewNeighbour(chapter: ChapterRow | undefined, sale: Promoted | null, read: Read, now: Date) {
  return chapter ? viewChapter(chapter, sale, now, read.has(chapter.id)) : null;
}

/** Null for a comic without a published chapter: it does not exist for readers. */
function viewDetail(record: ComicRecord, stats: ComicStats, readerComic: ReaderComic, now: Date): ComicDetail | null {
  const { comic } = record;
  const { read, ...me } = readerComic;
  const chapters = published(record, now);
  const latest = chapters.at(-1);
  if (!latest || !comic.cover) return null;
  const sale = saleAt(record.promotions, now);
  const firstAt = Math.min(...chapters.map((chapter) => chapter.publishedAt.getTime()));
  return {
    ...viewCard(
      {
        ...comic,
        cover: comic.cover,
        latestId: latest.id,
        latestNo: latest.no,
        latestTitle: latest.title,
        latestAt: latest.publishedAt,
        firstAt: new Date(firstAt),
        allFree: chapters.every((chapter) => costNow(chapter, sale, now) === 0),
        views: stats.views,
        salePercent: sale?.percent ?? null,
        saleEndsAt: sale?.endsAt ?? null,
      },
      now,
    ),
    code: comic.code,
    description: comic.description,
    direction: comic.direction,
    wide: comic.wide && viewImage(comic.wide),
    ageRating: comic.ageRating,
    stats,
    chapters: chapters.map((chapter) => viewChapter(chapter, sale, now, read.has(chapter.id))),
    me,
  };
}

/** Nothing can be bought yet, so a locked chapter is never affordable. */
function viewAccess({ record: { comic }, chapter, sale }: FoundChapter, read: boolean, now: Date): ChapterAccess {
  const item = viewChapter(chapter, sale, now, read);
  return {
    comic: { id: comic.id, title: comic.title },
    chapter: item,
    readable: item.access !== 'locked',
    access: item.access,
    price: item.price,
    salePrice: item.salePrice,
    freeAt: item.freeAt,
    sale: sale && viewSale(sale.percent, sale.endsAt),
    preview: viewImage(chapter.preview),
    affordable: false,
    coins: 0,
    bonus: 0,
    tickets: 0,
  };
}
