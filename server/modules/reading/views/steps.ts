import type { Logger } from 'pino';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import type { Step, StepGain } from './store.ts';

export type Stepped = { readerId: number; comicId: number; chapterId: number };

/** Counts steps in memory and writes the sums, so that requests do not wait for the database. The sums name no readers. */
export type StepCounter = {
  note(step: Step, stepped: Stepped, now: Date): void;
  /** Writes the sums; on failure they are kept for the next flush. */
  flush(): Promise<void>;
};

/** A step of a reader counts once for each chapter and day. This many steps, and at most twice as many, are remembered. */
const REMEMBERED = 100_000;

export function createStepCounter(
  write: (gains: readonly StepGain[]) => Promise<void>,
  log: Pick<Logger, 'warn'>,
  remembered: number = REMEMBERED,
): StepCounter {
  let recent = new Set<string>();
  let older = new Set<string>();
  let gains = new Map<string, StepGain>();

  function isNew(key: string): boolean {
    if (recent.has(key) || older.has(key)) return false;
    if (recent.size >= remembered) [older, recent] = [recent, new Set()];
    recent.add(key);
    return true;
  }

  function add(gain: StepGain): void {
    const key = `${gain.day} ${gain.comicId} ${gain.step}`;
    const before = gains.get(key);
    gains.set(key, { ...gain, readers: gain.readers + (before?.readers ?? 0) });
  }

  return {
    note(step, { readerId, comicId, chapterId }, now) {
      const day = shanghaiDay(now);
      if (isNew(`${day} ${step} ${chapterId} ${readerId}`)) add({ day, comicId, step, readers: 1 });
    },
    async flush() {
      if (gains.size === 0) return;
      const taken = gains;
      gains = new Map();
      try {
        await write([...taken.values()]);
      } catch (error) {
        // Not known whether it was committed: these sums are for an overview, so counting some twice is accepted.
        log.warn({ reason: String(error) }, 'steps of readers could not be written; tried again');
        for (const gain of taken.values()) add(gain);
      }
    },
  };
}
