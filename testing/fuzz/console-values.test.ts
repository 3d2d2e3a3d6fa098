import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverError } from '#contract/codes';
import { CONSOLE_CALLS } from '#contract/console/calls';
import { seededRandom } from '../app/seeded-random.ts';
import { howMany, isDrill, seedOf } from '../drills/drill.ts';
import { ACCOUNT_WRITES } from '../factories/console/account-writes.ts';
import { type ConsoleBench, openConsoleBench } from '../factories/console/bench.ts';
import { COMIC_WRITES } from '../factories/console/comic-writes.ts';
import { MONEY_READS } from '../factories/console/money-reads.ts';
import { MONEY_WRITES } from '../factories/console/money-writes.ts';
import { READER_WRITES } from '../factories/console/reader-writes.ts';
import { READS } from '../factories/console/reads.ts';
import { SITE_WRITES } from '../factories/console/site-writes.ts';
import { WRITES_WITHOUT_ENTRY } from '../factories/console/writes-without-entry.ts';
import { variantsOf } from './console-values.ts';

const SAMPLES = [
  ...[READS, MONEY_READS, ACCOUNT_WRITES, COMIC_WRITES, READER_WRITES, MONEY_WRITES, SITE_WRITES].flat(),
  ...WRITES_WITHOUT_ENTRY.flatMap(({ samples }) => samples),
];
/** One of so many calls in `npm test`. */
const ONE_OF = 16;
const TRIED = isDrill ? SAMPLES : SAMPLES.filter((_, index) => index % ONE_OF === 0);
/** A member of staff can make 300 calls of a kind in a minute. */
const VARIANTS = howMany({ test: 25, drill: 290 });
const SEED = seedOf('values of the console');

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openConsoleBench();
});
afterAll(async () => {
  await bench.tasksDone();
  await bench.close();
});

test.each(TRIED.map((sample, index) => ({ ...sample, index })))(
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
