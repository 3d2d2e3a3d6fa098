import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { transaction } from '../../../core/db/db.ts';
import { announce, clearFirst, clearWithdrawn, sendAnnouncements, withdraw } from './announcements.ts';

const NOW = new Date('2026-03-10T04:00:00.000Z');

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
});
afterAll(() => site.close());

const plan = (key: string) =>
  transaction(site.pool, (tx) =>
    announce(
      tx,
      'test',
      key,
      { kind: 'system', title: key, body: '正文', link: null, seenDays: 90, plannedAt: NOW },
      NOW,
    ),
  );

test('an announcement that is withdrawn while an earlier one is sent is not sent', async () => {
  const [first, second] = [await plan('先'), await plan('后')];
  const readersSince = async () => {
    await transaction(site.pool, (tx) => withdraw(tx, 'test', second, NOW));
    return [{ readerId: 1 }];
  };
  await sendAnnouncements(site.pool, { readersSince }, NOW);
  const { rows } = await site.pool.query('select fold_key as subject from notices.notice');
  expect(rows).toEqual([{ subject: `announcement:${first}` }]);
});

test('a withdrawn announcement leaves the first inboxes at once and the others with the job', async () => {
  const id = await plan('很多人');
  await site.pool.query(
    `insert into notices.notice (reader_id, kind, fold_key, about, at)
     select g, 'system', 'many', jsonb_build_object('announcementId', $1::bigint), $2 from generate_series(1, 5001) g`,
    [id, NOW],
  );
  const left = async () =>
    (await site.pool.query(`select from notices.notice where fold_key = 'many' order by id`)).rowCount;
  await transaction(site.pool, (tx) => withdraw(tx, 'test', id, NOW));
  await clearFirst(site.pool, id, NOW);
  expect(await left()).toBe(1);
  await clearWithdrawn(site.pool, NOW);
  expect(await left()).toBe(0);
});
