import { afterAll, afterEach, beforeAll, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { createNextChangeCache, type NextChangeCache } from './next-change.ts';

const MINUTE_MS = 60_000;
// The database stores since when the facts of a comic hold by its own clock.
const NOW = new Date(Date.now() + MINUTE_MS);
const after = (ms: number) => new Date(NOW.getTime() + ms);
const CHANGE = after(10 * MINUTE_MS);

let site: TestApp;
let isLive: boolean;
let cache: NextChangeCache;
let query: Mock;
beforeAll(async () => {
  site = await startTestApp();
  await addComic(site, { chapters: [{}, { publishedAt: CHANGE }] });
});
beforeEach(() => {
  isLive = true;
  cache = createNextChangeCache(site.pool, () => isLive);
  query = vi.spyOn(site.pool, 'query');
});
afterEach(() => query.mockRestore());
afterAll(() => site.close());

/** The number of queries for the next change at these times. */
async function queriesAt(...moments: Date[]): Promise<number> {
  query.mockClear();
  for (const moment of moments) await cache.after(moment);
  // The jobs of the app send other queries at the same time.
  return query.mock.calls.filter(([asked]) => asked.name === 'catalog.next-change').length;
}

test('the next change is the next publication of a chapter', async () => {
  expect(await cache.after(NOW)).toMatchObject({ at: CHANGE, settled: true });
});

test('the result is valid from its moment until just before the change', async () => {
  expect(await queriesAt(NOW, NOW, after(10 * MINUTE_MS - 1))).toBe(1);
  expect(await queriesAt(CHANGE)).toBe(1);
});

test('after the clock has gone back, the change is read again', async () => {
  expect(await queriesAt(NOW, after(-1))).toBe(2);
});

test('an unsettled result is valid for less than a second and has no next change', async () => {
  expect(await cache.after(CHANGE)).toMatchObject({ at: null, settled: false });
  expect(await queriesAt(CHANGE, after(10 * MINUTE_MS + 999))).toBe(0);
  expect(await queriesAt(after(10 * MINUTE_MS + 1_000))).toBe(1);
});

test('a change drops the result, also one that is being read', async () => {
  expect(await queriesAt(NOW)).toBe(1);
  cache.forget();
  expect(await queriesAt(NOW)).toBe(1);
  cache.forget();
  const reading = cache.after(NOW);
  cache.forget();
  await reading;
  expect(await queriesAt(NOW)).toBe(1);
});

test('while changes are not received, nothing is cached', async () => {
  await cache.after(NOW);
  isLive = false;
  expect(await queriesAt(NOW, NOW)).toBe(2);
  cache.forget();
  await cache.after(NOW);
  isLive = true;
  expect(await queriesAt(NOW, NOW)).toBe(1);
});
