import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { transaction } from '../../../core/db/db.ts';
import { announce, sendAnnouncements, withdraw } from './announcements.ts';

const NOW = new Date('2026-03-10T04:00:00.000Z');

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
});
afterAll(() => site.close());

test('an announcement that is withdrawn while an earlier one is sent is not sent', async () => {
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
  const [first, second] = [await plan('先'), await plan('后')];
  const readersSince = async () => {
    await transaction(site.pool, (tx) => withdraw(tx, 'test', second, NOW));
    return [{ readerId: 1 }];
  };
  await sendAnnouncements(site.pool, { readersSince }, NOW);
  const { rows } = await site.pool.query('select fold_key as subject from notices.notice');
  expect(rows).toEqual([{ subject: `announcement:${first}` }]);
});
