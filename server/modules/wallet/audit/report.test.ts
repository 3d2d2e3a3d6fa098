import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { readersInBulk } from '../../../../testing/factories/readers.ts';
import { giveTo } from '../../../../testing/factories/wallets.ts';
import { reportBetween } from './report.ts';

const HOUR_MS = 3600 * 1000;

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

/** A pool that runs `interrupt` before each named statement of a transaction. */
function interrupted(pool: Pool, interrupt: () => Promise<void>): Pool {
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client);
    return new Proxy(client, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name);
        return async (statement: string | { text: string }) => {
          if (typeof statement !== 'string') await interrupt();
          return typeof statement === 'string' ? query(statement) : query(statement);
        };
      },
    });
  };
  return new Proxy(pool, { get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)) });
}

test('a report adds up although readers get coins while it is made', async () => {
  const [reader] = await readersInBulk(site, 1);
  const give = () => giveTo(site, reader?.id ?? 0, { coins: 1 });
  await give();
  const now = Date.now();
  const [from, to] = [new Date(now - HOUR_MS), new Date(now + HOUR_MS)];
  const { lines } = await reportBetween(interrupted(site.pool, give), from, to);
  const coins = lines.map(({ amounts }) => amounts.coin);
  expect(coins.at(-1)).toBeGreaterThan(0);
  expect(coins.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(coins.at(-1));
  const after = await reportBetween(site.pool, from, to);
  expect(after.lines.at(-1)?.amounts.coin).toBe(6);
});

test('outstanding coins have the value of their payment, in proportion to the unspent part', async () => {
  const [reader] = await readersInBulk(site, 1);
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
  await giveTo(site, reader?.id ?? 0, { coins: 100, now: at(100) });
  const { rows } = await site.pool.query<{ cost: number }>(
    'select cost_fen as cost from wallet.credit_lot order by id desc limit 1',
  );
  expect(rows).toEqual([{ cost: 1000 }]);
  const { lines } = await reportBetween(site.pool, at(99), at(101));
  const fenOf = (name: string) => lines.find((line) => line.name === name)?.costFen ?? 0;
  expect(fenOf('closing') - fenOf('opening')).toBe(fenOf('topup'));
});
