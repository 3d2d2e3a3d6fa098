import { expect, test } from 'vitest';
import type { RankableComic } from '../../catalog/catalog.ts';
import { RANKED_MOST, rankingsOf } from './order.ts';
import type { DayViews, RankingType } from './store.ts';

const AT = new Date('2026-03-01T00:00:00Z');
const NONE = { today: 0, yesterday: 0, week: 0, month: 0, later: 0 };

const comic = (id: number, other: Partial<RankableComic> = {}): RankableComic => ({
  id,
  genres: [],
  fromAge: 0,
  latestAt: AT,
  views: 0,
  ...other,
});
const viewsOf = (...given: (Partial<DayViews> & { comicId: number })[]) =>
  new Map(given.map((views) => [views.comicId, { ...NONE, ...views }]));
/** The ids of the ranking of all comics that everybody sees. */
const order = async (
  type: RankingType,
  comics: RankableComic[],
  views = viewsOf(),
  favorites = new Map<number, number>(),
) =>
  (await rankingsOf(type, comics, views, favorites)).find(({ genre, ageLimit }) => genre === '' && ageLimit === 12)
    ?.comics ?? [];

test.each([
  ['day', 'today'],
  ['week', 'week'],
  ['month', 'month'],
] as const)('the ranking of a %s goes by the views of it alone, the most first', async (type, period) => {
  const views = viewsOf({ comicId: 1, [period]: 1 }, { comicId: 2, [period]: 3 }, { comicId: 3, [period]: 2 });
  expect(await order(type, [comic(1), comic(2), comic(3), comic(4, { views: 9 })], views)).toEqual([2, 3, 1]);
});

test('all views up to the day count in the ranking of all time, later ones do not', async () => {
  const views = viewsOf({ comicId: 2, later: 5 }, { comicId: 3, later: 7 });
  const found = await rankingsOf(
    'total',
    [comic(1, { views: 4 }), comic(2, { views: 10 }), comic(3, { views: 7 })],
    views,
    new Map(),
  );
  expect(found).toEqual([{ genre: '', ageLimit: 12, comics: [2, 1], scores: [5, 4] }]);
});

test('comics rank by their number of favourites, and a comic without favourites is not ranked', async () => {
  expect(
    await order(
      'favorite',
      [comic(1), comic(2), comic(3)],
      viewsOf(),
      new Map([
        [1, 1],
        [3, 2],
      ]),
    ),
  ).toEqual([3, 1]);
});

test('the daily ranking also has comics read yesterday, below those read today; other rankings do not', async () => {
  const views = viewsOf({ comicId: 1, yesterday: 9 }, { comicId: 2, today: 1 }, { comicId: 3, yesterday: 10 });
  const comics = [comic(1), comic(2), comic(3)];
  expect(await order('day', comics, views)).toEqual([2, 3, 1]);
  expect(await order('week', comics, views)).toEqual([]);
});

test('equal scores go by yesterday, then by all views, then by the latest chapter, then by the newest comic', async () => {
  const later = new Date(AT.getTime() + 1);
  const comics = [
    comic(1, { views: 5, latestAt: later }),
    comic(2, { views: 5 }),
    comic(3, { views: 5 }),
    comic(4, { views: 6 }),
    comic(5, { views: 1 }),
  ];
  const views = viewsOf(...comics.map(({ id }) => ({ comicId: id, today: 2, yesterday: id === 5 ? 1 : 0 })));
  expect(await order('day', comics, views)).toEqual([5, 4, 1, 3, 2]);
  expect(await order('day', comics.toReversed(), views)).toEqual([5, 4, 1, 3, 2]);
});

test('a genre has its own ranking, and a comic with the genre twice is in it once', async () => {
  const comics = [comic(1, { views: 1, genres: ['奇幻', '奇幻'] }), comic(2, { views: 2, genres: ['校园', '奇幻'] })];
  expect(await rankingsOf('total', comics, viewsOf(), new Map())).toEqual([
    { genre: '', ageLimit: 12, comics: [2, 1], scores: [2, 1] },
    { genre: '校园', ageLimit: 12, comics: [2], scores: [2] },
    { genre: '奇幻', ageLimit: 12, comics: [2, 1], scores: [2, 1] },
  ]);
});

test('a ranking for older readers exists only if it has a comic for them, with its own ranks', async () => {
  const comics = [
    comic(1, { views: 3, genres: ['奇幻'] }),
    comic(2, { views: 2, genres: ['校园'], fromAge: 18 }),
    comic(3, { views: 1, genres: ['校园'], fromAge: 12 }),
    comic(4, { views: 4, genres: ['奇幻'], fromAge: 16 }),
  ];
  expect(await rankingsOf('total', comics, viewsOf(), new Map())).toEqual([
    { genre: '', ageLimit: 12, comics: [1, 3], scores: [3, 1] },
    { genre: '奇幻', ageLimit: 12, comics: [1], scores: [3] },
    { genre: '校园', ageLimit: 12, comics: [3], scores: [1] },
    { genre: '', ageLimit: 16, comics: [4, 1, 3], scores: [4, 3, 1] },
    { genre: '奇幻', ageLimit: 16, comics: [4, 1], scores: [4, 3] },
    { genre: '', ageLimit: 18, comics: [4, 1, 2, 3], scores: [4, 3, 2, 1] },
    { genre: '校园', ageLimit: 18, comics: [2, 3], scores: [2, 1] },
  ]);
});

test('a ranking has five hundred comics at most, each with its score', async () => {
  expect(RANKED_MOST).toBe(500);
  const comics = Array.from({ length: 501 }, (_, i) => comic(i + 1, { views: i + 1 }));
  const [ranking] = await rankingsOf('total', comics, viewsOf(), new Map());
  expect([ranking?.comics.length, ranking?.comics.at(-1), ranking?.scores.length]).toEqual([500, 2, 500]);
});
