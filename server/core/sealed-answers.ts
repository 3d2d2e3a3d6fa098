import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';
import type { Topic } from './changes.ts';
import type { Clock } from './ctx.ts';

/** An answer as of a moment, and until when it is right where time alone turns it. */
export type MadeAnswer = Answer & { code: number; madeAt: Date; holdsUntil: Date | undefined };
/** Ready to send. */
export type SealedAnswer = { sealed: Buffer; expires: string | undefined };
type Kept = SealedAnswer & { topics: readonly Topic[]; from: number; until: number };

/** Answers that are the same for everybody, kept sealed: what costs most is done once, not once a reader. */
export type SealedAnswers = {
  /** The sealed answer kept for a payload; undefined when there is none. */
  kept(key: string): SealedAnswer | undefined;
  /** Whether somebody is making the answer already: who asks for it now costs nothing more. */
  isBeingMade(key: string): boolean;
  /** The answer `make` gives, kept until one of its topics changes. Concurrent askers share one `make`. */
  keep(key: string, topics: readonly Topic[], make: () => Promise<MadeAnswer>): Promise<MadeAnswer>;
  /** Forgets the answers that show something of what has changed. */
  drop(changed: readonly Topic[]): void;
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
  type Making = { topics: readonly Topic[]; promise: Promise<MadeAnswer> };
  // An answer begun before a change of one of its topics is taken out of here: it is not kept, and nobody else gets it.
  const making = new Map<string, Making>();

  function share(key: string, topics: readonly Topic[], make: () => Promise<MadeAnswer>): Promise<MadeAnswer> {
    const running = making.get(key);
    if (running) return running.promise;
    const begun: Making = { topics, promise: makeAndKeep() };
    making.set(key, begun);
    return begun.promise;

    async function makeAndKeep(): Promise<MadeAnswer> {
      try {
        const made = await make();
        if (made.code === 0 && making.get(key) === begun && live()) answers.set(key, keptFrom(made, topics));
        return made;
      } finally {
        if (making.get(key) === begun) making.delete(key);
      }
    }
  }

  return {
    kept(key) {
      const kept = live() ? answers.get(key) : undefined;
      if (!kept) return undefined;
      const now = clock().getTime();
      return kept.from <= now && now < kept.until ? kept : undefined;
    },
    isBeingMade: (key) => live() && making.has(key),
    keep(key, topics, make) {
      if (!live()) return make();
      // Whoever comes at or after its moment must not get the answer of before it.
      return share(key, topics, make).then((made) => (holds(made, clock()) ? made : share(key, topics, make)));
    },
    drop(changed) {
      const shows = ({ topics }: { topics: readonly Topic[] }) => topics.some((topic) => changed.includes(topic));
      const stale = [...answers.entries()].filter(([, answer]) => shows(answer));
      for (const [key] of stale) answers.delete(key);
      for (const [key, answer] of making) if (shows(answer)) making.delete(key);
    },
  };
}

/** Whether the moment until which an answer is right did not pass while it was made. */
function holds({ holdsUntil }: MadeAnswer, now: Date): boolean {
  return holdsUntil === undefined || now < holdsUntil;
}

function keptFrom({ body, expires, madeAt, holdsUntil }: MadeAnswer, topics: readonly Topic[]): Kept {
  const from = madeAt.getTime();
  return {
    sealed: Buffer.from(body),
    expires,
    topics,
    from,
    until: Math.min(from + KEEP_MS, holdsUntil?.getTime() ?? Number.POSITIVE_INFINITY),
  };
}
