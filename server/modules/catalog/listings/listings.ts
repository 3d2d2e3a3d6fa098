import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import type { promotion } from '#contract/calls/listings';
import type { ComicCard } from '#contract/shapes';
import type { Audience } from '../comics/audience.ts';
import { listOfIds } from './card-store.ts';
import { viewCard } from './card-view.ts';
import { genresOf, listAlike, listGenres, sumUpGenres } from './genre-store.ts';
import {
  type After,
  type ListedRow,
  listNewest,
  listUpdated,
  type UpdateList,
  type WantedRows,
} from './listing-store.ts';
import { createNextTurn, type NextTurn } from './next-turn.ts';
import { listRunning, type RunningRow } from './running-promotions-store.ts';
import { keepFacts } from './turn-store.ts';

/** One page of a list; `last` is where the next goes on, null at the end. */
export type CardPage = { cards: ComicCard[]; last: After | null };

/** A promotion that is on, and its comics. */
type RunningPromotion = DataOf<typeof promotion>['promotions'][number];

/** Ways to the comics that everybody may see, and where `adult` is said to those marked 18 too, as of a moment. */
export type Listings = {
  newest(now: Date, wanted: WantedCards): Promise<CardPage>;
  /** By latest publication, newest first. */
  updated(now: Date, which: UpdateList, wanted: WantedCards): Promise<CardPage>;
  /** The first comics of such a list, by their ids. */
  first(now: Date, which: UpdateList | 'newest', wanted: { size: number; adult: boolean }): Promise<number[]>;
  genres(now: Date, adult: boolean): Promise<{ id: string; name: string; count: number }[]>;
  /** Comics that share most genres with those of `to`, then the latest ones. */
  recommended(now: Date, wanted: WantedAlike): Promise<ComicCard[]>;
  /** The cards of these comics in this order, less those that are not to be seen. */
  cards(now: Date, ids: readonly number[], audience: Audience): Promise<ComicCard[]>;
  /** Those that end soonest first. */
  promotions(now: Date, audience: Audience): Promise<RunningPromotion[]>;
  /** Of which at most so many percent of the price are left, the cheapest first; of each promotion at most `size`, by their ids. */
  onSale(now: Date, wanted: { most: number; size: number; adult: boolean }): Promise<number[]>;
  /** When time alone will next make any of these answers another: a chapter comes out or a price turns. Null = never. */
  nextTurn(now: Date): Promise<Date | null>;
  /** Notes which chapters came out or became free by now; lists are right without, but dearer the longer it is left. */
  keepUp(now: Date): Promise<void>;
  /** A comic, a chapter or a promotion has changed. */
  changed(): void;
};

/** Comics like `to`, less those of `without`. */
export type WantedAlike = { to: readonly number[]; without: readonly number[]; size: number; audience: Audience };

/** What is not for the young is left out of a page that counts it: such a page is shorter. */
export type WantedCards = WantedRows & Audience;

/** A comic has few genres; beyond these, another shared one says little. Of what somebody reads, the commonest say most. */
const GENRES_OF_ONE = 8;
const GENRES_OF_MANY = 3;
/** A whole catalogue that comes out at one moment is noted in steps, each a short transaction. */
const NOTED_AT_ONCE = 1_000;
/** A promotion may be for the whole catalogue; its screen shows so many of each. */
const SHOWN_OF_PROMOTION = 100;

/** `live` says whether changes are being heard. */
export function createListings(pool: Pool, live: () => boolean): Listings {
  const nextTurn: NextTurn = createNextTurn(pool, live);
  let keepingUp: Promise<void> | null = null;

  async function cards(now: Date, ids: readonly number[], audience: Audience): Promise<ComicCard[]> {
    return ids.length === 0 ? [] : (await listOfIds(pool, now, ids, audience)).map((card) => viewCard(card, now));
  }

  /** `found` holds one more than the page where there is another page. */
  async function page(now: Date, wanted: WantedCards, found: ListedRow[]): Promise<CardPage> {
    const shown = found.slice(0, wanted.size);
    const last = found.length > wanted.size ? shown.at(-1) : undefined;
    const ids = shown.map(({ id }) => id);
    return { cards: await cards(now, ids, wanted), last: last ? { time: last.orderedBy, id: last.id } : null };
  }

  async function listed(now: Date, which: UpdateList | 'newest', wanted: WantedRows): Promise<ListedRow[]> {
    const { settled } = await nextTurn.after(now);
    if (which === 'newest') return listNewest(pool, now, { ...wanted, settled });
    return listUpdated(pool, now, { ...wanted, which, settled });
  }

  const firstOf: Listings['first'] = async (now, which, wanted) =>
    (await listed(now, which, { genre: null, after: null, ...wanted })).map(({ id }) => id);

  return {
    async newest(now, wanted) {
      return page(now, wanted, await listed(now, 'newest', { ...wanted, size: wanted.size + 1 }));
    },
    async updated(now, which, wanted) {
      return page(now, wanted, await listed(now, which, { ...wanted, size: wanted.size + 1 }));
    },
    first: firstOf,
    async genres(now, adult) {
      return (await listGenres(pool, now, adult)).map(({ name, count }) => ({ id: name, name, count }));
    },
    async recommended(now, { to, without, size, audience }) {
      const adult = audience.adult && !audience.teen;
      const genres =
        to.length === 0 ? [] : await genresOf(pool, to, now, to.length === 1 ? GENRES_OF_ONE : GENRES_OF_MANY);
      const alike = genres.length === 0 ? [] : await listAlike(pool, now, { without, genres, size, adult });
      const shown = new Set([...without, ...alike]);
      const latest = alike.length === size ? [] : await firstOf(now, { of: 'all' }, { size: size + shown.size, adult });
      const others = latest.filter((id) => !shown.has(id));
      return cards(now, [...alike, ...others].slice(0, size), audience);
    },
    cards,
    async promotions(now, audience) {
      const running = await listRunning(pool, now, { adult: audience.adult, most: 99, size: SHOWN_OF_PROMOTION });
      const shown = await cards(
        now,
        running.flatMap(({ comicIds }) => comicIds),
        audience,
      );
      return viewPromotions(running, new Map(shown.map((card) => [card.id, card])));
    },
    async onSale(now, wanted) {
      const running = await listRunning(pool, now, wanted);
      return running.toSorted((a, b) => a.percent - b.percent).flatMap(({ comicIds }) => comicIds);
    },
    nextTurn: async (now) => (await nextTurn.after(now)).at,
    keepUp(now) {
      keepingUp ??= Promise.all([keepFacts(pool, now, NOTED_AT_ONCE), sumUpGenres(pool)])
        .then(() => {})
        .finally(() => {
          keepingUp = null;
        });
      return keepingUp;
    },
    changed: nextTurn.forget,
  };
}

/** A comic with nothing out has no card, and a promotion of such alone is none to readers. */
function viewPromotions(running: readonly RunningRow[], cards: ReadonlyMap<number, ComicCard>): RunningPromotion[] {
  return running
    .map(({ startsAt, endsAt, comicIds, ...rest }) => ({
      ...rest,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      list: comicIds.flatMap((comicId) => cards.get(comicId) ?? []),
    }))
    .filter(({ list }) => list.length > 0);
}
