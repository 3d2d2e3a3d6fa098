import { afterAll, beforeAll, expect, test } from 'vitest';
import { rank } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addRanked, takeRankings } from '../../../../testing/factories/rankings.ts';

const minute = (minutes: number) => new Date(Date.UTC(2026, 4, 4, 4, minutes));

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: minute(0) });
  await addRanked(site, 5);
  await takeRankings(site, minute(10));
});
afterAll(() => site.close());

const total = async (cursor?: string) => (await site.call(rank, { type: 'total', size: 3, cursor })).data;
const titles = async (page: ReturnType<typeof total>) => (await page)?.list.map(({ comic }) => comic.title);

test('while a ranking is replaced, the earlier one is shown, complete and without waiting, and its pages continue', async () => {
  const before = await total();
  await site.pool.query('update catalog.comic_stats set views = 5000 - views');
  const client = await site.pool.connect();
  // Readers can read the ranking while the new one waits halfway: its snapshot exists and is still empty.
  await client.query('begin');
  await client.query('lock table reading.ranking in share mode');
  site.setTime(minute(20));
  const renewed = takeRankings(site, minute(20));
  await expect.poll(() => waiting(client)).toBeGreaterThan(0);
  expect(await titles(total())).toEqual(['第1名', '第2名', '第3名']);
  expect(await titles(total(before?.next ?? ''))).toEqual(['第4名', '第5名']);
  await client.query('commit');
  client.release();
  await renewed;
  site.setTime(minute(21));
  expect(await titles(total())).toEqual(['第5名', '第4名', '第3名']);
  expect(await titles(total(before?.next ?? ''))).toEqual(['第4名', '第5名']);
});

async function waiting(client: { query(text: string): Promise<{ rows: { count: number }[] }> }): Promise<number> {
  const { rows } = await client.query(
    `select count(*) from pg_locks where not granted and relation = 'reading.ranking'::regclass`,
  );
  return rows[0]?.count ?? 0;
}
