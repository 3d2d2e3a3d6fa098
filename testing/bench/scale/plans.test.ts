import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredStatements } from '../../../server/core/db/db.ts';
// Loaded for the statements of imports.
import '../../../server/modules/catalog/publishing/publishing.ts';
import { startTestApp, type TestApp } from '../../app/app.ts';
import { fillLibrary } from '../library-catalogue.ts';
import { ENDLESS, LISTINGS, OTHER_REQUESTS } from '../listing-requests.ts';
import { fillListings } from '../listings-catalogue.ts';
import { fillNotices } from '../notices.ts';
import { SEARCHES } from '../searches.ts';
import { MAY_SCAN, type RecordedStatement, readersStatements, recordUnnamed, scansOf } from './plans.ts';

const READERS = 40;
const DAY_MS = 24 * 3600 * 1000;

let site: TestApp;
let client: PoolClient;
let unnamed: ReadonlyMap<string, RecordedStatement>;

beforeAll(async () => {
  site = await startTestApp();
  await fillListings(site.pool, { comics: 400, chapters: 2 });
  await site.app.runFrequentJobs();
  for (let reader = 1; reader <= READERS; reader++) await fillLibrary(site.pool, reader, 20);
  await site.pool.query('delete from catalog.promotion_comic where comic_id > 20');
  await site.pool.query('insert into catalog.comic_stats (comic_id, views) select id, id from catalog.comic');
  await fillNotices(site.pool, 5_000);
  await site.pool.query('analyze');
  unnamed = recordUnnamed(site.pool);
  client = await site.pool.connect();
  // Small tables are always scanned. Without sequential scans the plan shows whether an index could be used.
  await client.query('set enable_seqscan = off');
});
afterAll(async () => {
  client?.release(true);
  await site?.close();
});

async function scansOfStatements(): Promise<Record<string, string[]>> {
  const scans: Record<string, string[]> = {};
  for (const [name, text] of readersStatements(declaredStatements())) {
    const found = await scansOf(client, text);
    if (found.length > 0) scans[name] = found;
  }
  return scans;
}

test('no statement of comics, libraries, notices and search scans a growing table, except those with a reason', async () => {
  const scans = await scansOfStatements();
  expect(Object.fromEntries(Object.entries(scans).filter(([name]) => !MAY_SCAN[name]))).toEqual({});
  // Every exception must be in use.
  expect(Object.keys(MAY_SCAN).filter((name) => !scans[name])).toEqual([]);
});

test('no unnamed query scans a growing table', async () => {
  const requests = [
    ...Object.entries({ ...LISTINGS, ...ENDLESS }).map(([path, payload]) => [path, payload ?? {}] as const),
    ...Object.entries(OTHER_REQUESTS).flatMap(([path, payloads]) => payloads.map((each) => [path, each] as const)),
    ...Object.values(SEARCHES)
      .flat()
      .map((payload) => ['prefix' in payload ? 'keyword' : 'search', payload] as const),
  ];
  // Ten days ago some comics had other stored facts.
  for (const time of [null, new Date(Date.now() - 10 * DAY_MS)]) {
    site.setTime(time);
    for (const [path, payload] of requests)
      expect(await site.post(path, site.cipher.seal(JSON.stringify(payload))), path).toMatchObject({ code: 0 });
  }
  expect(unnamed.size).toBeGreaterThan(10);
  for (const asked of unnamed.values()) expect(await scansOf(client, asked), asked.text).toEqual([]);
});

test('scans of a table, and of an index without a condition or limit, are detected', async () => {
  await expect(scansOf(client, 'select count(*) from catalog.chapter where title = $1')).resolves.not.toEqual([]);
  await expect(scansOf(client, 'select max(id + 1) from catalog.comic')).resolves.not.toEqual([]);
  await expect(scansOf(client, 'select id from catalog.comic order by id limit 5')).resolves.toEqual([]);
  await expect(scansOf(client, 'select id from catalog.comic order by id + 1 limit 5')).resolves.not.toEqual([]);
});
