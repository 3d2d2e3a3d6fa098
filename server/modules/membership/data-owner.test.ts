import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { type Tx, transaction } from '../../core/db/db.ts';
import { createLog } from '../../core/log/log.ts';
import { createMembership, grantPass, type Membership } from './membership.ts';

const NOW = new Date('2026-03-10T04:00:00.000Z');
const HOUR_MS = 3600 * 1000;

let site: TestApp;
let membership: Membership;
let readers = 0;
beforeAll(async () => {
  site = await startTestApp();
  membership = createMembership(site.pool, createLog('silent'));
});
afterAll(() => site.close());

const newReader = () => 2_000_000 + ++readers;
const within = (work: (tx: Tx) => Promise<unknown>) => transaction(site.pool, work);
function open(readerId: number, comicId: number, { key = randomUUID() as string, at = NOW } = {}) {
  const request = { comicId, chapterId: comicId * 10, key, waitHours: 24, waitReadHours: 48 };
  return membership.waiting.open(readerId, request, at);
}
const exported = (readerId: number) => within((tx) => membership.dataOwner.exportReader(tx, readerId));

test('a merge moves the open chapters, and of two timers of a comic the later one stays', async () => {
  const [from, to] = [newReader(), newReader()];
  const later = new Date(NOW.getTime() + HOUR_MS);
  await open(from, 1, { at: later });
  await open(from, 2);
  await open(to, 1);
  await open(to, 2, { at: later });
  await open(to, 3);
  await within((tx) => membership.dataOwner.mergeReader(tx, from, to, NOW));
  const readyAt = async (comicId: number) => (await membership.waiting.state(to, comicId, NOW)).readyAt?.getTime();
  const dueLater = later.getTime() + 24 * HOUR_MS;
  expect([await readyAt(1), await readyAt(2), await readyAt(3)]).toEqual([
    dueLater,
    dueLater,
    NOW.getTime() + 24 * HOUR_MS,
  ]);
  expect([...(await membership.waiting.state(to, 1, NOW)).opened.keys()].toSorted()).toEqual([10, 20, 30]);
  expect(await exported(from)).toEqual({ openedByWaiting: [], passes: [] });
  expect(await membership.waiting.timers(from, 9)).toEqual([]);
});

test('a merge of a reader into itself changes nothing', async () => {
  const reader = newReader();
  await open(reader, 1);
  await within((tx) => membership.dataOwner.mergeReader(tx, reader, reader, NOW));
  expect(await membership.waiting.timers(reader, 9)).toHaveLength(1);
});

test('an erased reader leaves nothing, and an export has the opened chapters', async () => {
  const [reader, other] = [newReader(), newReader()];
  await open(reader, 1);
  await open(other, 1);
  expect(await exported(reader)).toEqual({
    openedByWaiting: [
      { comicId: 1, chapterId: 10, usedAt: NOW, readableUntil: new Date(NOW.getTime() + 48 * HOUR_MS) },
    ],
    passes: [],
  });
  await within((tx) => membership.dataOwner.eraseReader(tx, reader, NOW));
  expect(await exported(reader)).toEqual({ openedByWaiting: [], passes: [] });
  expect(await membership.waiting.timers(reader, 9)).toEqual([]);
  expect(await membership.waiting.timers(other, 9)).toHaveLength(1);
});

test('the sweep deletes uses that are older than the figures, but none that still counts', async () => {
  const [old, recent] = [newReader(), newReader()];
  const limit = new Date(NOW.getTime() - 400 * 24 * HOUR_MS);
  await open(old, 1, { at: new Date(limit.getTime() - 48 * HOUR_MS - 1) });
  await open(recent, 1, { at: new Date(limit.getTime() - 48 * HOUR_MS) });
  await membership.waiting.sweep(NOW);
  expect(await exported(old)).toEqual({ openedByWaiting: [], passes: [] });
  expect(await exported(recent)).toMatchObject({ openedByWaiting: [{ comicId: 1 }] });
});

test('an erased reader leaves the days of a pass without a name, and an export has them', async () => {
  const reader = newReader();
  const given = { key: 'erased', source: 'staff', days: 3, priceFen: 0 } as const;
  await within((tx) => grantPass(tx, reader, given, NOW));
  expect(await exported(reader)).toMatchObject({ passes: [{ source: 'staff', days: 3, startsOn: '2026-03-10' }] });
  expect(await membership.passUntil(reader, NOW)).not.toBeNull();
  await within((tx) => membership.dataOwner.eraseReader(tx, reader, NOW));
  expect(await exported(reader)).toMatchObject({ passes: [] });
  expect(await membership.passUntil(reader, NOW)).toBeNull();
});
