import type { DataOf } from '#contract/call';
import type { comicRead } from '#contract/calls/comic';
import type { ChapterAccess, ChapterItem, ComicDetail, Page, WaitFree } from '#contract/shapes';
import {
  type ChapterRow,
  type ComicRecord,
  type ComicStats,
  currentPrice,
  type Promoted,
  priceWithPass,
  published,
  publishedFor,
  restrictedMark,
  saleAt,
  viewCard,
  viewChapter,
  viewImage,
  viewSale,
} from '../modules/catalog/catalog.ts';
import type { WaitState } from '../modules/membership/membership.ts';
import type { ReaderComic } from '../modules/reading/reading.ts';
import type { Balances } from '../modules/wallet/wallet.ts';
import { numberRuns, readingStart, windowFrom } from './chapter-window.ts';

const DAY_MS = 24 * 3600 * 1000;

export type OpenChapter = DataOf<typeof comicRead>;

export type Ids = ReadonlySet<number>;

/** The chapters that one reader may read besides free ones. */
export type ReaderAccess = {
  owned: Ids;
  wait: WaitState;
  /** 月卡 opens the chapters of the comic that were published by `publishedBy`; null if it opens none for this reader. */
  pass: { until: Date; publishedBy: Date } | null;
  /** The percentage of the price that the reader pays with 月卡; null = all of it. */
  passPercent: number | null;
};
export const NO_ACCESS: ReaderAccess = {
  owned: new Set(),
  wait: { readyAt: null, opened: new Map() },
  pass: null,
  passPercent: null,
};

export type FoundChapter = ReaderAccess & {
  record: ComicRecord;
  chapters: ChapterRow[];
  chapter: ChapterRow;
  index: number;
  /** The promotion that is on. */
  sale: Promoted | null;
};

/** An open chapter, between its neighbours. */
export function viewReading(
  found: FoundChapter,
  pages: Page[],
  { place, read }: { place: OpenChapter['progress']; read: Ids },
  now: Date,
): OpenChapter {
  const { comic } = found.record;
  const { chapters, chapter, index } = found;
  const [prev, next] = [chapters[index - 1], chapters[index + 1]];
  const marks = { ...found, read };
  return {
    comic: { id: comic.id, title: comic.title, direction: comic.direction, ...restrictedMark(comic.ageRating) },
    chapter: viewItem(chapter, marks, now),
    pages,
    prev: prev ? viewItem(prev, marks, now) : null,
    next: next ? viewItem(next, marks, now) : null,
    progress: place,
  };
}

type Marks = ReaderAccess & { sale: Promoted | null };

/** A chapter as this reader sees it. */
export function viewItem(chapter: ChapterRow, marks: Marks & { read: Ids }, now: Date): ChapterItem {
  const item = viewChapter(chapter, marks.sale, now, marks.read.has(chapter.id));
  // Not a copy: a long comic may have a thousand.
  if (marks.owned.has(chapter.id)) item.access = 'owned';
  if (item.access === 'locked' && marks.passPercent !== null)
    item.salePrice = priceWithPass(chapter, marks.sale, now, marks.passPercent);
  const by = item.access === 'locked' ? openedBy(chapter, marks) : null;
  const until = by === 'pass' ? marks.pass?.until : marks.wait.opened.get(chapter.id);
  if (by && until) Object.assign(item, { access: 'free', opened: { by, until: until.toISOString() } });
  return item;
}

/** The way by which this reader may open a chapter that they have not bought. */
function openedBy(
  { id, publishedAt }: ChapterRow,
  { wait, pass }: Pick<ReaderAccess, 'wait' | 'pass'>,
): 'pass' | 'wait' | null {
  if (pass && publishedAt.getTime() <= pass.publishedBy.getTime()) return 'pass';
  return wait.opened.has(id) ? 'wait' : null;
}

/** A chapter that is open until a time is not locked. */
export function isLocked(chapter: ChapterRow, marks: Marks, now: Date): boolean {
  return currentPrice(chapter, marks.sale, now) > 0 && !marks.owned.has(chapter.id) && !openedBy(chapter, marks);
}

/** Whether 月卡 would open a chapter. */
function isOldEnough({ publishedAt }: ChapterRow, { passAfterDays }: ComicRecord['comic'], now: Date): boolean {
  return passAfterDays > 0 && now.getTime() - publishedAt.getTime() >= passAfterDays * DAY_MS;
}

/** The latest publication of a chapter that 月卡 opens. */
export function publishedBy(passAfterDays: number, now: Date): Date {
  return new Date(now.getTime() - passAfterDays * DAY_MS);
}

/** The first locked chapter that 等就免费 can open. `shown`: the published chapters. */
export function firstWaiting(
  record: ComicRecord,
  access: ReaderAccess,
  now: Date,
  shown = published(record, now),
): ChapterRow | undefined {
  const marks = { ...access, sale: saleAt(record.promotions, now) };
  return listOfWaits(record, shown).find((each) => isLocked(each, marks, now));
}

/** Whether 等就免费 can open this chapter, which is locked. */
export function canWait({ record, chapter, ...marks }: FoundChapter, now: Date): boolean {
  return (
    listOfWaits(record, published(record, now)).some(({ id }) => id === chapter.id) && isLocked(chapter, marks, now)
  );
}

/** The chapters to which 等就免费 applies, also those that are free or bought: not the newest. */
function listOfWaits({ comic }: ComicRecord, shown: readonly ChapterRow[]): ChapterRow[] {
  const { waitHours, waitExceptLatest, online } = comic;
  if (waitHours === 0 || !online) return [];
  return shown.slice(0, Math.max(0, shown.length - waitExceptLatest));
}

/** 等就免费 of a comic for a reader. */
export function viewWait({ comic }: ComicRecord, { readyAt }: WaitState, now: Date): WaitFree {
  const { waitHours: hours, waitReadHours: readHours } = comic;
  return { hours, readHours, readyAt: readyAt && readyAt > now ? readyAt.toISOString() : null };
}

/** Null for a comic without a chapter that the reader may know of: it does not exist for them. */
export function viewDetail(
  record: ComicRecord,
  stats: ComicStats,
  readerComic: ReaderComic & ReaderAccess,
  { now, window, isPassSold }: { now: Date; window: number | undefined; isPassSold: boolean },
): ComicDetail | null {
  const { comic } = record;
  const { read, owned, wait, pass, passPercent, ...me } = readerComic;
  const access = { owned, wait, pass, passPercent };
  const chapters = publishedFor(record, owned, now);
  const latest = chapters.at(-1);
  if (!latest || !comic.cover) return null;
  const sale = saleAt(record.promotions, now);
  const shown = chapters.filter(({ online }) => online);
  const waiting = firstWaiting(record, access, now, shown);
  const from = window === undefined ? 0 : windowFrom(chapters, me.last?.chapterId, window);
  const isWhole = window === undefined || chapters.length <= window;
  const part = isWhole ? chapters : chapters.slice(from, from + window);
  const marks = { sale, ...access };
  const isLockedNow = (chapter: ChapterRow) => isLocked(chapter, marks, now);
  const isPassUseful = isPassSold && chapters.some((each) => isLockedNow(each) && isOldEnough(each, comic, now));
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
    chapters: part.map((chapter) => viewItem(chapter, { ...marks, read }, now)),
    ...(waiting && { waitFree: { ...viewWait(record, wait, now), next: waiting.id } }),
    ...(comic.passAfterDays > 0 && {
      pass: {
        afterDays: comic.passAfterDays,
        until: pass?.until.toISOString() ?? null,
        ...(isPassUseful && { forSale: true }),
      },
    }),
    ...(!isWhole && {
      window: {
        from,
        total: chapters.length,
        locked: chapters.filter(isLockedNow).length,
        numbers: numberRuns(chapters),
        start: readingStart(chapters, { last: me.last, read }),
      },
    }),
    me,
  };
}

type AccessOf = { read: Ids; balances: Balances; autoBuy: boolean; isPassSold: boolean };

export function viewAccess(found: FoundChapter, of: AccessOf, now: Date): ChapterAccess {
  const { read, balances, autoBuy, isPassSold } = of;
  const { record, chapter, sale } = found;
  const { comic } = record;
  const item = viewItem(chapter, { ...found, read }, now);
  const isLower = item.access === 'locked' && item.salePrice < currentPrice(chapter, sale, now);
  const waits = canWait(found, now);
  return {
    comic: { id: comic.id, title: comic.title, ...restrictedMark(comic.ageRating) },
    chapter: item,
    readable: item.access !== 'locked',
    access: item.access,
    price: item.price,
    salePrice: item.salePrice,
    freeAt: item.freeAt,
    sale: sale && viewSale(sale.percent, sale.endsAt),
    ...(found.passPercent !== null && isLower && { passPercent: found.passPercent }),
    preview: viewImage(chapter.preview),
    ...(waits && { waitFree: viewWait(record, found.wait, now) }),
    ...(isPassSold && item.access === 'locked' && isOldEnough(chapter, comic, now) && { passForSale: true }),
    affordable: item.salePrice <= balances.coins + balances.bonus,
    ...balances,
    autoBuy,
  };
}
