import type { Clock } from '../../core/dispatch/ctx.ts';

/** Caches the result of `make`. Concurrent callers share one `make`. */
export type Cached<T> = { of(make: () => Promise<T>): Promise<T>; drop(): void };

export function cacheFor<T>(milliseconds: number, clock: Clock): Cached<T> {
  let cached: { made: Promise<T>; at: number } | null = null;
  return {
    of(make) {
      const now = clock().getTime();
      if (cached && now >= cached.at && now < cached.at + milliseconds) return cached.made;
      const entry = { made: make(), at: now };
      cached = entry;
      entry.made.catch(() => {
        if (cached === entry) cached = null;
      });
      return entry.made;
    },
    drop() {
      cached = null;
    },
  };
}
