import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import type { promotion } from '#contract/calls/listings';
import type { ComicCard, Image } from '#contract/shapes';
import { readPage } from '../../../core/refusal/paging.ts';
import { type Audience, ageLimit } from '../comics/audience.ts';
import { viewImage } from '../pictures/image-views.ts';
import { beginningsOf, listOffline, listOfIds, listWidePictures } from './card-store.ts';
import { TAGLINE_SOURCE, taglineOf, viewCard } from './card-view.ts';
import { refreshFacts } from './facts-store.ts';
import { genresOf, listGenres, listSimilar, sumUpGenres } from './genre-store.ts';
import {
  type After,
  type ListedRow,
  type ListQuery,
  listNewest,
  listUpdated,
  type UpdateList,
} from './listing-store.ts';
import { createNextChangeCache, type NextChangeCache } from './next-change.ts';
import { listOfPromotion, listRunning, type PlacedComic, type RunningRow } from './running-promotions-store.ts';

/** One page of a list. `last` is the cursor of the next page, null at the end. */
export type CardPage = { cards: ComicCard[]; last: After | null };

/** A current promotion and its comics. */
type RunningPromotion = Omit<DataOf<typeof promotion>['promotions'][number], 'next'> & { last: PlacedComic | null };

/** Lists of the comics that an audience can see at a time. Other comics are removed before a list is cut. */
export type Listings = {
  newest(now: Date, query: CardQuery): Promise<CardPage>;
  /** By latest publication, newest first. */
  updated(now: Date, which: UpdateList, query: CardQuery): Promise<CardPage>;
  /** The ids of the first comics of such a list. */
  first(
    now: Date,
    which: UpdateList | 'newest',
    query: Audience & { size: number; author?: string },
  ): Promise<number[]>;
  genres(now: Date, audience: Audience): Promise<{ id: string; name: string; count: number }[]>;
  /** Comics that share most genres with those of `to`, then the latest ones. */
  recommended(now: Date, query: RecommendationQuery): Promise<ComicCard[]>;
  /** The cards of these comics in this order, without those that this audience can't see. */
  cards(now: Date, ids: readonly number[], audience: Audience): Promise<ComicCard[]>;
  /** A line about each of these comics that has a description. */
  taglines(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The wide picture of each of these comics that has one. */
  widePictures(ids: readonly number[]): Promise<ReadonlyMap<number, Image>>;
  /** The cards of those comics that are offline, for readers who own chapters of them; without sale and update. */
  offlineCards(now: Date, ids: readonly number[], audience: Audience): Promise<ComicCard[]>;
  /** Current promotions, the first to end first, each with its first `size` comics. */
  promotions(now: Date, query: { size: number } & Audience): Promise<RunningPromotion[]>;
  /** The comics of a current promotion. */
  ofPromotion(
    now: Date,
    query: { id: number; after: PlacedComic | null; size: number } & Audience,
  ): Promise<{ cards: ComicCard[]; last: PlacedComic | null }>;
  /** Ids of comics that cost at most `most` percent of their price, the cheapest first, at most `size` of each promotion. */
  onSale(now: Date, query: Audience & { most: number; size: number }): Promise<number[]>;
  /** When any of these lists next changes without a write: a chapter is published or a price changes. Null = never. */
  nextChange(now: Date): Promise<Date | null>;
  /** Stores which chapters are published or free now. Without it lists are correct but slower. */
  updateFacts(now: Date): Promise<void>;
  /** Clears the cache after a change of a comic, a chapter or a promotion. */
  changed(): void;
};

/** Comics similar to `to`, except those of `without`. */
export type RecommendationQuery = {
  to: readonly number[];
  without: readonly number[];
  size: number;
  audience: Audience;
};

export type CardQuery = Omit<ListQuery, 'ageLimit'> & Audience;

/** Genres that are compared: nearly all of one comic, only the most frequent of a reader's comics. */
const GENRES_OF_ONE = 8;
const GENRES_OF_MANY = 3;
/** Comics in one transaction. Keeps transactions short even if all comics are published at the same time. */
const STORED_AT_ONCE = 1_000;

/** `live`: whether changes are received. If not, nothing is taken from the cache. */
export function createListings(pool: Pool, live: () => boolean): Listings {
  const nextChange: NextChangeCache = createNextChangeCache(pool, live);
  let updating: Promise<void> | null = null;

  async function cards(now: Date, ids: readonly number[], audience: Audience): Promise<ComicCard[]> {
    return ids.length === 0 ? [] : (await listOfIds(pool, now, ids, audience)).map((card) => viewCard(card, now));
  }

  async function page(now: Date, query: CardQuery, which: UpdateList | 'newest'): Promise<CardPage> {
    const { rows, last } = await readPage(query.size, (size) => listed(now, which, { ...query, size }));
    const ids = rows.map(({ id }) => id);
    return { cards: await cards(now, ids, query), last: last && { time: last.orderedBy, id: last.id } };
  }

  async function listed(now: Date, which: UpdateList | 'newest', query: CardQuery): Promise<ListedRow[]> {
    const { settled } = await nextChange.after(now);
    const stored = { ...query, ageLimit: ageLimit(query), settled };
    return which === 'newest' ? listNewest(pool, now, stored) : listUpdated(pool, now, { ...stored, which });
  }

  const firstOf: Listings['first'] = async (now, which, query) =>
    (await listed(now, which, { genre: null, after: null, ...query })).map(({ id }) => id);

  return {
    newest: (now, query) => page(now, query, 'newest'),
    updated: (now, which, query) => page(now, query, which),
    first: firstOf,
    async genres(now, audience) {
      return (await listGenres(pool, now, ageLimit(audience))).map(({ name, count }) => ({ id: name, name, count }));
    },
    async recommended(now, { to, without, size, audience }) {
      const genres =
        to.length === 0 ? [] : await genresOf(pool, to, now, to.length === 1 ? GENRES_OF_ONE : GENRES_OF_MANY);
      const alike =
        genres.length === 0
          ? []
          : await listSimilar(pool, now, { without, genres, size, ageLimit: ageLimit(audience) });
      const shown = new Set([...without, ...alike]);
      const latest =
        alike.length === size ? [] : await firstOf(now, { of: 'all' }, { size: size + shown.size, ...audience });
      const others = latest.filter((id) => !shown.has(id));
      return cards(now, [...alike, ...others].slice(0, size), audience);
    },
    cards,
    async taglines(ids) {
      const found = await beginningsOf(pool, ids, TAGLINE_SOURCE);
      return new Map([...found].map(([id, description]) => [id, taglineOf(description)]));
    },
    async widePictures(ids) {
      const found = await listWidePictures(pool, ids);
      return new Map([...found].map(([id, picture]) => [id, viewImage(picture)]));
    },
    async offlineCards(now, ids, audience) {
      if (ids.length === 0) return [];
      const flags = { new: false, up: false, free: false };
      return (await listOffline(pool, now, ids, audience)).map((card) => ({
        ...viewCard(card, now),
        latest: null,
        sale: null,
        flags,
      }));
    },
    async promotions(now, { size, ...audience }) {
      // One comic more than are shown: with it there is a next page.
      const running = await listRunning(pool, now, { ageLimit: ageLimit(audience), most: 99, size: size + 1 });
      const shown = await cards(
        now,
        running.flatMap(({ comicIds }) => comicIds.slice(0, size)),
        audience,
      );
      return viewPromotions(running, new Map(shown.map((card) => [card.id, card])), size);
    },
    async ofPromotion(now, { size, ...query }) {
      const { rows, last } = await readPage(size, (limit) =>
        listOfPromotion(pool, now, { ...query, ageLimit: ageLimit(query), size: limit }),
      );
      const ids = rows.map(({ id }) => id);
      return { cards: await cards(now, ids, query), last };
    },
    async onSale(now, { most, size, ...audience }) {
      const running = await listRunning(pool, now, { ageLimit: ageLimit(audience), most, size });
      return running.toSorted((a, b) => a.percent - b.percent).flatMap(({ comicIds }) => comicIds);
    },
    nextChange: async (now) => (await nextChange.after(now)).at,
    updateFacts(now) {
      updating ??= Promise.all([refreshFacts(pool, now, STORED_AT_ONCE), sumUpGenres(pool)])
        .then(() => {})
        .finally(() => {
          updating = null;
        });
      return updating;
    },
    changed: nextChange.forget,
  };
}

/** A comic without a published chapter has no card, and a promotion without a card is left out. */
function viewPromotions(
  running: readonly RunningRow[],
  cards: ReadonlyMap<number, ComicCard>,
  size: number,
): RunningPromotion[] {
  return running
    .map(({ id, title, percent, startsAt, endsAt, comicIds, positions }) => ({
      id,
      title,
      percent,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      list: comicIds.slice(0, size).flatMap((comicId) => cards.get(comicId) ?? []),
      last: comicIds.length > size ? { id: comicIds[size - 1] ?? 0, position: positions[size - 1] ?? 0 } : null,
    }))
    .filter(({ list, last }) => list.length > 0 || last);
}
