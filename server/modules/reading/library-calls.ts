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
import { type Catalog, published } from '../catalog/catalog.ts';
import type { Library } from './library.ts';
import type { Progress } from './progress.ts';
import type { EntryRow, Shelf } from './shelf-store.ts';
import { viewFollowed, viewHistory, viewShelf } from './shelf-view.ts';

type Parts = {
  library: Library;
  progress: Progress;
  catalog: Catalog;
  onReading(caller: Caller, now: Date): Promise<void>;
};
type Asked = { cursor?: string | undefined; size: number };

const RECOMMENDED = 12;

/** What a reader keeps, where they are, and what they may like. */
export function libraryCalls({ library, progress: places, catalog, onReading }: Parts): Served[] {
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

    serve(addSubscribe, async ({ caller, now }, { id }, refuse) => ({
      count: (await library.follow('subscribed', caller, id, now)) ?? refuse(3001),
    })),
    serve(addFavorite, async ({ caller, now }, { id }, refuse) => ({
      count: (await library.follow('favorited', caller, id, now)) ?? refuse(3001),
    })),
    serve(addFavoriteBatch, async ({ caller, now }, { ids }) => ({
      added: await library.followMany('favorited', caller, ids, now),
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

    serve(comicRecommend, async ({ caller, now }, { id }) => {
      const { to, without } = id ? { to: [id], without: [id] } : await library.taste(caller.readerId);
      return { list: await catalog.listings.recommended(now, { to, without, size: RECOMMENDED, audience: caller }) };
    }),

    serve(progress, async ({ caller, now }, told, refuse) => {
      const record = await catalog.comicOfChapter(told.chapterId);
      const isOut = record && published(record, now).some(({ id }) => id === told.chapterId);
      if (!isOut) return refuse(3002);
      await onReading(caller, now);
      return places.tell(caller.readerId, record, { ...told, finished: told.finished ?? false }, now);
    }),
  ];
}

function chosenOf(asked: { ids: number[] } | { all: true }): number[] | null {
  return 'ids' in asked ? asked.ids : null;
}
