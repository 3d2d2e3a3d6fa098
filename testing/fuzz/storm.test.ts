import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '#contract/calls';
import { seededRandom } from '../app/seeded-random.ts';
import { howMany, seedOf } from '../drills/drill.ts';
import { newCallers } from './cast.ts';
import { writeJson } from './json-text.ts';
import { faultOf } from './judge.ts';
import { validPayload } from './payloads.ts';
import { openStage, type Stage } from './stage.ts';

const ROUNDS = howMany({ test: 20, drill: 60 });
const CALLS_A_ROUND = 50;
const AT_ONCE = 16;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.site.close());

test('two readers who make all calls at the same time cause no deadlock', {
  timeout: 120_000,
}, async () => {
  const { site, cast, faults } = stage;
  const seed = seedOf('the storm');
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const readers = (await newCallers(site, cast)).filter(({ kind }) => kind === 'anonymous' || kind === 'registered');
    const two = [readers[0], readers.at(-1)];
    let next = 0;
    const lane = async () => {
      while (next < CALLS_A_ROUND) {
        const random = seededRandom(seed, round * CALLS_A_ROUND + next++);
        const call = random.oneOf(CALLS);
        const origin = {
          address: `2001:db8:${random.below(4000).toString(16)}::1`,
          url: 'http://localhost',
          secure: false,
        };
        const token = random.oneOf(two)?.token ?? null;
        const json = writeJson(validPayload(call, random, cast.known));
        const answer = await site.app.dispatcher.handle(call.path, site.cipher.seal(json), {
          ...origin,
          userAgent: '',
          token,
        });
        const fault = faultOf(call, answer.status, site.cipher.open(answer.body.toString()));
        if (fault) wrong.push(`${call.path} ${json}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }
  expect([...wrong, ...faults], `seed ${seed}`).toEqual([]);
});
