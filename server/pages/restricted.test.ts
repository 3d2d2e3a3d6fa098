import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userAdult } from '#contract/calls/account';
import { chapterVerify, comicInfo, comicRead } from '#contract/calls/comic';
import {
  comicByCode,
  comicRecommend,
  finish,
  free,
  genre,
  keyword,
  newComics,
  promotion,
  promotionComics,
  rank,
  search,
  theme,
  weekly,
} from '#contract/calls/listings';
import { banner, home } from '#contract/calls/site';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, addViews } from '../../testing/factories/comics.ts';
import { editPart, PICTURE } from '../../testing/factories/editorial.ts';
import { addPromotion } from '../../testing/factories/promotions.ts';

/** Names of comics without and with the rating 18; each searched for, and on the editor's list of hot words. */
const SHOWN = '海上的岛';
const RESTRICTED = '深夜的岛';

let site: TestApp;
let token: string;
let promotionId: number;
const ids = new Map<string, number>();
const idOf = (title: string) => ids.get(title) ?? 0;

beforeAll(async () => {
  site = await startTestApp();
  for (const [title, ageRating] of [
    [SHOWN, 'all'],
    [RESTRICTED, '18'],
  ] as const) {
    for (const status of ['serial', 'complete'] as const) {
      const name = status === 'serial' ? title : `${title}完`;
      const added = await addComic(site, { title: name, ageRating, status, genres: ['奇幻'], weekdays: [1] });
      ids.set(name, added.comicId);
      await addViews(site, added.comicId, 5);
    }
  }
  const comics = [...ids.values()];
  await addPromotion(site, { comicIds: comics, percent: 0 });
  await editPart(site, 'themes', [
    { id: 1, title: '专题', description: '', image: null, comics, start: null, end: null },
  ]);
  await editPart(site, 'hot', [RESTRICTED, SHOWN, '什么也找不到的词']);
  await editPart(
    site,
    'banners',
    [SHOWN, RESTRICTED].map((title) => ({
      slot: 1,
      title,
      image: PICTURE,
      link: `/comic/${idOf(title)}`,
      start: null,
      end: null,
    })),
  );
  // Later than the next ranking is due: one may have been made before all was there.
  site.setTime(new Date(Date.now() + 10 * 60_000));
  await site.app.runFrequentJobs();
  promotionId = (await site.call(promotion, { adult: true })).data?.promotions[0]?.id ?? 0;
  token = await site.visitor();
  await site.call(userAdult, { adult: true }, { token });
  for (let reader = 1; reader <= 3; reader++)
    for (const word of [`${RESTRICTED}完`, `${SHOWN}完`])
      await site.call(search, { keyword: word, adult: true }, { remoteAddress: `10.0.0.${reader}` });
  await site.app.runFrequentJobs();
});
afterAll(() => site.close());
beforeEach(() => editPart(site, 'restricted', { listed: false }));

type Titled = { title: string };
const titles = (list: readonly Titled[] | undefined) => [...new Set(list?.map(({ title }) => title))];
const rated18 = (all: readonly string[]) => all.filter((title) => title.startsWith(RESTRICTED));
const adult = true;

const PROMINENT: [name: string, read: () => Promise<string[]>][] = [
  ['home', async () => titles((await site.call(home, { adult })).data?.sections.flatMap(({ list }) => list))],
  ['the banners', async () => titles((await site.call(banner, { no: [1] })).data?.['1'])],
  ['the hot words', async () => (await site.call(keyword, { adult })).data?.hot ?? []],
  ['a theme', async () => titles((await site.call(theme, { id: 1, adult })).data?.list)],
  ['recommendations beside a comic', async () => titles(await recommended(idOf(SHOWN)))],
  ['recommendations for a reader', async () => titles(await recommended())],
  ...(['day', 'week', 'month', 'total', 'sale', 'favorite'] as const).flatMap((type) =>
    [undefined, '奇幻'].map((of): [string, () => Promise<string[]>] => [
      `the ranking ${type} ${of ?? ''}`,
      async () => titles((await site.call(rank, { type, genre: of, adult })).data?.list.map(({ comic }) => comic)),
    ]),
  ),
  [
    'promotions',
    async () => titles((await site.call(promotion, { adult })).data?.promotions.flatMap(({ list }) => list)),
  ],
  ['a promotion', async () => titles((await site.call(promotionComics, { id: promotionId, adult })).data?.list)],
  ['a week', async () => titles((await site.call(weekly, { day: 0, adult })).data?.list)],
  ...([newComics, finish, free] as const).map((call): [string, () => Promise<string[]>] => [
    `${call.path} without a genre`,
    async () => titles((await site.call(call, { adult })).data?.list),
  ]),
];

const recommended = async (id?: number) => (await site.call(comicRecommend, { id }, { token })).data?.list;

test.each(PROMINENT)(
  '%s has no comic rated 18, not for an adult either, unless the operator lists them',
  async (_, read) => {
    await expect.poll(async () => rated18(await read())).toEqual([]);
    expect((await read()).length).toBeGreaterThan(0);
    await editPart(site, 'restricted', { listed: true });
    await expect.poll(async () => rated18(await read())).not.toEqual([]);
  },
);

test('a hot word that leads to nothing stays: it names no such comic', async () => {
  expect((await site.call(keyword, { adult })).data?.hot).toContain('什么也找不到的词');
});

test('an adult finds them by search, suggestions, genre, code and address', async () => {
  const found: (() => Promise<string[]>)[] = [
    async () => titles((await site.call(search, { keyword: RESTRICTED, adult })).data?.list),
    async () => titles((await site.call(search, { genre: '奇幻', adult })).data?.list),
    async () =>
      (await site.call(keyword, { prefix: RESTRICTED, adult })).data?.suggestions.map(({ text }) => text) ?? [],
    ...[newComics, finish, free].map(
      (call) => async () => titles((await site.call(call, { genre: '奇幻', adult })).data?.list),
    ),
  ];
  for (const read of found) await expect.poll(async () => rated18(await read())).not.toEqual([]);
  expect((await site.call(genre, { adult })).data?.genres).toEqual([{ id: '奇幻', name: '奇幻', count: 4 }]);
  const { data } = await site.call(comicInfo, { id: idOf(RESTRICTED) }, { token });
  expect(data).toMatchObject({ title: RESTRICTED, restricted: true });
  expect((await site.call(comicByCode, { code: data?.code ?? '' })).data).toEqual({ id: idOf(RESTRICTED) });
});

test('they carry a mark, for the notice before them, and others don’t', async () => {
  const list = (await site.call(search, { keyword: '的岛', adult })).data?.list ?? [];
  expect(list.map(({ title, restricted }) => [title.startsWith(RESTRICTED), restricted]).toSorted()).toEqual(
    [
      [false, undefined],
      [false, undefined],
      [true, true],
      [true, true],
    ].toSorted(),
  );
  for (const title of [SHOWN, RESTRICTED]) {
    const mark = title === RESTRICTED ? true : undefined;
    const id = (await site.call(comicInfo, { id: idOf(title) }, { token })).data?.chapters[0]?.id ?? 0;
    expect((await site.call(comicRead, { id }, { token })).data?.comic.restricted).toBe(mark);
    expect((await site.call(chapterVerify, { id }, { token })).data?.comic.restricted).toBe(mark);
  }
});
