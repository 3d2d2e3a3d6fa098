import { chapterVerify, comicChapters, comicInfo, comicRead, nextChapter } from '#contract/calls/comic';
import type { ChapterAccess } from '#contract/shapes';
import type { SessionCtx } from '../core/dispatch/ctx.ts';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import type { Account } from '../modules/account/account.ts';
import {
  type ChapterRow,
  type ComicRecord,
  checkAge,
  nextChangeOf,
  publishedFor,
  saleAt,
} from '../modules/catalog/catalog.ts';
import type { Community } from '../modules/community/community.ts';
import type { Editorial } from '../modules/editorial/editorial.ts';
import { countsInRankings, type Reading } from '../modules/reading/reading.ts';
import type { Shop } from '../modules/shop/shop.ts';
import type { Wallet } from '../modules/wallet/wallet.ts';
import { createChapterFinder, type FinderParts } from './chapter-finder.ts';
import { themesOf } from './comic-themes.ts';
import { type FoundChapter, isLocked, viewAccess, viewDetail, viewItem, viewReading } from './comic-views.ts';
import { likesOf, opinionsOf } from './community.ts';

type Parts = FinderParts & {
  editorial: Editorial;
  reading: Reading;
  account: Account;
  wallet: Wallet;
  community: Community;
  shop: Pick<Shop, 'passSale'>;
};

/** The refusals of all calls for a chapter. */
type Refuse = (name: 'chapterNotFound' | 'ageUnconfirmed' | 'teenModeForbids') => never;

/** A comic's detail, its chapters and their pages. */
export function comicCalls(parts: Parts): Served[] {
  const { catalog, editorial, reading, account, wallet, community, shop } = parts;
  const [{ views, steps, progress }, { teen }] = [reading, account];

  const { accessOf, findChapter } = createChapterFinder(parts);

  /** Whether 月卡 could be bought to read the comic. In 未成年人模式 nothing is sold. */
  async function sellsPass({ comic }: ComicRecord, { caller, now, validUntil }: SessionCtx): Promise<boolean> {
    if (comic.passAfterDays === 0 || !comic.online || caller.teen) return false;
    const { isOn, until } = await shop.passSale(now);
    validUntil(until);
    return isOn;
  }

  /** A chapter that this reader may see; refuses it by age and in 未成年人模式. `counts`: opening it counts as reading time. */
  async function chapterFor(ctx: SessionCtx, id: number, refuse: Refuse, { counts = false } = {}) {
    const { caller, now } = ctx;
    const found = (await findChapter(id, ctx)) ?? refuse('chapterNotFound');
    checkAge(caller, found.record.comic.ageRating, refuse);
    await (counts ? teen.checkReading(caller, now) : teen.check(caller, now));
    return found;
  }

  async function openAccess(found: FoundChapter, ctx: SessionCtx): Promise<ChapterAccess> {
    const { caller, now } = ctx;
    const { id } = found.chapter;
    const [read, balances, autoBuy, isPassSold] = await Promise.all([
      progress.readAmong(caller.readerId, found.record, [id]),
      wallet.balances(caller.readerId, now),
      caller.teen ? false : account.profile.buysAutomatically(caller, found.record.comic.id),
      sellsPass(found.record, ctx),
    ]);
    return viewAccess(found, { read, balances, autoBuy, isPassSold }, now);
  }

  /** Counts for the figures that the reader has seen a paid chapter, and opened the purchase. */
  function countPurchaseSteps(
    { record, chapter }: FoundChapter,
    { caller, now }: SessionCtx,
    done: ('seen' | 'panel')[],
  ): void {
    const of = { readerId: caller.readerId, comicId: record.comic.id, chapterId: chapter.id };
    for (const step of done) steps.note(step, of, now);
  }

  return [
    serve(comicInfo, async (ctx, { id: asked, window }, refuse) => {
      const { now, caller, validUntil } = ctx;
      const record = await catalog.anyComic(asked);
      if (!record) return refuse('comicNotFound');
      const { id } = record.comic;
      const access = await accessOf(record, ctx);
      if (!record.comic.online && access.owned.size === 0) return refuse('comicNotFound');
      validUntil(nextChangeOf(record, now));
      checkAge(caller, record.comic.ageRating, refuse);
      await teen.check(caller, now);
      validUntil(await editorial.nextChange(now));
      const [stats, readerComic, themes, opinions, isPassSold] = await Promise.all([
        catalog.stats(id),
        progress.openComic(caller.readerId, record, now),
        themesOf(editorial, id, now),
        opinionsOf({ editorial, community }, caller.readerId, id),
        sellsPass(record, ctx),
      ]);
      const detail = viewDetail(record, stats, { ...readerComic, ...access }, { now, window, isPassSold });
      return detail ? { ...detail, ...themes, ...opinions } : refuse('comicNotFound');
    }),

    serve(comicChapters, async (ctx, { id, from, fromNo, size, locked }, refuse) => {
      const { now, caller, validUntil } = ctx;
      const record = await catalog.anyComic(id);
      if (!record) return refuse('comicNotFound');
      const access = await accessOf(record, ctx);
      const shown = publishedFor(record, access.owned, now);
      if (shown.length === 0) return refuse('comicNotFound');
      validUntil(nextChangeOf(record, now));
      checkAge(caller, record.comic.ageRating, refuse);
      await teen.check(caller, now);
      const marks = { ...access, sale: saleAt(record.promotions, now) };
      const chapters = locked ? shown.filter((chapter) => isLocked(chapter, marks, now)) : shown;
      const before = fromNo === undefined ? from : startAt(chapters, fromNo, size);
      const part = chapters.slice(before, before + size);
      const ids = part.map((chapter) => chapter.id);
      const read = await progress.readAmong(caller.readerId, record, ids);
      return {
        from: before,
        total: chapters.length,
        chapters: part.map((chapter) => viewItem(chapter, { ...marks, read }, now)),
      };
    }),

    serve(chapterVerify, async (ctx, { id, panel }, refuse) => {
      const found = await chapterFor(ctx, id, refuse);
      const access = await openAccess(found, ctx);
      if (!access.readable) countPurchaseSteps(found, ctx, panel ? ['seen', 'panel'] : ['seen']);
      return access;
    }),

    serve(comicRead, async (ctx, { id: asked, ahead }, refuse) => {
      const { now, caller } = ctx;
      const found = await chapterFor(ctx, asked, refuse, { counts: !ahead });
      const { record, chapters, chapter, index } = found;
      const { id } = chapter;
      const shown = [chapters[index - 1], chapter, chapters[index + 1]].flatMap((each) => each?.id ?? []);
      if (isLocked(chapter, found, now)) {
        if (!ahead) countPurchaseSteps(found, ctx, ['seen', 'panel']);
        return refuse('chapterLocked', await openAccess(found, ctx));
      }
      const [pages, { place, read }, likes] = await Promise.all([
        catalog.pages(id, now),
        ahead
          ? progress.placeIn(caller.readerId, record, id, shown)
          : progress.openChapter(caller.readerId, record, id, shown, now),
        likesOf({ editorial, community }, caller.readerId, id),
      ]);
      if (!pages) return refuse('chapterNotFound');
      if (!ahead && countsInRankings(caller)) {
        const { address } = ctx.from;
        views.note({ readerId: caller.readerId, chapterId: id, comicId: record.comic.id, address }, now);
      }
      return { ...viewReading(found, pages, { place, read }, now), ...likes };
    }),

    serve(nextChapter, async (ctx, { id }, refuse) => {
      const { now, caller } = ctx;
      const found = await chapterFor(ctx, id, refuse);
      const next = found.chapters[found.index + 1];
      const read = await progress.readAmong(caller.readerId, found.record, next ? [next.id] : []);
      return next ? viewItem(next, { ...found, read }, now) : null;
    }),
  ];
}

/** The place of the first chapter with this number or a higher one; so far forward that `size` are there, if there are. */
function startAt(chapters: readonly ChapterRow[], no: number, size: number): number {
  const before = chapters.filter((chapter) => chapter.no < no).length;
  return Math.max(0, Math.min(before, chapters.length - size));
}
