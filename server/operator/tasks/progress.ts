import type { Pool } from 'pg';
import type { Clock } from '../../core/dispatch/ctx.ts';
import { noteTaskProgress } from '../../modules/operations/operations.ts';

const EVERY_MS = 1_000;

export type Progress = {
  /** `of`: null if the number is not known. */
  note(step: string, done: number, of: number | null): void;
  /** Resolves when nothing is being written any more. */
  stop(): Promise<void>;
};

/** Writes the progress of a task once a second, also while there is none: so it is known to be alive. */
export function reportProgress(pool: Pool, id: number, clock: Clock): Progress {
  let latest: { step: string | null; done: number; of: number | null } = { step: null, done: 0, of: null };
  let writing = Promise.resolve();
  const write = () => {
    const { step, done, of } = latest;
    writing = writing.then(() => noteTaskProgress(pool, id, clock(), step, done, of)).catch(() => {});
  };
  const timer = setInterval(write, EVERY_MS);
  return {
    note(step, done, of) {
      latest = { step, done, of };
    },
    async stop() {
      clearInterval(timer);
      await writing;
    },
  };
}
