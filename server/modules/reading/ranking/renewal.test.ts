import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, addViews } from '../../../../testing/factories/comics.ts';
import { createRankingRenewal, dueAfter } from './renewal.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: new Date('2026-05-06T12:00+08:00') });
});
afterAll(() => site.close());

test.each([
  [0, 30_000],
  [300, 30_000],
  [301, 30_100],
  [2_999, 299_900],
  [3_000, 300_000],
  [60_000, 300_000],
])('a ranking that took %i ms is renewed after %i ms: 100 times as long, between 30 s and 5 min', (costMs, dueMs) => {
  expect(dueAfter(costMs)).toBe(dueMs);
});

test('views that are written while a ranking is taken are not subtracted from the day before', async () => {
  const { comicId } = await addComic(site, { title: '甲', createdAt: new Date('2026-01-01') });
  await addViews(site, comicId, 1);
  const viewsOfToday = async () => {
    await addViews(site, comicId, 4);
    const day = "insert into reading.comic_day (day, comic_id, views) values ('2026-05-07', $1, 4)";
    await site.pool.query(day, [comicId]);
  };
  const renew = createRankingRenewal(
    beforeStatement(site.pool, 'reading.has-closed', viewsOfToday),
    async () => new Map(),
  );
  await renew(new Date('2026-05-07T09:00+08:00'));
  const { rows } = await site.pool.query(
    `select r.comics::int[], r.scores::int[] from reading.ranking r join reading.ranking_snapshot s on s.id = r.snapshot_id
     where s.closing and r.type = 'total' and r.genre = ''`,
  );
  expect(rows).toEqual([{ comics: [comicId], scores: [1] }]);
});

/** A pool whose connections do something before the statement with this name. */
function beforeStatement(pool: Pool, name: string, work: () => Promise<void>): Pool {
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const release = client.release.bind(client);
    const waits = async (...given: unknown[]) => {
      if ((given[0] as { name?: string }).name === name) await work();
      return query(...given);
    };
    return { query: waits, release };
  };
  return { connect } as unknown as Pool;
}
