import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';
import type { Clock } from './ctx.ts';

/** An answer as of a moment, and until when it is right where time alone turns it. */
type MadeAnswer = Answer & { code: number; madeAt: Date; holdsUntil: Date | undefined };
/** Ready to send. */
export type SealedAnswer = { sealed: Buffer; expires: string | undefined };
type Kept = SealedAnswer & { from: number; until: number };

/** Answers that are the same for everybody, kept sealed: what costs most is done once, not once a reader. */
export type SealedAnswers = {
  /** The sealed answer kept for this very body; undefined when there is none. */
  kept(path: string, body: string): SealedAnswer | undefined;
  /** The answer `make` gives, kept from now on. Concurrent askers share one `make`. */
  keep(path: string, body: string, make: () => Promise<MadeAnswer>): Promise<MadeAnswer>;
  /** Forgets everything: what readers see has changed. */
  drop(): void;
};

/** A chapter may be due, or a price may turn, that no handler told of: nothing is kept longer than this. */
const KEEP_MS = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Bodies beyond this are nobody's listing; they must not push real ones out. */
const MAX_KEY = 1_000;

/** `live` says whether changes are being heard; while they are not, nothing is kept. */
export function createSealedAnswers(live: () => boolean, clock: Clock): SealedAnswers {
  const answers = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    ttl: KEEP_MS,
    sizeCalculation: ({ sealed }, key) => sealed.length + key.length,
  });
  const making = new Map<string, Promise<MadeAnswer>>();
  // An answer that was begun before a change must not be kept after it.
  let generation = 0;
  const keyOf = (path: string, body: string) => (body === '' ? path : `${path}\n${body}`);

  async function makeAndKeep(key: string, make: () => Promise<MadeAnswer>): Promise<MadeAnswer> {
    const startedIn = generation;
    const made = await make();
    if (made.code === 0 && generation === startedIn && live()) answers.set(key, keptFrom(made));
    return made;
  }

  function keptNow(key: string): SealedAnswer | undefined {
    const kept = answers.get(key);
    if (!kept) return undefined;
    const now = clock().getTime();
    return kept.from <= now && now < kept.until ? kept : undefined;
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
    kept: (path, body) => (body.length <= MAX_KEY && live() ? keptNow(keyOf(path, body)) : undefined),
    keep(path, body, make) {
      if (body.length > MAX_KEY || !live()) return make();
      const key = keyOf(path, body);
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
