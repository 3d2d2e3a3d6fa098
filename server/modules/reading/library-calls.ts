import {
  addFavorite,
  addFavoriteBatch,
  addSubscribe,
  delFavorite,
  delHistory,
  delSubscribe,
  favorites,
  history,
  progress,
  shelf,
  subscribed,
} from '#contract/calls/library';
import { comicRecommend } from '#contract/calls/listings';
import type { Caller, SessionCtx } from '../../core/ctx.ts';
import { type Served, serve } from '../../core/dispatch.ts';
import { cursorAfter, readCursor } from '../../core/paging.ts';
import { addressKey } from '../../core/rate-limit.ts';
import { type Catalog, checkAge, isFree, published } from '../catalog/catalog.ts';
import type { Follower, Library } from './library.ts';
import type { Progress } from './progress.ts';
import { countsInRankings } from './ranked-readers.ts';
import type { Reading } from './reading.ts';
import type { EntryRow, Shelf } from './shelf-store.ts';
import { viewFollowed, viewHistory, viewShelf } from './shelf-view.ts';

/** What the account hears of its readers. */
export type ReadingSigns = {
  /** The reader is reading; gives whether they may at this moment. */
  onReading(caller: Caller, now: Date): Promise<boolean>;
  /** The reader has read a chapter that is open to them to its end. It may be said of one chapter many times. */
  onFinished(readerId: number, chapterId: number): Promise<void>;
};

type Parts = {
  library: Library;
  progress: Progress;
  views: Reading['views'];
  catalog: Catalog;
  signs: ReadingSigns;
};
type Asked = { cursor?: string | undefined; size: number };

const RECOMMENDED = 12;

/** What a reader keeps, where they are, and what they may like. */
export function libraryCalls({ library, progress: places, views, catalog, signs }: Parts): Served[] {
  /** A page of a list; `view` makes what readers see of its entries. */
  async function page<Item>(
    which: Shelf,
    { caller, now, holdsUntil }: SessionCtx,
    { cursor, size }: Asked,
    view: (entries: EntryRow[]) => Promise<Item[]>,
  ): Promise<{ list: Item[]; next: string | null }> {
    const position = readCursor(cursor, ['time', 'number']);
    const after = position && { time: position[0], id: position[1] };
    holdsUntil(await catalog.listings.nextTurn(now));
    const found = await library.list(which, caller, now, { after, size: size + 1 });
    const entries = found.slice(0, size);
    const last = found.length > size ? entries.at(-1) : undefined;
    return {
      list: await view(entries),
      next: last ? cursorAfter([last.orderedBy.toISOString(), last.comicId]) : null,
    };
  }

  /** A comic that is not there is refused by what was wanted with it. */
  async function checkAgeOf(comicId: number, caller: Caller, refuse: Parameters<typeof checkAge>[2]): Promise<void> {
    const record = await catalog.comic(comicId);
    if (record) checkAge(caller, record.comic.ageRating, refuse);
  }

  return [
    serve(shelf, (ctx, { filter, ...asked }) =>
      page(filter, ctx, asked, (entries) => viewShelf(catalog, ctx.caller, ctx.now, entries)),
    ),
    serve(subscribed, (ctx, asked) =>
      page('subscribed', ctx, asked, (entries) =>
        viewFollowed(catalog, ctx.caller, ctx.now, entries, ({ subscribedAt }) => subscribedAt),
      ),
    ),
    serve(favorites, (ctx, asked) =>
      page('favorited', ctx, asked, (entries) =>
        viewFollowed(catalog, ctx.caller, ctx.now, entries, ({ favoritedAt }) => favoritedAt),
      ),
    ),
    serve(history, (ctx, asked) =>
      page('reading', ctx, asked, (entries) => viewHistory(catalog, ctx.caller, ctx.now, entries)),
    ),

    serve(addSubscribe, async (ctx, { id }, refuse) => {
      await checkAgeOf(id, ctx.caller, refuse);
      return { count: (await library.follow('subscribed', followerOf(ctx), id, ctx.now)) ?? refuse('comicNotFound') };
    }),
    serve(addFavorite, async (ctx, { id }, refuse) => {
      await checkAgeOf(id, ctx.caller, refuse);
      return { count: (await library.follow('favorited', followerOf(ctx), id, ctx.now)) ?? refuse('comicNotFound') };
    }),
    serve(addFavoriteBatch, async (ctx, { ids }) => ({
      added: await library.followMany('favorited', followerOf(ctx), ids, ctx.now),
    })),
    serve(delSubscribe, async ({ caller }, asked) => ({
      removed: await library.unfollow('subscribed', caller.readerId, chosenOf(asked)),
    })),
    serve(delFavorite, async ({ caller }, asked) => ({
      removed: await library.unfollow('favorited', caller.readerId, chosenOf(asked)),
    })),
    serve(delHistory, async ({ caller }, asked) => ({
      removed: await library.forget(caller.readerId, chosenOf(asked)),
    })),

    serve(comicRecommend, async ({ caller, now }, { id }, refuse) => {
      if (id) await checkAgeOf(id, caller, refuse);
      const { to, without } = id ? { to: [id], without: [id] } : await library.taste(caller.readerId);
      return { list: await catalog.listings.recommended(now, { to, without, size: RECOMMENDED, audience: caller }) };
    }),

    serve(progress, async ({ caller, from, now }, { finished = false, ...reading }, refuse) => {
      const { readerId, hasRead } = caller;
      const { chapterId } = reading;
      const record = await catalog.comicOfChapter(chapterId);
      const chapter = record && published(record, now).find(({ id }) => id === chapterId);
      if (!chapter) return refuse('chapterNotFound');
      checkAge(caller, record.comic.ageRating, refuse);
      const mayRead = (await signs.onReading(caller, now)) && isFree(record, chapter, now);
      const hasFinished = finished && mayRead;
      const counts = hasFinished && !hasRead;
      const place = await places.tell(readerId, record, { ...reading, finished, counts }, now);
      if (!hasFinished) return place;
      // It was opened before it was known that this reader reads.
      if (!countsInRankings(caller))
        views.note({ readerId, chapterId, comicId: record.comic.id, address: addressKey(from.address) }, now);
      // After the transaction: what changes an account holds it before it holds a library, never the other way round.
      await signs.onFinished(readerId, chapterId);
      return place;
    }),
  ];
}

function followerOf({ caller, from }: SessionCtx): Follower {
  const { readerId, adult, teen } = caller;
  return { readerId, adult, teen, address: addressKey(from.address), counts: countsInRankings(caller) };
}

function chosenOf(asked: { ids: number[] } | { all: true }): number[] | null {
  return 'ids' in asked ? asked.ids : null;
}
