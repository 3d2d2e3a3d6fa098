import { afterAll, beforeAll, expect, test } from 'vitest';
import { overview } from '#contract/console/overview';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { firstOwner, staffCall } from '../../../testing/factories/staff.ts';

const at = (time: string) => new Date(`${time}+08:00`);
let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: at('2026-11-19T09:00') });
});
afterAll(() => site.close());

async function noteAt(time: string): Promise<void> {
  site.setTime(at(time));
  await site.app.runJob('figures-hour');
}
const hours = async () =>
  (await site.pool.query('select day::text, hour, new_readers from figures.hour order by 1, 2')).rows;

test('the totals of a day are stored once an hour, soon after it, and the overview compares them with last week', async () => {
  await noteAt('2026-11-19T00:04');
  await site.visitor();
  await noteAt('2026-11-19T10:03');
  await site.visitor();
  // It is neither counted a second time nor long after the hour.
  await noteAt('2026-11-19T10:08');
  await noteAt('2026-11-19T11:30');
  await noteAt('2026-11-19T12:00');
  expect(await hours()).toEqual([
    { day: '2026-11-19', hour: 10, new_readers: 1 },
    { day: '2026-11-19', hour: 12, new_readers: 2 },
  ]);
  await noteAt('2026-11-26T10:01');
  for (let each = 0; each < 3; each++) await site.visitor();
  await noteAt('2026-11-26T12:01');
  const renewed = await ownerAt('2026-11-26T12:30');
  const { data } = await staffCall(site, overview, {}, { cookie: renewed });
  expect(data?.soFar).toEqual({
    hour: 12,
    today: { readers: 0, newReaders: 3, views: 0, unlocks: 0, netFen: 0 },
    lastWeek: { readers: 0, newReaders: 2, views: 0, unlocks: 0, netFen: 0 },
  });
  await noteAt('2026-11-26T13:02');
  const later = await ownerAt('2026-11-26T13:05');
  expect((await staffCall(site, overview, {}, { cookie: later })).data?.soFar).toMatchObject({
    hour: 13,
    lastWeek: null,
  });
});

/** The session of an owner who logs in at this time. */
async function ownerAt(time: string): Promise<string> {
  site.setTime(at(time));
  await site.pool.query('truncate staff.person, staff.session, staff.recovery_code, staff.link, staff.api_key cascade');
  return (await firstOwner(site, at(time))).cookie;
}

test('in the first hour of a day there is nothing to compare', async () => {
  const renewed = await ownerAt('2026-11-27T00:10');
  expect((await staffCall(site, overview, {}, { cookie: renewed })).data?.soFar).toBeNull();
});
