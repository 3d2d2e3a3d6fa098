import type { Pool } from 'pg';
import { findNextTurn, type Turn } from './turn-store.ts';

/** When time alone will next change what readers see of the catalogue. */
export type NextTurn = {
  after(now: Date): Promise<Turn>;
  /** Something was changed. */
  forget(): void;
};

/** Whether facts that do not hold yet hold by now is looked at again after this long. */
const UNSETTLED_MS = 1_000;

/** What was found stays true from the moment asked for until the moment found, unless something is changed. */
export function createNextTurn(pool: Pool, live: () => boolean): NextTurn {
  let known: (Turn & { from: Date }) | null = null;
  // What was read before a change must not be kept after it.
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
