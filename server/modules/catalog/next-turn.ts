import type { Pool } from 'pg';
import { findNextTurn } from './turn-store.ts';

/** When time alone will next change what readers see of the catalogue. */
export type NextTurn = {
  /** Null = not before somebody changes something. */
  after(now: Date): Promise<Date | null>;
  /** Something was changed. */
  forget(): void;
};

/** What was found stays true from the moment asked for until the moment found, unless something is changed. */
export function createNextTurn(pool: Pool, live: () => boolean): NextTurn {
  let known: { from: Date; turn: Date | null } | null = null;
  // What was read before a change must not be kept after it.
  let generation = 0;

  return {
    async after(now) {
      if (live() && known && known.from <= now && (known.turn === null || known.turn > now)) return known.turn;
      const startedIn = generation;
      const turn = await findNextTurn(pool, now);
      if (live() && generation === startedIn) known = { from: now, turn };
      return turn;
    },
    forget() {
      generation++;
      known = null;
    },
  };
}
