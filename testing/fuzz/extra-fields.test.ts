import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '#contract/calls';
import { seededRandom } from '../app/seeded-random.ts';
import { type Caller, newCallers } from './cast.ts';
import { type Json, writeJson } from './json-text.ts';
import { validPayload, withExtras } from './payloads.ts';
import { openStage, type Stage } from './stage.ts';
import { wholeDatabase, withoutChance } from './whole-database.ts';

const ROUNDS = 4;

let plain: Stage;
let greedy: Stage;
beforeAll(async () => {
  [plain, greedy] = [await openStage(), await openStage()];
  const now = new Date();
  for (const { site } of [plain, greedy]) site.setTime(now);
});
afterAll(async () => {
  await plain.site.close();
  await greedy.site.close();
});

async function sent({ site }: Stage, path: string, payload: Json, who: number, callers: readonly Caller[]) {
  const token = callers[who]?.token;
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await site.http.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers,
    payload: site.cipher.seal(writeJson(payload)),
    remoteAddress: `2001:db8:${path.length}:${who}::1`,
  });
  return withoutChance(site.cipher.open(response.body));
}

test('extra fields such as other ids, prices, rights and __proto__ change neither responses nor the database', {
  timeout: 120_000,
}, async () => {
  for (const [index, call] of CALLS.entries()) {
    const plainCallers = await newCallers(plain.site, plain.cast);
    const greedyCallers = await newCallers(greedy.site, greedy.cast);
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
  await Promise.all([plain, greedy].map(({ site }) => site.app.runFrequentJobs()));
  const [ours, theirs] = [await wholeDatabase(plain.site.pool), await wholeDatabase(greedy.site.pool)];
  for (const [table, rows] of Object.entries(ours)) expect(theirs[table], table).toEqual(rows);
});
