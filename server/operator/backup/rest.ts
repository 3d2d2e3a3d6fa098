import { setTimeout as sleep } from 'node:timers/promises';

/** Await it after each piece of work. */
export type Pause = () => Promise<void> | undefined;

/** Shorter work is not noticeable, and shorter rests do not help a disk. */
const LEAST_MS = 20;

/** Rests as long as the work took. Half of the time the disk and the processors are free for readers. */
export function restHalf(now = () => performance.now(), wait: (ms: number) => Promise<unknown> = sleep): Pause {
  let since = now();
  return () => {
    const worked = now() - since;
    if (worked < LEAST_MS) return undefined;
    return wait(worked).then(() => {
      since = now();
    });
  };
}

/** For sites without readers, such as during an upgrade. */
export const restNever: Pause = () => undefined;
