import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import type { View } from './store.ts';

/** Collects views in memory and writes them in batches, so that requests do not wait for the database. */
export type ViewCounter = {
  note(view: Omit<View, 'day'>, now: Date): void;
  /** Writes the collected views; on failure they are kept for the next flush. */
  flush(): Promise<void>;
  /** The number of views not yet written. */
  waiting(): number;
  /** Writes the collected views; on failure retries for a few seconds. */
  close(): Promise<void>;
};

const BATCH = 1_000;
/** The most views kept in memory while the database is unavailable; further ones are lost. */
const MOST = 200_000;
const LAST_TRIES_MS = 5_000;
const RETRY_MS = 250;

/** `most` is lower only in tests. */
export function createViewCounter(
  write: (views: readonly View[]) => Promise<void>,
  log: Logger,
  most: number = MOST,
): ViewCounter {
  const noted = new Map<string, View>();
  let flushing: Promise<void> | null = null;
  let lost = 0;

  async function writeAll(): Promise<void> {
    // Views that arrive during a flush wait for the next one: otherwise a busy site would write them one by one.
    for (let left = noted.size; left > 0; left -= BATCH) {
      const batch = firstOf(noted, Math.min(BATCH, left));
      await write([...batch.values()]);
      // Deleted only after the write, so that a failed batch is retried.
      for (const key of batch.keys()) noted.delete(key);
    }
    if (lost > 0) log.error({ lost }, 'views were lost while the database was away');
    lost = 0;
  }

  function flush(): Promise<void> {
    flushing ??= writeAll().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  return {
    note({ readerId, chapterId, comicId, address }, now) {
      if (noted.size >= most) {
        lost++;
        return;
      }
      const day = shanghaiDay(now);
      noted.set(`${day} ${chapterId} ${readerId}`, { readerId, chapterId, comicId, day, address });
    },
    flush,
    waiting: () => noted.size,
    async close() {
      const deadline = performance.now() + LAST_TRIES_MS;
      while (noted.size > 0) {
        try {
          await flush();
        } catch (error) {
          if (performance.now() > deadline) {
            log.error({ reason: String(error), lost: noted.size }, 'views were lost: the database is away');
            return;
          }
          await sleep(RETRY_MS);
        }
      }
    },
  };
}

function firstOf(noted: ReadonlyMap<string, View>, howMany: number): Map<string, View> {
  const batch = new Map<string, View>();
  for (const [key, view] of noted) {
    if (batch.size === howMany) break;
    batch.set(key, view);
  }
  return batch;
}
