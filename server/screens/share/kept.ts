import type { Clock } from '../../core/ctx.ts';

/** Keeps what is made, for who asks again soon; who asks meanwhile waits for the same. */
export type Kept<T> = { of(make: () => Promise<T>): Promise<T>; drop(): void };

export function keepFor<T>(milliseconds: number, clock: Clock): Kept<T> {
  let kept: { made: Promise<T>; at: number } | null = null;
  return {
    of(make) {
      const now = clock().getTime();
      if (kept && now >= kept.at && now < kept.at + milliseconds) return kept.made;
      const entry = { made: make(), at: now };
      kept = entry;
      entry.made.catch(() => {
        if (kept === entry) kept = null;
      });
      return entry.made;
    },
    drop() {
      kept = null;
    },
  };
}
