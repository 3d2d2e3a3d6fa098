import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ timers: false });
});
afterAll(() => site.close());

/** The notifications to all nodes while a statement runs. */
async function announced(text: string, values: unknown[]): Promise<string[]> {
  const client = await site.pool.connect();
  const received = new Set<string>();
  client.on('notification', ({ payload = '' }) => {
    // The search announces its own.
    if (payload === 'files' || /^\d+$/.test(payload)) received.add(payload);
  });
  try {
    await client.query('listen catalog');
    await client.query(text, values);
    // PostgreSQL delivers the notifications of a session to itself with the answer of its next statement at the latest.
    await client.query('select 1');
    await client.query('unlisten catalog');
  } finally {
    client.removeAllListeners('notification');
    client.release();
  }
  return [...received].sort();
}

test('a change of chapters announces each comic, and the files only where pages moved or went', async () => {
  const [one, two] = [await addComic(site, { chapters: [{}, {}] }), await addComic(site, { chapters: [{}] })];
  const comics = [one.comicId, two.comicId];
  const both = comics.map(String).sort();
  const inBoth = 'where comic_id = any($1)';
  expect(await announced(`update catalog.chapter set price_coins = 7 ${inBoth}`, [comics])).toEqual(both);
  expect(await announced(`update catalog.chapter set pages = pages ${inBoth}`, [comics])).toEqual(both);
  const moved = `update catalog.chapter set pages = jsonb_set(pages, '{0,key}', '"open/x"') where comic_id = $1`;
  expect(await announced(moved, [one.comicId])).toEqual([String(one.comicId), 'files'].sort());
  expect(await announced('delete from catalog.chapter where comic_id = $1', [one.comicId])).toEqual(
    [String(one.comicId), 'files'].sort(),
  );
  expect(await announced('delete from catalog.chapter where comic_id = $1', [one.comicId])).toEqual([]);
});
