import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '#contract/calls';
import { createLog } from '../../server/core/log/log.ts';
import { messagesAfter } from '../../server/modules/account/account.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { seededRandom } from '../app/seeded-random.ts';
import { newAddress } from '../factories/readers.ts';
import { type Caller, type Cast, gatherCast, newCallers } from './cast.ts';
import { writeJson } from './json-text.ts';
import { validPayload } from './payloads.ts';

const ROUNDS = 6;

const lines: string[] = [];
let site: TestApp;
let cast: Cast;
beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  site = await startTestApp({ log: createLog('trace', stream), smsDailyBudget: 1_000_000 });
  cast = await gatherCast(site);
});
afterAll(() => site.close());

async function manyCallers(): Promise<Caller[]> {
  return (await Promise.all(Array.from({ length: 10 }, () => newCallers(site, cast)))).flat();
}

/** Makes every call as several readers. Returns all secrets that were sent. */
async function callEverything(callers: readonly Caller[]): Promise<Set<string>> {
  const secrets = new Set<string>();
  for (const [index, call] of CALLS.entries()) {
    for (let round = 0; round < ROUNDS; round++) {
      const random = seededRandom(index, round);
      const { token } = random.oneOf(callers);
      const payload = writeJson(validPayload(call, random, cast.known));
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      const answer = await site.http.inject({
        method: 'POST',
        url: `/api/${call.path}`,
        headers,
        payload: site.cipher.seal(payload),
        remoteAddress: newAddress(),
      });
      const [opened, given] = [site.cipher.open(answer.body), JSON.parse(payload)];
      for (const secret of [token, given.password, given.old, given.token, given.telephone, given.proof, given.contact])
        if (typeof secret === 'string' && secret.length > 7) secrets.add(secret);
      for (const [, secret] of opened.matchAll(/"token":"([^"]+)"/g)) secrets.add(secret ?? '');
    }
  }
  for (const { body, telephone } of await messagesAfter(site.pool, 0, 100_000)) {
    secrets.add(/\d{6}/.exec(body)?.[0] ?? telephone);
    secrets.add(telephone);
  }
  return secrets;
}

test('the log of all calls contains no token, phone, code or password, also if no row can be written', {
  timeout: 120_000,
}, async () => {
  const callers = await manyCallers();
  const others = await manyCallers();
  const secrets = await callEverything(callers);
  expect(secrets.size).toBeGreaterThan(150);
  const { rows } = await site.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('account', 'reading', 'support')`,
  );
  for (const { name } of rows)
    await site.pool.query(`alter table ${name} add constraint closed check (false) not valid`);
  for (const secret of await callEverything(others)) secrets.add(secret);
  const log = lines.join('');
  expect(log).toContain('violates check constraint');
  // Times, process ids and lengths may look like secrets.
  const logged = log.replace(/"(time|pid|length)":("[^"]*"|\d+)/g, '');
  expect([...secrets].filter((secret) => secret !== '' && logged.includes(secret))).toEqual([]);
});
