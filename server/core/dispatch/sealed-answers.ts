import { LRUCache } from 'lru-cache';
import type { Topic } from '../changes/changes.ts';
import type { Answer, MadeAnswer } from './answer.ts';
import type { Clock } from './ctx.ts';

/** Ready to send. */
type SealedAnswer = Pick<Answer, 'status' | 'expires'> & { body: Buffer };
type CachedAnswer = SealedAnswer & { topics: readonly Topic[]; from: number; until: number };

/** A cache of sealed answers that are the same for all readers. An answer is made and encrypted once, not for each reader. */
export type SealedAnswers = {
  /** The cached answer for a payload; undefined if there is none. */
  cached(key: string): SealedAnswer | undefined;
  /** Whether the answer is being computed. Another request for it costs nothing then. */
  isBeingMade(key: string): boolean;
  /** The answer computed by `make`, cached until one of its topics changes. Concurrent requests share one `make`. */
  keep(key: string, topics: readonly Topic[], make: () => Promise<MadeAnswer>): Promise<MadeAnswer>;
  /** Drops the answers that depend on a changed topic. */
  drop(changed: readonly Topic[]): void;
};

/** The longest that an answer is cached, in case a handler did not declare that a chapter or a price becomes due. */
const KEEP_MS = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** `live` = notifications of changes are being received; nothing is cached while they are not. */
export function createSealedAnswers(live: () => boolean, clock: Clock): SealedAnswers {
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
  type Making = { topics: readonly Topic[]; promise: Promise<MadeAnswer> };
  // If a topic changes while its answer is computed, the answer is removed here. It is not cached or shared.
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
        if (made.code === 0 && making.get(key) === begun && live()) answers.set(key, cachedFrom(made, topics));
        return made;
      } finally {
        if (making.get(key) === begun) making.delete(key);
      }
    }
  }

  return {
    cached(key) {
      const found = live() ? answers.get(key) : undefined;
      if (!found) return undefined;
      const now = clock().getTime();
      return found.from <= now && now < found.until ? found : undefined;
    },
    isBeingMade: (key) => live() && making.has(key),
    keep(key, topics, make) {
      if (!live()) return make();
      // A request at or after `validUntil` must not get the old answer.
      return share(key, topics, make).then((made) => (isStillValid(made, clock()) ? made : share(key, topics, make)));
    },
    drop(changed) {
      const shows = ({ topics }: { topics: readonly Topic[] }) => topics.some((topic) => changed.includes(topic));
      const stale = [...answers.entries()].filter(([, answer]) => shows(answer));
      for (const [key] of stale) answers.delete(key);
      for (const [key, answer] of making) if (shows(answer)) making.delete(key);
    },
  };
}

/** Whether the answer did not become outdated while it was computed. */
function isStillValid({ validUntil }: MadeAnswer, now: Date): boolean {
  return validUntil === undefined || now < validUntil;
}

function cachedFrom({ body, expires, madeAt, validUntil }: MadeAnswer, topics: readonly Topic[]): CachedAnswer {
  const from = madeAt.getTime();
  return {
    status: 200,
    body: Buffer.from(body),
    expires,
    topics,
    from,
    until: Math.min(from + KEEP_MS, validUntil?.getTime() ?? Number.POSITIVE_INFINITY),
  };
}
