import type { DataOf } from '#contract/call';
import { chapterVerify, comicChapters, comicInfo, comicRead, nextChapter } from '#contract/calls/comic';
import type { ChapterAccess, ComicDetail, Page } from '#contract/shapes';
import type { Caller, SessionCtx } from '../core/dispatch/ctx.ts';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import type { Account } from '../modules/account/account.ts';
import {
  type Catalog,
  type ChapterRow,
  type ComicRecord,
  type ComicStats,
  checkAge,
  currentPrice,
  nextChangeOf,
  type Promoted,
  publishedFor,
  restrictedMark,
  saleAt,
  viewCard,
  viewChapter,
  viewImage,
  viewSale,
} from '../modules/catalog/catalog.ts';
import type { Editorial } from '../modules/editorial/editorial.ts';
import { countsInRankings, type ReaderComic, type Reading } from '../modules/reading/reading.ts';
import type { Balances, Wallet } from '../modules/wallet/wallet.ts';
import { numberRuns, readingStart, windowFrom } from './chapter-window.ts';

type Parts = { catalog: Catalog; editorial: Editorial; reading: Reading; account: Account; wallet: Wallet };

/** A comic's detail, its chapters and their pages. */
export function comicCalls({ catalog, editorial, reading, account, wallet }: Parts): Served[] {
  const { views, progress } = reading;
  const { teen } = account;

  /** The chapters of a comic that the reader owns; no query for one that never had a price. */
  async function ownedOf({ comic, chapters }: ComicRecord, { readerId }: Caller): Promise<Ids> {
    return !comic.online || chapters.some(({ guarded }) => guarded) ? wallet.owned(readerId, comic.id) : NONE;
  }

  async function openAccess(found: FoundChapter, { caller, now }: SessionCtx): Promise<ChapterAccess> {
    const { id } = found.chapter;
    const [read, balances, autoBuy] = await Promise.all([
      progress.readAmong(caller.readerId, found.record, [id]),
      wallet.balances(caller.readerId, now),
      caller.teen ? false : account.profile.buysAutomatically(caller, found.record.comic.id),
    ]);
    return viewAccess(found, { read, balances, autoBuy }, now);
  }

  /** A published chapter that this reader may know of, and its place among the others. */
  async function findChapter(asked: number, { now, caller, holdsUntil }: SessionCtx): Promise<FoundChapter | null> {
    const present = await catalog.anyChapter(asked);
    if (!present) return null;
    const { record, chapterId: id } = present;
    const owned = await ownedOf(record, caller);
    const chapters = publishedFor(record, owned, now);
    const index = chapters.findIndex((chapter) => chapter.id === id);
    const chapter = chapters[index];
    if (!chapter) return null;
    holdsUntil(nextChangeOf(record, now));
    return { record, chapters, chapter, index, sale: saleAt(record.promotions, now), owned };
  }

  return [
    serve(comicInfo, async ({ now, caller, holdsUntil }, { id: asked, window }, refuse) => {
      const record = await catalog.anyComic(asked);
      if (!record) return refuse('comicNotFound');
      const { id } = record.comic;
      const owned = await ownedOf(record, caller);
      if (!record.comic.online && owned.size === 0) return refuse('comicNotFound');
      holdsUntil(nextChangeOf(record, now));
      checkAge(caller, record.comic.ageRating, refuse);
      await teen.check(caller, now);
      holdsUntil(await editorial.nextChange(now));
      const [stats, readerComic, themes] = await Promise.all([
        catalog.stats(id),
        progress.openComic(caller.readerId, record, now),
        themesOf(editorial, id, now),
      ]);
      const detail = viewDetail(record, stats, { ...readerComic, owned }, { now, window });
      return detail ? { ...detail, ...themes } : refuse('comicNotFound');
    }),

    serve(comicChapters, async ({ now, caller, holdsUntil }, { id, from, fromNo, size, locked }, refuse) => {
      const record = await catalog.anyComic(id);
      if (!record) return refuse('comicNotFound');
      const owned = await ownedOf(record, caller);
      const shown = publishedFor(record, owned, now);
      if (shown.length === 0) return refuse('comicNotFound');
      holdsUntil(nextChangeOf(record, now));
      checkAge(caller, record.comic.ageRating, refuse);
      await teen.check(caller, now);
      const sale = saleAt(record.promotions, now);
      const chapters = locked ? shown.filter((chapter) => isLocked(chapter, { sale, owned }, now)) : shown;
      const before = fromNo === undefined ? from : startAt(chapters, fromNo, size);
      const part = chapters.slice(before, before + size);
      const ids = part.map((chapter) => chapter.id);
      const read = await progress.readAmong(caller.readerId, record, ids);
      return {
        from: before,
        total: chapters.length,
        chapters: part.map((chapter) => viewItem(chapter, { sale, owned, read }, now)),
      };
    }),

    serve(chapterVerify, async (ctx, { id }, refuse) => {
      const { now, caller } = ctx;
      const found = await findChapter(id, ctx);
      if (!found) return refuse('chapterNotFound');
      checkAge(caller, found.record.comic.ageRating, refuse);
      await teen.check(caller, now);
      return openAccess(found, ctx);
    }),

    serve(comicRead, async (ctx, { id: asked, ahead }, refuse) => {
      const { now, caller } = ctx;
      const found = await findChapter(asked, ctx);
      if (!found) return refuse('chapterNotFound');
      const { record, chapters, chapter, index, sale, owned } = found;
      const { id } = chapter;
      const shown = [chapters[index - 1], chapter, chapters[index + 1]].flatMap((each) => each?.id ?? []);
      const { comic } = record;
      checkAge(caller, comic.ageRating, refuse);
      await (ahead ? teen.check(caller, now) : teen.checkReading(caller, now));
      if (currentPrice(chapter, sale, now) > 0 && !owned.has(id))
        return refuse('chapterLocked', await openAccess(found, ctx));
      const [pages, { place, read }] = await Promise.all([
        catalog.pages(id, now),
        ahead
          ? progress.placeIn(caller.readerId, record, id, shown)
          : progress.openChapter(caller.readerId, record, id, shown, now),
      ]);
      if (!pages) return refuse('chapterNotFound');
      if (!ahead && countsInRankings(caller)) {
        const { address } = ctx.from;
        views.note({ readerId: caller.readerId, chapterId: id, comicId: comic.id, address }, now);
      }
      return viewReading(found, pages, { place, read }, now);
    }),

    serve(nextChapter, async (ctx, { id }, refuse) => {
      const { now, caller } = ctx;
      const found = await findChapter(id, ctx);
      if (!found) return refuse('chapterNotFound');
      checkAge(caller, found.record.comic.ageRating, refuse);
      await teen.check(caller, now);
      const next = found.chapters[found.index + 1];
      const read = await progress.readAmong(caller.readerId, found.record, next ? [next.id] : []);
      return next ? viewItem(next, { ...found, read }, now) : null;
    }),
  ];
}

export type OpenChapter = DataOf<typeof comicRead>;

type Ids = ReadonlySet<number>;
const NONE: Ids = new Set();

export type FoundChapter = {
  record: ComicRecord;
  chapters: ChapterRow[];
  chapter: ChapterRow;
  index: number;
  /** The promotion that is on. */
  sale: Promoted | null;
  owned: Ids;
};

/** An open chapter, between its neighbours. */
export function viewReading(
  { record: { comic }, chapters, chapter, index, sale, owned }: FoundChapter,
  pages: Page[],
  { place, read }: { place: OpenChapter['progress']; read: Ids },
  now: Date,
): OpenChapter {
  const [prev, next] = [chapters[index - 1], chapters[index + 1]];
  const marks = { sale, owned, read };
  return {
    comic: { id: comic.id, title: comic.title, direction: comic.direction, ...restrictedMark(comic.ageRating) },
    chapter: viewItem(chapter, marks, now),
    pages,
    prev: prev ? viewItem(prev, marks, now) : null,
    next: next ? viewItem(next, marks, now) : null,
    progress: place,
  };
}

/** A chapter as this reader sees it. */
function viewItem(
  chapter: ChapterRow,
  { sale, owned, read }: { sale: Promoted | null; owned: Ids; read: Ids },
  now: Date,
) {
  const item = viewChapter(chapter, sale, now, read.has(chapter.id));
  // Not a copy: a long comic may have a thousand.
  if (owned.has(chapter.id)) item.access = 'owned';
  return item;
}

/** The place of the first chapter with this number or a higher one; so far forward that `size` are there, if there are. */
function startAt(chapters: readonly ChapterRow[], no: number, size: number): number {
  const before = chapters.filter((chapter) => chapter.no < no).length;
  return Math.max(0, Math.min(before, chapters.length - size));
}

function isLocked(chapter: ChapterRow, { sale, owned }: { sale: Promoted | null; owned: Ids }, now: Date): boolean {
  return currentPrice(chapter, sale, now) > 0 && !owned.has(chapter.id);
}

/** The running themes that contain a comic; no field where there is none. */
export async function themesOf(
  editorial: Pick<Editorial, 'themes'>,
  comicId: number,
  now: Date,
): Promise<Pick<ComicDetail, 'themes'>> {
  const themes = (await editorial.themes(now)).filter(({ comics }) => comics.includes(comicId));
  return themes.length > 0 ? { themes: themes.map(({ id, title }) => ({ id, title })) } : {};
}

/** Null for a comic without a chapter that the reader may know of: it does not exist for them. */
export function viewDetail(
  record: ComicRecord,
  stats: ComicStats,
  readerComic: ReaderComic & { owned: Ids },
  { now, window }: { now: Date; window: number | undefined },
): ComicDetail | null {
  const { comic } = record;
  const { read, owned, ...me } = readerComic;
  const chapters = publishedFor(record, owned, now);
  const latest = chapters.at(-1);
  if (!latest || !comic.cover) return null;
  const sale = saleAt(record.promotions, now);
  const from = window === undefined ? 0 : windowFrom(chapters, me.last?.chapterId, window);
  const isWhole = window === undefined || chapters.length <= window;
  const part = isWhole ? chapters : chapters.slice(from, from + window);
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
        allFree: chapters.every((chapter) => currentPrice(chapter, sale, now) === 0),
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
    chapters: part.map((chapter) => viewItem(chapter, { sale, owned, read }, now)),
    ...(!isWhole && {
      window: {
        from,
        total: chapters.length,
        locked: chapters.filter((chapter) => isLocked(chapter, { sale, owned }, now)).length,
        numbers: numberRuns(chapters),
        start: readingStart(chapters, { last: me.last, read }),
      },
    }),
    me,
  };
}

type AccessOf = { read: Ids; balances: Balances; autoBuy: boolean };

function viewAccess(
  { record: { comic }, chapter, sale, owned }: FoundChapter,
  { read, balances, autoBuy }: AccessOf,
  now: Date,
): ChapterAccess {
  const item = viewItem(chapter, { sale, owned, read }, now);
  return {
    comic: { id: comic.id, title: comic.title, ...restrictedMark(comic.ageRating) },
    chapter: item,
    readable: item.access !== 'locked',
    access: item.access,
    price: item.price,
    salePrice: item.salePrice,
    freeAt: item.freeAt,
    sale: sale && viewSale(sale.percent, sale.endsAt),
    preview: viewImage(chapter.preview),
    affordable: item.salePrice <= balances.coins + balances.bonus,
    ...balances,
    autoBuy,
  };
}
