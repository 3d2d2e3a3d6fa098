import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { search } from '#contract/calls/listings';
import { userRegister } from '#contract/calls/session';
import { REFUSALS } from '#contract/refusals';
import { startTestApp, type TestApp } from '../testing/app/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
// However long the calls take, they are made within the time of the limits.
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

type AddressOf = (network: number, host: number) => string;
const NETWORKS: [string, AddressOf][] = [
  ['an IPv6 /48', (network, host) => `2001:db8:${network.toString(16)}:${host.toString(16)}::1`],
  ['an IPv4 /24', (network, host) => `198.51.${network}.${host}`],
];

const register = (remoteAddress: string) =>
  site.call(userRegister, { domain: 'test', platform: null }, { remoteAddress });
const searchFor = (keyword: string, remoteAddress: string) => site.call(search, { keyword }, { remoteAddress });

/** How many of these calls were answered; all others were refused as too many. */
async function answered(calls: Promise<{ status: number; code: number }>[]): Promise<number> {
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ status }) => status !== 1);
  expect(refused.every(({ code }) => code === REFUSALS.tooManyRequests.code)).toBe(true);
  return answers.length - refused.length;
}

const from = (count: number, hosts: number, addressOf: AddressOf, network: number) =>
  Array.from({ length: count }, (_, index) => addressOf(network, 1 + (index % hosts)));

describe.each(NETWORKS)('all addresses of %s', (_, addressOf) => {
  test('begin no more sessions together than four addresses, and other networks go on', async () => {
    const addresses = from(300, 100, addressOf, 1);
    let count = 0;
    while (addresses.length > 0) count += await answered(addresses.splice(0, 20).map(register));
    expect(count).toBe(120);
    expect((await register(addressOf(2, 1))).status).toBe(1);
  });

  test('search no more together than four addresses', async () => {
    // Each word counts as a search.
    const words = 'a b c d e f g h';
    let count = 0;
    for (const each of from(60, 60, addressOf, 3)) count += await answered([searchFor(words, each)]);
    expect(count).toBe(50);
    expect((await searchFor(words, addressOf(4, 1))).status).toBe(1);
  });

  test('are not refused while forty readers begin and search', async () => {
    const addresses = from(80, 40, addressOf, 5);
    expect(await answered(addresses.map(register))).toBe(80);
    for (const each of addresses) expect((await searchFor('狗', each)).status).toBe(1);
  });
});
