import { afterAll, beforeAll, expect, test } from 'vitest';
import { howMany, isDrill, seedOf } from '../drills/drill.ts';
import { keptAttempts } from './corpus.ts';
import { openStage, type Stage } from './stage.ts';
import { MOST_GROWTH_BYTES, torture, tryAgain } from './torture.ts';

const RUNS = howMany({ test: 1_500, drill: 100_000 });

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.site.close());

test(`${RUNS} strange bodies over all calls get responses of the contract and change nothing of other readers`, {
  // Five times its usual duration beside other drills.
  timeout: isDrill ? 1_800_000 : 300_000,
}, async () => {
  const seed = seedOf('the fuzzed bodies');
  const { findings, codes, grownBytes } = await torture(stage, { seed, runs: RUNS });
  expect(findings, `seed ${seed}`).toEqual([]);
  expect(grownBytes).toBeLessThan(MOST_GROWTH_BYTES);
  // Some attempts must succeed.
  expect(codes[0]).toBeGreaterThan(RUNS / 5);
});

test('former failures no longer fail', async () => {
  for (const { name, attempt } of keptAttempts()) expect(await tryAgain(stage, attempt), name).toBeNull();
});
