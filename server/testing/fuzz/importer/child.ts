// A process of its own that tries out one run after the other and tells its parent what it is at.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatherSpecimens, specimenOf } from './specimens.ts';
import { tryOut } from './trial.ts';

/** What a child is to do: every `step`th run from `from` on. */
export type Errand = { seed: number; from: number; to: number; step: number };

export type Word =
  | { at: number }
  | { failed: number; why: string }
  /** Resident memory after a collection. */
  | { memoryBytes: number; at: number };

const RUNS_BETWEEN_WEIGHINGS = 100;

async function work({ seed, from, to, step }: Errand): Promise<void> {
  const tell = (word: Word) => process.send?.(word);
  const specimens = await gatherSpecimens();
  const scratch = mkdtempSync(join(tmpdir(), 'manyu-fuzz-'));
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
  let count = 0;
  for (let run = from; run < to; run += step) {
    tell({ at: run });
    try {
      await tryOut(specimenOf(specimens, seed, run), scratch);
    } catch (error) {
      tell({ failed: run, why: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    if (++count % RUNS_BETWEEN_WEIGHINGS === 0) {
      globalThis.gc?.();
      tell({ memoryBytes: process.memoryUsage.rss(), at: run });
    }
  }
  process.disconnect?.();
}

process.once('message', (errand: Errand) => {
  work(errand).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
