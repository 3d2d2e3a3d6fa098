import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverError } from '#contract/codes';
import { CONSOLE_CALLS } from '#contract/console/calls';
import { seededRandom } from '../app/seeded-random.ts';
import { howMany, oneIn, seedOf } from '../drills/drill.ts';
import { type ConsoleBench, openConsoleBench } from '../factories/console/bench.ts';
import { ALL, WRITES } from './console-samples.ts';
import { variantsOf } from './console-values.ts';

/** A member of staff can make 300 calls of a kind in a minute. */
const VARIANTS = howMany({ test: 25, drill: 290 });
const SEED = seedOf('values of the console');
/** `npm test` takes one of 16 calls. */
const ONE_OF = 16;
/** As by a double click, or a page that sends a call again. */
const AT_ONCE = 4;

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openConsoleBench();
});
afterAll(async () => {
  await bench.tasksDone();
  await bench.close();
});

test.each(oneIn(ONE_OF, ALL).map((sample, index) => ({ ...sample, index })))(
  '$name is no fault with a strange value in one of its fields',
  { timeout: 120_000 },
  async ({ index, ...sample }) => {
    const call = CONSOLE_CALLS.find(({ path }) => path === sample.path);
    if (!call) throw new Error(`${sample.path} is no call`);
    const given = await sample.prepare(bench);
    const random = seededRandom(SEED, index);
    const variants = variantsOf(call.payload, given.payload);
    for (let left = VARIANTS; left > 0 && variants.length > 0; left--) {
      const [variant] = variants.splice(random.below(variants.length), 1);
      const { code } = await bench.send(sample, { ...given, payload: variant?.payload as object });
      expect(code, variant?.what).not.toBe(serverError);
    }
  },
);

test.each(oneIn(ONE_OF, WRITES))(
  '$name is no fault if it is sent several times at once',
  { timeout: 120_000 },
  async (sample) => {
    const given = await sample.prepare(bench);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => bench.send(sample, given)));
    const codes = answers.map(({ code }) => code);
    expect(codes).toContain(0);
    expect(codes).not.toContain(serverError);
  },
);
