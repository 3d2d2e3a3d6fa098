import type { DataOf } from '#contract/call';
import {
  addFavorite,
  addFavoriteBatch,
  addSubscribe,
  delFavorite,
  delHistory,
  delSubscribe,
  favorites,
  history,
  shelf,
  subscribed,
} from '#contract/calls/library';
import type { Caller, SessionCtx } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor } from '../../../core/refusal/paging.ts';
import { type Catalog, checkAge } from '../../catalog/catalog.ts';
import type { ReadingPorts } from '../ports.ts';
import { countsInRankings } from '../ranking/ranked-readers.ts';
import type { Follower, Library } from './library.ts';
import type { EntryRow, Shelf, ShelfOrder } from './shelf-store.ts';
import { viewFollowed, viewHistory, viewShelf } from './shelf-view.ts';

type Parts = { library: Library; catalog: Catalog; ports: Pick<ReadingPorts, 'ownedOf' | 'priceToRead'> };
type PageQuery = { cursor?: string | undefined; size: number; order?: ShelfOrder; group?: number | undefined };

/** The lists of a reader's library. */
export function libraryCalls({ library, catalog, ports }: Parts): Served[] {
  const parts = { library, catalog, ports };

  /** A page of a list; `view` turns its entries into the answer. */
  async function page<Item>(
    which: Shelf,
    { caller, now, validUntil }: SessionCtx,
    { cursor, size, order = 'own', group }: PageQuery,
    view: (entries: EntryRow[]) => Promise<Item[]>,
  ): Promise<{ list: Item[]; next: string | null }> {
    const position = readCursor(cursor, ['time', 'number']);
    const after = position && { time: position[0], id: position[1] };
    validUntil(await catalog.listings.nextChange(now));
    const { rows, last } = await library.list(which, caller, now, { after, size, order, group });
    return { list: await view(rows), next: last && cursorAfter([last.orderedBy.toISOString(), last.comicId]) };
  }

  /** Lets a comic that does not exist pass: the verb that follows refuses it. Returns the id that it has now. */
  async function checkAgeOf(comicId: number, caller: Caller, refuse: Parameters<typeof checkAge>[2]): Promise<number> {
    const record = await catalog.comic(comicId);
    if (record) checkAge(caller, record.comic.ageRating, refuse);
    return record?.comic.id ?? comicId;
  }

  async function selectedIds(selection: { ids: number[] } | { all: true }): Promise<number[] | null> {
    return 'ids' in selection ? currentIds(catalog, selection.ids) : null;
  }

  return [
    serve(shelf, (ctx, { filter, sort, ...query }) =>
      page(filter, ctx, { ...query, order: sort === 'updated' ? 'latest' : 'own' }, (entries) =>
        viewShelf(parts, ctx.caller, ctx.now, entries),
      ),
    ),
    serve(subscribed, (ctx, query) =>
      page('subscribed', ctx, query, (entries) =>
        viewFollowed(parts, ctx.caller, ctx.now, entries, ({ subscribedAt }) => subscribedAt),
      ),
    ),
    serve(favorites, (ctx, query) =>
      page('favorited', ctx, query, (entries) =>
        viewFollowed(parts, ctx.caller, ctx.now, entries, ({ favoritedAt }) => favoritedAt),
      ),
    ),
    serve(history, (ctx, query) =>
      page('reading', ctx, query, async (entries) =>
        withPrices(await viewHistory(parts, ctx.caller, ctx.now, entries), ctx, ports),
      ),
    ),

    serve(addSubscribe, async (ctx, { id: asked }, refuse) => {
      const id = await checkAgeOf(asked, ctx.caller, refuse);
      return { count: (await library.follow('subscribed', followerOf(ctx), id, ctx.now)) ?? refuse('comicNotFound') };
    }),
    serve(addFavorite, async (ctx, { id: asked }, refuse) => {
      const id = await checkAgeOf(asked, ctx.caller, refuse);
      return { count: (await library.follow('favorited', followerOf(ctx), id, ctx.now)) ?? refuse('comicNotFound') };
    }),
    serve(addFavoriteBatch, async (ctx, { ids }) => ({
      added: await library.followMany('favorited', followerOf(ctx), await currentIds(catalog, ids), ctx.now),
    })),
    serve(delSubscribe, async ({ caller }, selection) => ({
      removed: await library.unfollow('subscribed', caller.readerId, await selectedIds(selection)),
    })),
    serve(delFavorite, async ({ caller }, selection) => ({
      removed: await library.unfollow('favorited', caller.readerId, await selectedIds(selection)),
    })),
    serve(delHistory, async ({ caller }, selection) => ({
      removed: await library.deleteHistory(caller.readerId, await selectedIds(selection)),
    })),
  ];
}

/** The ids that these comics have now: one may have been merged into another since the page was opened. */
export function currentIds(catalog: Pick<Catalog, 'anyComic'>, ids: readonly number[]): Promise<number[]> {
  return Promise.all(ids.map(async (id) => (await catalog.anyComic(id))?.comic.id ?? id));
}

/** Adds the prices of the chapters to read next. One after the other, so that one page does not take all connections. */
async function withPrices(
  items: DataOf<typeof history>['list'],
  ctx: SessionCtx,
  { priceToRead }: Pick<ReadingPorts, 'priceToRead'>,
): Promise<DataOf<typeof history>['list']> {
  for (const { comic, readOn } of items) {
    const price = readOn && (await priceToRead(comic.id, readOn.id, ctx));
    if (readOn && price !== null) readOn.price = price;
  }
  return items;
}

function followerOf({ caller, from }: SessionCtx): Follower {
  const { readerId, adult, teen } = caller;
  return { readerId, adult, teen, address: from.address, counts: countsInRankings(caller) };
}
