import { LRUCache } from 'lru-cache';
import { atMost } from '../../core/at-most.ts';
import type { Clock } from '../../core/ctx.ts';

/** Keeps what is made for a key, for who asks again soon; who asks meanwhile waits for the same. */
export type Kept<T> = { of(key: string, make: () => Promise<T>): Promise<T>; drop(): void };

export function keepFor<T>(milliseconds: number, most: number, clock: Clock): Kept<T> {
  const kept = new LRUCache<string, { made: Promise<T>; at: number }>(atMost(most));
  return {
    of(key, make) {
      const now = clock().getTime();
      const found = kept.get(key);
      if (found && now >= found.at && now < found.at + milliseconds) return found.made;
      const entry = { made: make(), at: now };
      kept.set(key, entry);
      entry.made.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return entry.made;
    },
    drop: () => kept.clear(),
  };
}
