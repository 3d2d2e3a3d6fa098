import type { Pool } from 'pg';
import type { ComicCard } from '#contract/shapes';
import {
  type After,
  genresOf,
  keepFacts,
  type ListedRow,
  listAlike,
  listGenres,
  listNewest,
  listUpdated,
  type UpdateList,
} from './listing-store.ts';
import { viewCard } from './views.ts';

/** One page of a list; `last` is where the next goes on, null at the end. */
export type CardPage = { cards: ComicCard[]; last: After | null };

type Wanted = { genre: string | null; after: After | null; size: number };

/** Ways to the comics that everybody may see, as of a moment. */
export type Listings = {
  newest(now: Date, wanted: Wanted): Promise<CardPage>;
  /** By latest publication, newest first. */
  updated(now: Date, which: UpdateList, wanted: Wanted): Promise<CardPage>;
  genres(now: Date): Promise<{ id: string; name: string; count: number }[]>;
  /** Other comics sharing most genres, then the latest; the latest for a comic unknown. */
  recommended(now: Date, comicId: number | null, size: number): Promise<ComicCard[]>;
  /** Notes which chapters came out or became free by now; lists are right without, but dearer the longer it is left. */
  keepUp(now: Date): Promise<void>;
};

/** A whole catalogue that comes out at one moment is noted in steps, each a short transaction. */
const NOTED_AT_ONCE = 1_000;

export function createListings(pool: Pool): Listings {
  let keepingUp: Promise<void> | null = null;

  return {
    async newest(now, wanted) {
      return viewPage(await listNewest(pool, now, { ...wanted, size: wanted.size + 1 }), wanted.size, now);
    },
    async updated(now, which, wanted) {
      return viewPage(await listUpdated(pool, now, { ...wanted, which, size: wanted.size + 1 }), wanted.size, now);
    },
    async genres(now) {
      return (await listGenres(pool, now)).map(({ name, count }) => ({ id: name, name, count }));
    },
    async recommended(now, comicId, size) {
      const genres = comicId === null ? [] : await genresOf(pool, comicId, now);
      const alike =
        comicId === null || genres.length === 0 ? [] : await listAlike(pool, now, { comicId, genres, size });
      const shown = new Set([comicId, ...alike.map((card) => card.id)]);
      const latest =
        alike.length === size
          ? []
          : await listUpdated(pool, now, { which: { of: 'all' }, genre: null, after: null, size: size + shown.size });
      const others = latest.filter((card) => !shown.has(card.id));
      return [...alike, ...others].slice(0, size).map((card) => viewCard(card, now));
    },
    keepUp(now) {
      keepingUp ??= keepFacts(pool, now, NOTED_AT_ONCE).finally(() => {
        keepingUp = null;
      });
      return keepingUp;
    },
  };
}

/** `found` holds one more than the page where there is another page. */
function viewPage(found: ListedRow[], size: number, now: Date): CardPage {
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  return { cards: shown.map((card) => viewCard(card, now)), last: last ? { time: last.orderedBy, id: last.id } : null };
}
