import { chapterVerify, comicInfo, comicRead, nextChapter } from '#contract/calls';
import type { ChapterAccess, ComicDetail } from '#contract/shapes';
import { type Served, serve } from '../core/dispatch.ts';
import {
  type Catalog,
  type ChapterRow,
  type ComicRecord,
  isFree,
  published,
  viewCard,
  viewChapter,
  viewImage,
} from '../modules/catalog/catalog.ts';

/** The comic's detail and the reader. */
export function comicCalls(catalog: Catalog): Served[] {
  return [
    serve(comicInfo, async ({ now }, { id }, refuse) => {
      const record = await catalog.comic(id);
      const detail = record && viewDetail(record, now);
      return detail ?? refuse(3001);
    }),

    serve(chapterVerify, async ({ now }, { id }, refuse) => {
      const found = await findChapter(catalog, id, now);
      return found ? viewAccess(found.record, found.chapter, now) : refuse(3002);
    }),

    serve(comicRead, async ({ now }, { id }, refuse) => {
      const found = await findChapter(catalog, id, now);
      if (!found) return refuse(3002);
      const { record, chapters, chapter, index } = found;
      if (!isFree(chapter, now)) return refuse(3003, viewAccess(record, chapter, now));
      const pages = await catalog.pages(id, now);
      if (!pages) return refuse(3002);
      const { comic } = record;
      return {
        comic: { id: comic.id, title: comic.title, direction: comic.direction },
        chapter: viewChapter(chapter, now),
        pages,
        prev: viewNeighbour(chapters[index - 1], now),
        next: viewNeighbour(chapters[index + 1], now),
        progress: null,
      };
    }),

    serve(nextChapter, async ({ now }, { id }, refuse) => {
      const found = await findChapter(catalog, id, now);
      return found ? viewNeighbour(found.chapters[found.index + 1], now) : refuse(3002);
    }),
  ];
}

/** A published chapter of a comic that is online, and its place among the others. */
async function findChapter(catalog: Catalog, id: number, now: Date) {
  const record = await catalog.comicOfChapter(id);
  if (!record) return null;
  const chapters = published(record, now);
  const index = chapters.findIndex((chapter) => chapter.id === id);
  const chapter = chapters[index];
  return chapter ? { record, chapters, chapter, index } : null;
}

function viewNeighbour(chapter: ChapterRow | undefined, now: Date) {
  return chapter ? viewChapter(chapter, now) : null;
}

/** Null for a comic with nothing out yet: to readers it does not exist. */
function viewDetail(record: ComicRecord, now: Date): ComicDetail | null {
  const { comic } = record;
  const chapters = published(record, now);
  const latest = chapters.at(-1);
  if (!latest || !comic.cover) return null;
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
        allFree: chapters.every((chapter) => isFree(chapter, now)),
      },
      now,
    ),
    code: comic.code,
    description: comic.description,
    direction: comic.direction,
    wide: comic.wide && viewImage(comic.wide),
    ageRating: comic.ageRating,
    stats: { views: 0, subscribers: 0, favorites: 0 },
    chapters: chapters.map((chapter) => viewChapter(chapter, now)),
    me: { subscribed: false, favorited: false, last: null },
  };
}

/** Nothing can be bought yet, so a locked chapter is never affordable. */
function viewAccess({ comic }: ComicRecord, chapter: ChapterRow, now: Date): ChapterAccess {
  const item = viewChapter(chapter, now);
  return {
    comic: { id: comic.id, title: comic.title },
    chapter: item,
    readable: item.access !== 'locked',
    access: item.access,
    price: item.price,
    salePrice: item.salePrice,
    freeAt: item.freeAt,
    preview: viewImage(chapter.preview),
    affordable: false,
    coins: 0,
    bonus: 0,
    tickets: 0,
  };
}
