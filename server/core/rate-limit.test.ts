import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { addressKey, createRateLimits, networkKey } from './rate-limit.ts';

const MEGABYTE = 1024 * 1024;

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
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
  ['::1', '0:0:0::/48'],
])('%s is of the network %s', (address, network) => {
  expect(networkKey(address)).toBe(network);
});

test('a key has its points, counted apart for each name and length of time, and then waits for the rest of it', async () => {
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

test('calls from any number of addresses take no more than some memory, and who calls on is still counted', {
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
