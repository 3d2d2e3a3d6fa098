import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';

/** Answers that are the same for everybody, kept sealed: what costs most is done once, not once a reader. */
export type SealedAnswers = {
  /** The kept answer to this very body, or the one `make` gives. Concurrent askers share one `make`. */
  get(path: string, body: string, make: () => Promise<Answer & { code: number }>): Promise<Answer | null>;
  /** Forgets everything: what readers see has changed. */
  drop(): void;
};

/** A chapter may be due, or a price may turn, without anybody telling: nothing is kept longer than this. */
const KEEP_MS = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Bodies beyond this are nobody's listing; they must not push real ones out. */
const MAX_KEY = 1_000;

/** `live` says whether changes are being heard; while they are not, nothing is kept. */
export function createSealedAnswers(live: () => boolean): SealedAnswers {
  const kept = new LRUCache<string, Answer>({
    maxSize: MAX_BYTES,
    ttl: KEEP_MS,
    sizeCalculation: (answer, key) => answer.body.length + key.length,
  });
  const making = new Map<string, Promise<Answer & { code: number }>>();
  let generation = 0;

  return {
    async get(path, body, make) {
      if (body.length > MAX_KEY || !live()) return null;
      const key = `${path}\n${body}`;
      const ready = kept.get(key);
      if (ready) return ready;
      let promise = making.get(key);
      if (!promise) {
        const startedIn = generation;
        promise = make().finally(() => {
          if (making.get(key) === promise) making.delete(key);
        });
        making.set(key, promise);
        const made = await promise;
        const answer = { status: made.status, body: Buffer.from(made.body) };
        if (made.code === 0 && generation === startedIn) kept.set(key, answer);
        return made;
      }
      return promise;
    },
    drop() {
      generation++;
      kept.clear();
      making.clear();
    },
  };
}
