import type { Pool } from 'pg';
import { findNextChange, type NextChange } from './facts-store.ts';

/** Finds and caches the next moment when the catalogue changes for readers without a write. */
export type NextChangeCache = {
  after(now: Date): Promise<NextChange>;
  /** Forgets the cached result: something was changed. */
  forget(): void;
};

/** Facts that were not current are checked again after this long. */
const UNSETTLED_MS = 1_000;

/** A result is valid from the moment of its query until the moment that it names, unless something is changed. */
export function createNextChangeCache(pool: Pool, live: () => boolean): NextChangeCache {
  let known: (NextChange & { from: Date }) | null = null;
  // A value that was read before a change must not be cached after it.
  let generation = 0;

  function stillTrue({ from, at, settled }: NextChange & { from: Date }, now: Date): boolean {
    const age = now.getTime() - from.getTime();
    return age >= 0 && (settled || age < UNSETTLED_MS) && (at === null || at > now);
  }

  return {
    async after(now) {
      if (live() && known && stillTrue(known, now)) return known;
      const startedIn = generation;
      const found = await findNextChange(pool, now);
      if (live() && generation === startedIn) known = { from: now, ...found };
      return found;
    },
    forget() {
      generation++;
      known = null;
    },
  };
}
