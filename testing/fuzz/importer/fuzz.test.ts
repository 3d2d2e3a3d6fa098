import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../app/seeded-random.ts';
import { howMany, seedOf } from '../../drills/drill.ts';
import { fuzz } from './fuzz.ts';
import { mutate } from './mutate.ts';
import { gatherSpecimens, keptSpecimens, specimenOf } from './specimens.ts';
import { tryOut } from './trial.ts';

const RUNS = howMany({ test: 60, drill: 2_000 });

describe('mutated archives and pictures', () => {
  test(`${RUNS} of them result in pages or a refusal, without a crash, a hang or a leak`, {
    timeout: 400_000,
  }, async () => {
    const seed = seedOf('the fuzz');
    expect(await fuzz({ seed, runs: RUNS }), `seed ${seed}`).toEqual({ failures: [], done: RUNS });
  });

  test('the same seed and run make the same input', async () => {
    const specimens = await gatherSpecimens();
    expect(specimenOf(specimens, 7, 11)).toEqual(specimenOf(specimens, 7, 11));
    expect(specimenOf(specimens, 7, 11)).not.toEqual(specimenOf(specimens, 7, 12));
  });

  test('a mutation changes its input', () => {
    const bytes = Buffer.alloc(500, 1);
    const changed = Array.from({ length: 50 }, (_, run) => mutate(bytes, Buffer.alloc(100, 2), seededRandom(1, run)));
    expect(changed.filter((each) => !each.equals(bytes)).length).toBeGreaterThan(40);
    expect(bytes.every((byte) => byte === 1)).toBe(true);
  });
});

test('the inputs of the corpus no longer fail', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'manyu-kept-'));
  try {
    for (const specimen of keptSpecimens()) await tryOut(specimen, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
