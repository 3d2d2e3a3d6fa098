import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '#contract/calls';
import { seededRandom } from '../app/seeded-random.ts';
import { type Caller, newCallers } from './cast.ts';
import { type Json, writeJson } from './json-text.ts';
import { validPayload, withExtras } from './payloads.ts';
import { openStage, type Stage } from './stage.ts';
import { wholeDatabase, withoutChance } from './whole-database.ts';

const ROUNDS = 4;
const JOBS_AFTER_CALLS = 20;

let plain: Stage;
let greedy: Stage;
beforeAll(async () => {
  // Jobs that run in the one site earlier than in the other would make a difference.
  [plain, greedy] = [await openStage({ timers: false }), await openStage({ timers: false })];
  const now = new Date();
  for (const { site } of [plain, greedy]) site.setTime(now);
});
afterAll(async () => {
  await plain.site.close();
  await greedy.site.close();
});

async function runJobs(): Promise<void> {
  for (const { site } of [plain, greedy]) {
    await site.app.runFrequentJobs();
    await site.caughtUp();
  }
}

async function sent({ site }: Stage, path: string, payload: Json, who: number, callers: readonly Caller[]) {
  const token = callers[who]?.token;
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await site.http.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers,
    payload: site.cipher.seal(writeJson(payload)),
    // Addresses of networks without a reader of the cast: networks of readers are numbered from 1 in all files of a worker.
    remoteAddress: `2001:db8:ff${path.length}:${who}::1`,
  });
  // The next answer may depend on the changes of this call.
  await site.caughtUp();
  return withoutChance(site.cipher.open(response.body));
}

test('extra fields such as other ids, prices, rights and __proto__ change neither responses nor the database', {
  timeout: 120_000,
}, async () => {
  for (const [index, call] of CALLS.entries()) {
    const plainCallers = await newCallers(plain.site, plain.cast);
    const greedyCallers = await newCallers(greedy.site, greedy.cast);
    if (index % JOBS_AFTER_CALLS === 0) await runJobs();
    for (let round = 0; round < ROUNDS; round++) {
      const random = () => seededRandom(index, round);
      const who = random().below(24);
      const payload = validPayload(call, random(), plain.cast.known);
      const same = validPayload(call, random(), greedy.cast.known);
      const extended = withExtras(call, same, random(), greedy.cast.known);
      const answer = await sent(plain, call.path, payload, who, plainCallers);
      expect(await sent(greedy, call.path, extended, who, greedyCallers), writeJson(extended)).toBe(answer);
    }
  }
  await runJobs();
  const [ours, theirs] = [await wholeDatabase(plain.site.pool), await wholeDatabase(greedy.site.pool)];
  for (const [table, rows] of Object.entries(ours)) expect(theirs[table], table).toEqual(rows);
});
