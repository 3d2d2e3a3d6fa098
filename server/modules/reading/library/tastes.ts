import type { Pool } from 'pg';
import { countTastes, listTastes } from './tastes-store.ts';

/** The tastes of readers whose reading counts, as in rankings: many new sessions cannot influence the recommendations. */
export type Tastes = {
  count(): Promise<number>;
  /** The latest comics of some readers, by the ids of the readers after one; of them every `stride`-th. */
  list(query: TastesQuery): Promise<{ tastes: { comicId: number; days: number }[][]; after: number | null }>;
};

type TastesQuery = { after: number; stride: number; perReader: number; now: Date };

/** This number of rows is read and parsed in a few milliseconds. */
const READERS_AT_ONCE = 200;

export function createTastes(pool: Pool): Tastes {
  return {
    count: () => countTastes(pool),
    async list(query) {
      const found = await listTastes(pool, { ...query, readers: READERS_AT_ONCE });
      return {
        tastes: found.map(({ comics, days }) => comics.map((comicId, index) => ({ comicId, days: days[index] ?? 0 }))),
        after: found.length === READERS_AT_ONCE ? (found.at(-1)?.readerId ?? null) : null,
      };
    },
  };
}
