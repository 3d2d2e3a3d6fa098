import type { Pool } from 'pg';
import { findNextTurn, type Turn } from './turn-store.ts';

/** When time alone will next change what readers see of the catalogue. */
export type NextTurn = {
  after(now: Date): Promise<Turn>;
  /** Something was changed. */
  forget(): void;
};

/** What was found stays true from the moment asked for until the moment found, unless something is changed. */
export function createNextTurn(pool: Pool, live: () => boolean): NextTurn {
  let known: (Turn & { from: Date }) | null = null;
  // What was read before a change must not be kept after it.
  let generation = 0;

  return {
    async after(now) {
      if (live() && known && known.from <= now && (known.at === null || known.at > now)) return known;
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
