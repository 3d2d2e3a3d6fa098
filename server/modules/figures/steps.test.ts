import { afterAll, beforeAll, expect, test } from 'vitest';
import { chapterVerify, comicPay, comicRead } from '#contract/calls/comic';
import { progress } from '#contract/calls/library';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { giveTo } from '../../../testing/factories/wallets.ts';
import { foldDue, listDays, sumComics } from './figures.ts';

let site: TestApp;
let comicId: number;
let chapterIds: number[];
beforeAll(async () => {
  site = await startTestApp();
  const chapters = [{}, {}, { price: 30 }].map((each) => ({ publishedAt: new Date('2026-01-01'), ...each }));
  const comic = await addComic(site, { chapters });
  comicId = comic.comicId;
  chapterIds = comic.chapters.map(({ id }) => id);
});
afterAll(() => site.close());

const [ONE, TWO, THREE] = ['2026-05-01', '2026-05-02', '2026-05-03'] as const;
const at = (day: string, time = '12:00') => new Date(`${day}T${time}+08:00`);
const totalsOf = async (day: string) => (await listDays(site.pool, day, day))[0];

test('the steps from a locked chapter to its end are counted once a reader, and so are the readers of a week', async () => {
  site.setTime(at(ONE));
  const [{ id, token: buyer }, { token: other }] = [await signedIn(site), await signedIn(site)];
  await site.pool.query('update account.reader set has_read = true');
  await giveTo(site, id, { coins: 30, now: at(ONE) });
  const [, second = 0, locked = 0] = chapterIds;
  const finish = (token: string, chapterId: number) =>
    site.call(progress, { chapterId, page: 0, offset: 0, ageMs: 0, finished: true }, { token });
  // Its end shows the locked one that follows.
  await finish(other, second);
  for (const token of [buyer, buyer, other]) await site.call(chapterVerify, { id: locked }, { token });
  await site.call(chapterVerify, { id: locked, panel: true }, { token: buyer });
  await site.call(comicPay, { chapterIds: [locked], expect: 30, key: 'one-purchase-0002' }, { token: buyer });
  await site.call(comicRead, { id: locked }, { token: buyer });
  await finish(buyer, locked);
  await site.call(comicRead, { id: second }, { token: other });
  await site.app.runFrequentJobs();
  await foldDue(site.pool, at(TWO, '00:05'));
  expect(await totalsOf(ONE)).toMatchObject({ seen: 2, panels: 1, unlocks: 1, finished: 2, finishedBought: 1 });
  expect(await totalsOf(ONE)).toMatchObject({ weekReaders: 2, monthReaders: 2 });
  expect(await sumComics(site.pool, ONE, ONE, 9)).toMatchObject([{ comicId, seen: 2, panels: 1, finished: 2 }]);
  site.setTime(at(THREE));
  await foldDue(site.pool, at(THREE));
  // Counted soon after the day, and never again.
  expect(await totalsOf(ONE)).toMatchObject({ closed: true, weekReaders: 2 });
  expect(await totalsOf(TWO)).toMatchObject({ weekReaders: null });
  await site.app.runJob('reading-sweep');
  expect((await site.pool.query('select from reading.step_day')).rowCount).toBe(0);
});
