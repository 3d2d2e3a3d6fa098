import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';
import type { Clock } from './ctx.ts';

/** An answer as of a moment, and until when it is right where time alone turns it. */
export type MadeAnswer = Answer & { code: number; madeAt: Date; holdsUntil: Date | undefined };
/** Ready to send. */
export type SealedAnswer = { sealed: Buffer; expires: string | undefined };
type Kept = SealedAnswer & { from: number; until: number };

/** Answers that are the same for everybody, kept sealed: what costs most is done once, not once a reader. */
export type SealedAnswers = {
  /** The sealed answer kept for a payload; undefined when there is none. */
  kept(key: string): SealedAnswer | undefined;
  /** Whether somebody is making the answer already: who asks for it now costs nothing more. */
  isBeingMade(key: string): boolean;
  /** The answer `make` gives, kept from now on. Concurrent askers share one `make`. */
  keep(key: string, make: () => Promise<MadeAnswer>): Promise<MadeAnswer>;
  /** Forgets everything: what readers see has changed. */
  drop(): void;
};

/** A chapter may be due, or a price may turn, that no handler told of: nothing is kept longer than this. */
const KEEP_MS = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** `live` says whether changes are being heard; while they are not, nothing is kept. */
export function createSealedAnswers(live: () => boolean, clock: Clock): SealedAnswers {
  const answers = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ sealed }, key) => sealed.length + key.length,
  });
  const making = new Map<string, Promise<MadeAnswer>>();
  // An answer that was begun before a change must not be kept after it.
  let generation = 0;

  async function makeAndKeep(key: string, make: () => Promise<MadeAnswer>): Promise<MadeAnswer> {
    const startedIn = generation;
    const made = await make();
    if (made.code === 0 && generation === startedIn && live()) answers.set(key, keptFrom(made));
    return made;
  }

  function share(key: string, make: () => Promise<MadeAnswer>): Promise<MadeAnswer> {
    const running = making.get(key);
    if (running) return running;
    const promise = makeAndKeep(key, make).finally(() => {
      if (making.get(key) === promise) making.delete(key);
    });
    making.set(key, promise);
    return promise;
  }

  return {
    kept(key) {
      const kept = live() ? answers.get(key) : undefined;
      if (!kept) return undefined;
      const now = clock().getTime();
      return kept.from <= now && now < kept.until ? kept : undefined;
    },
    isBeingMade: (key) => live() && making.has(key),
    keep(key, make) {
      if (!live()) return make();
      // Whoever comes at or after its moment must not get the answer of before it.
      return share(key, make).then((made) => (holds(made, clock()) ? made : share(key, make)));
    },
    drop() {
      generation++;
      answers.clear();
      making.clear();
    },
  };
}

/** Whether the moment until which an answer is right did not pass while it was made. */
function holds({ holdsUntil }: MadeAnswer, now: Date): boolean {
  return holdsUntil === undefined || now < holdsUntil;
}

function keptFrom({ body, expires, madeAt, holdsUntil }: MadeAnswer): Kept {
  const from = madeAt.getTime();
  return {
    sealed: Buffer.from(body),
    expires,
    from,
    until: Math.min(from + KEEP_MS, holdsUntil?.getTime() ?? Number.POSITIVE_INFINITY),
  };
}
