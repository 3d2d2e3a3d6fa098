import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { rank } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { takeRankings } from '../../../../testing/factories/rankings.ts';
import { readersInBulk } from '../../../../testing/factories/readers.ts';
import { giveTo } from '../../../../testing/factories/wallets.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Noon in Shanghai. */
const TODAY = new Date(`${new Date().toISOString().slice(0, 10)}T04:00:00Z`).getTime();
const at = (days: number) => new Date(TODAY + days * DAY_MS);

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

test('comics are ranked by the chapters sold in thirty days, tickets left out', async () => {
  site.setTime(at(0));
  const readers = await readersInBulk(site, 3);
  for (const { id } of readers) await giveTo(site, id, { coins: 100, bonus: 10, tickets: 2, expiresAt: at(400) });
  const add = async (title: string) => {
    const { chapters } = await addComic(site, { title, createdAt: at(-1), chapters: [{ price: 5 }, { price: 5 }] });
    return chapters.map(({ id }) => id);
  };
  const [much, little, given] = [await add('卖得多'), await add('卖得少'), await add('送得多')];
  const buy = async (chapterIds: number[], reader: number, ticket = false) => {
    const payload = { chapterIds, expect: 5 * chapterIds.length, ticket, key: randomUUID() };
    expect(await site.call(comicPay, payload, { token: readers[reader]?.token ?? '' })).toMatchObject({ code: 0 });
  };
  const ranked = async () =>
    (await site.call(rank, { type: 'sale' })).data?.list.map(({ comic, score, change }) => [
      comic.title,
      score,
      change,
    ]);
  await buy(little, 0);
  for (const reader of [0, 1, 2]) await buy(given.slice(0, 1), reader, true);
  await takeRankings(site, at(0.1));
  expect(await ranked()).toEqual([['卖得少', 2, null]]);
  site.setTime(at(1));
  await buy(much, 1);
  await buy(much.slice(0, 1), 2);
  await takeRankings(site, at(1.1));
  expect(await ranked()).toEqual([
    ['卖得多', 3, null],
    ['卖得少', 2, -1],
  ]);
  await takeRankings(site, at(30.5));
  expect(await ranked()).toEqual([['卖得多', 3, 0]]);
});
