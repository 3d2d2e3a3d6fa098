import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { transaction } from '../../../core/db/db.ts';
import { networksOf } from './networks.ts';
import { noteSend, type SendRequest, sentLately } from './send-store.ts';

/** Noon in Shanghai: its day began twelve hours ago. */
const NOW = new Date('2026-03-10T04:00:00Z');
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const WISH: SendRequest = { telephone: '13800138000', requester: Buffer.from('one'), from: networksOf('203.0.113.7') };

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
});
afterAll(() => site.close());

/** The counts for `WISH` after these sends; all is rolled back. */
async function countedAfter(sends: readonly { at: Date; sent?: boolean; wish?: Partial<SendRequest> }[]) {
  let counted: Awaited<ReturnType<typeof sentLately>> | undefined;
  await transaction(site.pool, async (tx) => {
    for (const { at, sent = true, wish = {} } of sends) await noteSend(tx, { ...WISH, ...wish }, sent, at);
    counted = await sentLately(tx, WISH, NOW);
    await tx.query('delete from account.sms_send');
  });
  return counted;
}

test('sends count for an hour and for a day, until before their end', async () => {
  const hours = { hour: 1, day: 3 };
  expect(
    await countedAfter([{ at: ago(DAY_MS) }, { at: ago(DAY_MS - 1) }, { at: ago(HOUR_MS) }, { at: ago(HOUR_MS - 1) }]),
  ).toEqual({
    toPhone: [ago(HOUR_MS - 1), ago(HOUR_MS), ago(DAY_MS - 1)],
    toPhoneByRequester: [ago(HOUR_MS - 1), ago(HOUR_MS), ago(DAY_MS - 1)],
    toPhoneFromNetwork: [ago(HOUR_MS - 1), ago(HOUR_MS), ago(DAY_MS - 1)],
    toPrefix: hours,
    fromHost: hours,
    fromBlock: hours,
    fromNetwork: hours,
    all: { today: 2, hour: 1, dayBefore: 3 },
  });
});

test('the budget is of a day in Shanghai, from its midnight on', async () => {
  const counted = await countedAfter([{ at: ago(12 * HOUR_MS) }, { at: ago(12 * HOUR_MS + 1) }]);
  expect(counted?.all).toEqual({ today: 1, hour: 0, dayBefore: 2 });
});

test('the day before the last hour is a day long', async () => {
  const counted = await countedAfter([{ at: ago(DAY_MS + HOUR_MS) }, { at: ago(DAY_MS + HOUR_MS - 1) }]);
  expect(counted?.all).toEqual({ today: 0, hour: 0, dayBefore: 1 });
});

test('refused requests count for the requester, but not for the budget', async () => {
  const counted = await countedAfter([{ at: ago(1000), sent: false }]);
  expect(counted).toMatchObject({ fromHost: { hour: 1, day: 1 }, all: { today: 0, hour: 0, dayBefore: 0 } });
  expect(counted?.toPhone).toHaveLength(1);
});

test.each([
  ['another requester', { requester: Buffer.from('two') }, [1, 0, 1], [1, 1, 1, 1]],
  ['a neighbouring address', { from: networksOf('203.0.113.8') }, [1, 1, 1], [1, 0, 0, 1]],
  ['another network', { from: networksOf('203.0.114.7') }, [1, 1, 0], [1, 0, 0, 0]],
  ['a phone of the same prefix', { telephone: '13800138999' }, [0, 0, 0], [1, 1, 1, 1]],
  ['a phone of another prefix', { telephone: '13800148000' }, [0, 0, 0], [0, 1, 1, 1]],
] as const)('a send of %s counts where it belongs', async (_, wish, phone, from) => {
  const counted = await countedAfter([{ at: ago(1000), wish }]);
  expect([counted?.toPhone, counted?.toPhoneByRequester, counted?.toPhoneFromNetwork].map((at) => at?.length)).toEqual(
    phone,
  );
  const { toPrefix, fromHost, fromBlock, fromNetwork } = counted ?? {};
  expect([toPrefix, fromHost, fromBlock, fromNetwork].map((counts) => counts?.day)).toEqual(from);
});

test('only the newest times are read, as many as the limits need', async () => {
  const counted = await countedAfter(Array.from({ length: 41 }, (_, i) => ({ at: ago((i + 1) * 1000) })));
  expect(counted?.toPhone).toEqual(Array.from({ length: 40 }, (_, i) => ago((i + 1) * 1000)));
  expect([counted?.toPhoneByRequester.length, counted?.toPhoneFromNetwork.length]).toEqual([10, 16]);
});

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2ab::9', '2001:db8:1:2ab::/64', '2001:db8:1:200::/56', '2001:db8:1::/48'],
])('the address %s is of the host %s, the block %s and the network %s', (address, host, block, network) => {
  expect(networksOf(address)).toEqual({ host, block, network });
});

test('sends from a time when the clock was a day ahead do not count when it is right again', async () => {
  const counted = await countedAfter([{ at: ago(-DAY_MS) }, { at: ago(-1000) }]);
  expect(counted).toMatchObject({ toPhone: [ago(-1000)], fromHost: { hour: 1, day: 1 } });
});
