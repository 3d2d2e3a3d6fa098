// Child process that executes runs and reports its progress to its parent.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatherSpecimens, specimenOf } from './specimens.ts';
import { tryOut } from './trial.ts';

/** The runs of one child: every `step`th run from `from` on. */
export type RunRange = { seed: number; from: number; to: number; step: number };

export type ChildMessage =
  | { at: number }
  | { failed: number; why: string }
  /** Resident memory after a garbage collection. */
  | { memoryBytes: number; at: number };

const RUNS_BETWEEN_WEIGHINGS = 100;

async function work({ seed, from, to, step }: RunRange): Promise<void> {
  const send = (message: ChildMessage) => process.send?.(message);
  const specimens = await gatherSpecimens();
  const scratch = mkdtempSync(join(tmpdir(), 'manyu-fuzz-'));
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
  let count = 0;
  for (let run = from; run < to; run += step) {
    send({ at: run });
    try {
      await tryOut(specimenOf(specimens, seed, run), scratch);
    } catch (error) {
      send({ failed: run, why: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    if (++count % RUNS_BETWEEN_WEIGHINGS === 0) {
      globalThis.gc?.();
      send({ memoryBytes: process.memoryUsage.rss(), at: run });
    }
  }
  process.disconnect?.();
}

process.once('message', (range: RunRange) => {
  work(range).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
