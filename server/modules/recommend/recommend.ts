import type { Pool } from 'pg';
import type { ComicCard } from '#contract/shapes';
import { type Audience, ageLimit, type Catalog } from '../catalog/catalog.ts';
import { dayNumber } from './draw-number.ts';
import { createRenewal } from './making/renewal.ts';
import { type Picked, pick, type Sources } from './picking/pick.ts';
import type { Reader, RecommendPorts } from './ports.ts';
import { findGeneral, findRelated } from './store.ts';

export type { RecommendPorts } from './ports.ts';

/** Recommended comics, and those of the reader that they were picked for. */
export type Recommended = { list: ComicCard[]; because: { id: number; title: string; read: boolean }[] };

/** What to read next. */
export type Recommend = {
  /** For readers of a comic: comics that its readers also read, and similar ones. */
  toComic(comicId: number, audience: Audience, query: Query): Promise<Recommended>;
  /** For a reader: by the comics that they read and keep lately; none of these, and none of `without`. */
  toReader(reader: Reader, query: Query & { without: readonly number[] }): Promise<Recommended>;
  /** The ids of comics for an audience without known tastes, some more than are shown at once. */
  toAnybody(audience: Audience, query: Query): Promise<number[]>;
  /** Makes the lists again when they are due. */
  renew(now: Date): Promise<void>;
};

type Query = { now: Date; size: number };

/** Only the latest comics show the current taste. */
const TASTED = 20;
/** A few more than are shown, as some may have gone offline since the lists were made. */
const SPARE = 4;
/** Another comic is named beside the first reason if its weight was at least this share of the first one. */
const NAMED_TOO = 0.5;
const DAY_MS = 24 * 3600 * 1000;

export function createRecommend(pool: Pool, { listings }: Pick<Catalog, 'listings'>, ports: RecommendPorts): Recommend {
  type ListRequest = Query & { audience: Audience; without: readonly number[]; drawFor: number };

  /** Picks and reads the cards; null if nothing has been made yet that fits. */
  async function pickCards(
    sources: Sources,
    asked: ListRequest,
  ): Promise<{ list: ComicCard[]; picked: Picked } | null> {
    const { now, size, audience, without, drawFor } = asked;
    const pickSome = (most: number) =>
      pick(sources, {
        without: new Set(without),
        ageLimit: ageLimit(audience),
        size: most,
        draw: { day: dayNumber(now), for: drawFor },
      });
    const first = pickSome(size);
    const isMade = sources.related.length > 0 || (sources.tasted.length === 0 && sources.general !== null);
    if (!isMade) return null;
    const shown = await listings.cards(now, first.comics, audience);
    if (shown.length === size || first.comics.length < size) return { list: shown, picked: first };
    // Some comics have gone offline since then, so the others move up.
    const more = pickSome(size * SPARE).comics.filter((id) => !first.comics.includes(id));
    const others = await listings.cards(now, more, audience);
    return { list: [...shown, ...others].slice(0, size), picked: first };
  }

  return {
    async toComic(comicId, audience, { now, size }) {
      const without = [comicId];
      const [related, general] = await Promise.all([findRelated(pool, without), findGeneral(pool)]);
      const sources = { tasted: [{ comicId, days: 0 }], related, general };
      const found = await pickCards(sources, { now, size, audience, without, drawFor: comicId });
      const list = found?.list ?? (await listings.recommended(now, { to: without, without, size, audience }));
      return { list, because: [] };
    },

    async toReader(reader, { now, size, without: others }) {
      const known = await ports.knownOf(reader.readerId);
      const without = [...known.map(({ comicId }) => comicId), ...others];
      const visible = known.filter(({ fromAge }) => fromAge <= ageLimit(reader)).slice(0, TASTED);
      const tasted = visible.map(({ comicId, likedAt }) => ({
        comicId,
        days: (now.getTime() - likedAt.getTime()) / DAY_MS,
      }));
      const to = tasted.map(({ comicId }) => comicId);
      const [related, general] = await Promise.all([findRelated(pool, to), findGeneral(pool)]);
      const asked = { now, size, audience: reader, without, drawFor: reader.readerId };
      const found = await pickCards({ tasted, related, general }, asked);
      if (!found) {
        const list = await listings.recommended(now, { to, without, size, audience: reader });
        return { list, because: [] };
      }
      const hasRead = new Set(visible.filter((each) => each.hasRead).map(({ comicId }) => comicId));
      const named = await listings.cards(now, mainReasons(found.picked), reader);
      return { list: found.list, because: named.map(({ id, title }) => ({ id, title, read: hasRead.has(id) })) };
    },

    async toAnybody(audience, { now, size }) {
      const general = await findGeneral(pool);
      if (!general) return listings.first(now, { of: 'all' }, { size, ...audience });
      return pick(
        { tasted: [], related: [], general },
        { without: new Set(), ageLimit: ageLimit(audience), size, draw: { day: dayNumber(now), for: 0 } },
      ).comics;
    },

    renew: createRenewal(pool, ports),
  };
}

/** One comic that counted most for a pick, and another if it counted nearly as much. */
function mainReasons({ reasons }: Picked): number[] {
  const [first, second] = [...reasons].filter(([, share]) => share > 0).sort(([, a], [, b]) => b - a);
  if (!first) return [];
  return second && second[1] >= first[1] * NAMED_TOO ? [first[0], second[0]] : [first[0]];
}
