import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { perAddress } from '#contract/call';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { openPool } from '../db/db.ts';
import { createLog } from '../log/log.ts';
import { addressKey, createLocalLimits, createRateLimits, networkKey, takePerAddress } from './rate-limit.ts';

const MEGABYTE = 1024 * 1024;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.connection, createLog('silent'));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
afterEach(() => void vi.useRealTimers());

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  // As a proxy may write them.
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:DB8:1:2::5]:443', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  ['192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0db8:0001:ffff::', '2001:db8:1::/48'],
  ['::FFFF:C000:0201', '192.0.2.0/24'],
  ['2001:DB8:1::1', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
])('%s is of the network %s', (address, network) => {
  expect(networkKey(address)).toBe(network);
});

test('a key has points for each name and period; without points it waits for the rest of the period', async () => {
  const limits = createRateLimits(null);
  const [short, long] = [
    { by: 'address', points: 2, seconds: 60 },
    { by: 'address', points: 3, seconds: 3600 },
  ] as const;
  const taken = [];
  for (let turn = 0; turn < 4; turn++) taken.push(await limits.take('a', short, 'me'));
  expect(taken).toEqual([null, null, 60, 60]);
  expect(await limits.take('a', short, 'you')).toBeNull();
  expect(await limits.take('b', short, 'me')).toBeNull();
  expect(await limits.take('a', long, 'me')).toBeNull();
});

test('a network has four times the points of an address, and refused calls of an address do not count for it', () => {
  const limits = createLocalLimits();
  const take = (address: string) => takePerAddress(limits, 'pages', perAddress(2, 60), address);
  const taken = (addresses: string[]) => addresses.map((address) => take(address) === null);
  for (const addressOf of [(host: number) => `192.0.2.${host}`, (host: number) => `2001:db8:1:${host}::1`]) {
    const one = addressOf(1);
    expect(taken([one, one, one, one, one])).toEqual([true, true, false, false, false]);
    expect(taken([2, 3, 4, 5, 6, 7, 8].map(addressOf))).toEqual([true, true, true, true, true, true, false]);
  }
  expect(take('192.0.3.1')).toBeNull();
});

test('a limit begins with its first point, and ends with its last moment', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { take } = createLocalLimits();
  const wait = (ms: number) => {
    vi.advanceTimersByTime(ms);
    return take('a', { by: 'address', points: 2, seconds: 10 }, 'me');
  };
  expect([wait(0), wait(0), wait(0)]).toEqual([null, null, 10]);
  expect([wait(1), wait(8_998), wait(1), wait(999)]).toEqual([10, 2, 1, 1]);
  expect([wait(1), wait(0), wait(0)]).toEqual([null, null, 10]);
});

test('limits in the database count for all nodes, separately for each name, kind and period', async () => {
  const nodes = [createRateLimits(pool), createRateLimits(pool)] as const;
  const limit = { by: 'address', points: 2, seconds: 60 } as const;
  const taken = [];
  for (const node of [...nodes, ...nodes]) taken.push(await node.take('a', limit, 'me'));
  expect(taken).toEqual([null, null, 60, 60]);
  for (const other of [{ by: 'session' }, { seconds: 3600 }] as const)
    expect(await nodes[0].take('a', { ...limit, ...other }, 'me')).toBeNull();
  expect(await nodes[0].take('b', limit, 'me')).toBeNull();
  expect(await nodes[0].take('a', limit, 'you')).toBeNull();
});

test('a call that counts as several uses takes as many points, in memory and in the database', async () => {
  const limit = { by: 'address', points: 5, seconds: 60 } as const;
  for (const limits of [createRateLimits(null), createRateLimits(pool)]) {
    const taken = [];
    for (const points of [4, 1, 1]) taken.push(await limits.take('weight', limit, 'me', points));
    expect(taken).toEqual([null, null, 60]);
    expect(await limits.take('weight', limit, 'you', 6)).toBe(60);
  }
});

test('a limit that was used up while the clock was a day ahead does not hold after the clock is corrected', async () => {
  const limits = createRateLimits(pool);
  const limit = { by: 'address', points: 1, seconds: 60 } as const;
  const take = () => limits.take('ahead', limit, 'me');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3600 * 1000 });
  expect([await take(), await take()]).toEqual([null, 60]);
  vi.useRealTimers();
  expect([await take(), await take()]).toEqual([null, 60]);
});

test('a wait of less than a second is reported as one second', async () => {
  const limits = createRateLimits(pool);
  const limit = { by: 'address', points: 1, seconds: 1 } as const;
  await limits.take('short', limit, 'me');
  expect([1, null]).toContain(await limits.take('short', limit, 'me'));
});

test('if the database can’t count, all calls are refused', async () => {
  const gone = openPool(database.connection, createLog('silent'));
  await gone.end();
  await expect(createRateLimits(gone).take('a', { by: 'address', points: 9, seconds: 60 }, 'me')).rejects.toThrow();
});

test('the memory for any number of addresses is limited, and active addresses are still counted', {
  timeout: 120_000,
}, async () => {
  const limits = createRateLimits(null);
  const limit = { by: 'address', points: 20, seconds: 3600 } as const;
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const inUse = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = inUse();
  let refused = 0;
  for (let i = 0; i < 300_000; i++) {
    await limits.take('user/register', limit, `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    if (i % 7_500 === 0 && (await limits.take('user/register', limit, '192.0.2.1')) !== null) refused++;
  }
  expect(refused).toBe(20);
  expect((inUse() - before) / MEGABYTE).toBeLessThan(40);
  expect(await limits.take('user/register', limit, '192.0.2.1')).not.toBeNull();
});
