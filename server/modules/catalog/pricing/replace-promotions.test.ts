import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { transaction } from '../../../core/db/db.ts';
import type { PromotionRecord } from './promotion-store.ts';
import { listPromotions } from './promotion-store.ts';
import { findOverlap, replacePromotions } from './promotions.ts';

let site: TestApp;
let comics: number[];
beforeEach(async () => {
  site = await startTestApp();
  comics = [];
  for (let i = 0; i < 3; i++) comics.push((await addComic(site)).comicId);
});
afterEach(() => site.close());

const day = (of: number) => new Date(Date.UTC(2030, 0, of));
const promotion = (key: string, from: number, to: number, comicIds: number[], percent = 50): PromotionRecord => ({
  key,
  title: `优惠 ${key}`,
  percent,
  startsAt: day(from),
  endsAt: day(to),
  comicIds,
});
const replace = (...promotions: PromotionRecord[]) => transaction(site.pool, (tx) => replacePromotions(tx, promotions));

test('written promotions are listed by start, with the comics in their order', async () => {
  const [a = 0, b = 0, c = 0] = comics;
  const later = promotion('later', 5, 9, [c, a, b], 0);
  const sooner = promotion('sooner', 2, 5, [b, a], 99);
  await replace(later, sooner);
  expect(await listPromotions(site.pool)).toEqual([sooner, later]);
  await replace();
  expect(await listPromotions(site.pool)).toEqual([]);
});

test('a promotion that stays keeps its number, whatever else becomes of it', async () => {
  const [a = 0, b = 0, c = 0] = comics;
  await replace(promotion('one', 1, 3, [a, b]), promotion('two', 3, 6, [a]));
  const ids = async () => (await site.pool.query('select key, id from catalog.promotion order by key')).rows;
  const before = await ids();
  // While they are exchanged, each would overlap the old form of the other.
  const moved = [promotion('two', 1, 2, [c, a], 10), promotion('one', 2, 6, [b, c])];
  await replace(...moved);
  expect(await ids()).toEqual(before);
  expect(await listPromotions(site.pool)).toEqual(moved);
});

test('writing the same promotions again changes no row', async () => {
  const same = [promotion('one', 1, 3, comics)];
  await replace(...same);
  const versions = async () =>
    (
      await site.pool.query(
        'select xmin, ctid from catalog.promotion_comic union all select xmin, ctid from catalog.promotion',
      )
    ).rows;
  const before = await versions();
  await replace(...same);
  expect(await versions()).toEqual(before);
});

test('a comic in two promotions at the same time is reported, and nothing is written', async () => {
  const [a = 0, b = 0] = comics;
  await replace(promotion('kept', 1, 2, [a]));
  const meeting = [promotion('long', 1, 9, [b, a]), promotion('inside', 4, 5, [a])];
  expect(findOverlap(meeting)).toEqual({ comicId: a, keys: ['long', 'inside'] });
  await expect(replace(...meeting)).rejects.toThrow('long and inside');
  expect((await listPromotions(site.pool)).map(({ key }) => key)).toEqual(['kept']);
  expect(findOverlap([promotion('twice', 1, 2, [a, a])])).toEqual({ comicId: a, keys: ['twice', 'twice'] });
  expect(findOverlap([promotion('second', 5, 9, [a]), promotion('first', 1, 5, [a])])).toBeNull();
});

test('the database itself refuses two promotions of a comic at a time', async () => {
  await replace(promotion('one', 1, 5, comics), promotion('two', 5, 9, comics));
  await expect(
    site.pool.query(`update catalog.promotion set starts_at = $1 where key = 'two'`, [day(4)]),
  ).rejects.toThrow('one_promotion_at_a_time');
});

test('a promotion that ends before it starts, or leaves more than the price, is refused by the database', async () => {
  await expect(replace(promotion('backwards', 5, 5, []))).rejects.toThrow('check');
  await expect(replace(promotion('dearer', 1, 5, [], 100))).rejects.toThrow('check');
});

test('a change of only the title is sent to every node', async () => {
  await replace(promotion('one', 1, 3, comics));
  const client = await site.pool.connect();
  const received: unknown[] = [];
  client.on('notification', ({ payload }) => received.push(payload));
  try {
    await client.query('listen catalog');
    await replace({ ...promotion('one', 1, 3, comics), title: '另一个名字' });
    await expect.poll(() => received).toContain('');
  } finally {
    client.release(true);
  }
});
