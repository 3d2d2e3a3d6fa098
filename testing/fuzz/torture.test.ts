import { afterAll, beforeAll, expect, test } from 'vitest';
import { howMany, isDrill, seedOf } from '../drills/drill.ts';
import { keptAttempts } from './corpus.ts';
import { openStage, type Stage } from './stage.ts';
import { MOST_GROWTH_BYTES, torture, tryAgain } from './torture.ts';

const RUNS = howMany({ test: 3_000, drill: 100_000 });

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.site.close());

test(`${RUNS} strange bodies over all calls end in answers of the contract, and touch nobody else`, {
  // Five times what it takes beside other drills: whoever waits for it sees that it hangs.
  timeout: isDrill ? 1_800_000 : 300_000,
}, async () => {
  const seed = seedOf('the fuzzed bodies');
  const { findings, codes, grownBytes } = await torture(stage, { seed, runs: RUNS });
  expect(findings, `seed ${seed}`).toEqual([]);
  expect(grownBytes).toBeLessThan(MOST_GROWTH_BYTES);
  // They got past the first checks, too.
  expect(codes[0]).toBeGreaterThan(RUNS / 5);
});

test('what went wrong once goes wrong no more', async () => {
  for (const { name, attempt } of keptAttempts()) expect(await tryAgain(stage, attempt), name).toBeNull();
});
