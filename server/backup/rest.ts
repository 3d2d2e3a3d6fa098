import { setTimeout as sleep } from 'node:timers/promises';

/** To be awaited after each piece of work. */
export type Rest = () => Promise<void> | undefined;

/** Shorter work than this in one go is hardly felt, and shorter rests are no rest to a disk. */
const LEAST_MS = 20;

/** Rests as long as was worked: half of the time the disk and the processors are there for readers alone. */
export function restHalf(now = () => performance.now(), wait: (ms: number) => Promise<unknown> = sleep): Rest {
  let since = now();
  return () => {
    const worked = now() - since;
    if (worked < LEAST_MS) return undefined;
    return wait(worked).then(() => {
      since = now();
    });
  };
}

/** Where nobody reads. */
export const restNever: Rest = () => undefined;
