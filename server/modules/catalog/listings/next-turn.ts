import type { Pool } from 'pg';
import { findNextTurn, type Turn } from './turn-store.ts';

/** When the catalogue next changes for readers by the passing of time. */
export type NextTurn = {
  after(now: Date): Promise<Turn>;
  /** Forgets the cached result: something was changed. */
  forget(): void;
};

/** Facts that were not current are checked again after this long. */
const UNSETTLED_MS = 1_000;

/** A result is valid from the moment of its query until the moment that it names, unless something is changed. */
export function createNextTurn(pool: Pool, live: () => boolean): NextTurn {
  let known: (Turn & { from: Date }) | null = null;
  // What was read before a change must not be cached after it.
  let generation = 0;

  function stillTrue({ from, at, settled }: Turn & { from: Date }, now: Date): boolean {
    const age = now.getTime() - from.getTime();
    return age >= 0 && (settled || age < UNSETTLED_MS) && (at === null || at > now);
  }

  return {
    async after(now) {
      if (live() && known && stillTrue(known, now)) return known;
      const startedIn = generation;
      const turn = await findNextTurn(pool, now);
      if (live() && generation === startedIn) known = { from: now, ...turn };
      return turn;
    },
    forget() {
      generation++;
      known = null;
    },
  };
}
