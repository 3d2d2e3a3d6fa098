import { waitComics, waitOpen } from '#contract/calls/comic';
import type { SessionCtx } from '../core/dispatch/ctx.ts';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import type { Account } from '../modules/account/account.ts';
import { checkAge } from '../modules/catalog/catalog.ts';
import { createChapterFinder, type FinderParts } from './chapter-finder.ts';
import { canWait, firstWaiting, isLocked, viewWait } from './comic-views.ts';

/** Comics with a timer that are looked at for the list. */
const MOST_TIMERS = 50;

/** 等就免费: opens locked chapters for a time. */
export function waitingCalls({ account, ...parts }: FinderParts & { account: Pick<Account, 'teen'> }): Served[] {
  const { catalog, membership } = parts;
  const { accessOf, findChapter } = createChapterFinder(parts);

  return [
    serve(waitOpen, async (ctx, { id: asked, key }, refuse) => {
      const { caller, now } = ctx;
      const { readerId } = caller;
      const found = (await findChapter(asked, ctx)) ?? refuse('chapterNotFound');
      const { record, chapter } = found;
      const { comic } = record;
      checkAge(caller, comic.ageRating, refuse);
      await account.teen.check(caller, now);
      const earlier = await membership.waiting.earlier(readerId, chapter.id, key);
      if (earlier) return viewUse(earlier);
      if (!isLocked(chapter, found, now)) return { until: null, readyAt: null };
      if (!canWait(found, now)) return refuse('waitUnavailable');
      const { waitHours, waitReadHours } = comic;
      const request = { comicId: comic.id, chapterId: chapter.id, key, waitHours, waitReadHours };
      return viewUse(await membership.waiting.open(readerId, request, now));
    }),

    serve(waitComics, async (ctx) => {
      const { caller, now } = ctx;
      const timers = await membership.waiting.timers(caller.readerId, MOST_TIMERS);
      const cards = await catalog.listings.cards(
        now,
        timers.map(({ comicId }) => comicId),
        caller,
      );
      const list = await Promise.all(
        cards.map(async (comic) => {
          const next = await nextOf(comic.id, ctx);
          return next ? [{ comic, ...next }] : [];
        }),
      );
      return { list: list.flat() };
    }),
  ];

  /** The first chapter of a comic that can be opened, and when. */
  async function nextOf(comicId: number, ctx: SessionCtx): Promise<{ readyAt: string | null; next: number } | null> {
    const record = await catalog.comic(comicId);
    if (!record) return null;
    const access = await accessOf(record, ctx);
    const next = firstWaiting(record, access, ctx.now);
    return next ? { readyAt: viewWait(record, access.wait, ctx.now).readyAt, next: next.id } : null;
  }
}

function viewUse({ until, readyAt }: { until: Date; readyAt: Date }) {
  return { until: until.toISOString(), readyAt: readyAt.toISOString() };
}
