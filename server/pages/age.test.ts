import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userAdult, userAutoBuy, userAutoBuys, userTeen } from '#contract/calls/account';
import { chapterVerify, comicInfo, comicRead, nextChapter } from '#contract/calls/comic';
import {
  addFavorite,
  addFavoriteBatch,
  addSubscribe,
  favorites,
  history,
  progress,
  shelf,
  subscribed,
} from '#contract/calls/library';
import { comicRecommend, theme } from '#contract/calls/listings';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { editPart, listRestricted } from '../../testing/factories/editorial.ts';

const RATINGS = ['all', '12', '16', '18'] as const;
type Rating = (typeof RATINGS)[number];
/** The comics that each kind of reader sees, and the refusal of the rest. */
const READERS = {
  teen: { shown: ['all', '12'], code: 2008 },
  undeclared: { shown: ['all', '12', '16'], code: 2009 },
  adult: { shown: ['all', '12', '16', '18'], code: 0 },
} as const;
type Kind = keyof typeof READERS;
const KINDS: Kind[] = ['teen', 'undeclared', 'adult'];

let site: TestApp;
const comics = new Map<Rating, { comicId: number; chapterId: number; storeKey: string }>();
const tokens = new Map<Kind, string>();
const comicOf = (rating: Rating) => comics.get(rating) ?? { comicId: 0, chapterId: 0, storeKey: '' };
const allIds = () => RATINGS.map((rating) => comicOf(rating).comicId);

beforeAll(async () => {
  site = await startTestApp();
  await listRestricted(site);
  // Ten in the morning in Shanghai, when 未成年人模式 allows reading.
  site.setTime(new Date(`${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T02:00:00Z`));
  for (const rating of RATINGS) {
    const added = await addComic(site, { title: rating, ageRating: rating, genres: ['奇幻'], chapters: [{}, {}] });
    const [first] = added.chapters;
    comics.set(rating, { comicId: added.comicId, chapterId: first?.id ?? 0, storeKey: first?.storeKey ?? '' });
  }
  await editPart(site, 'themes', [
    { id: 1, title: '专题', description: '', image: null, comics: allIds(), start: null, end: null },
  ]);
  for (const kind of KINDS) tokens.set(kind, await readerWithEverything(kind));
});
afterAll(() => site.close());

/** A reader who kept and read all comics when they were of age, and is now of this kind. */
async function readerWithEverything(kind: Kind): Promise<string> {
  const token = await site.visitor();
  await site.call(userAdult, { adult: true }, { token });
  for (const rating of RATINGS) {
    const { comicId, chapterId } = comicOf(rating);
    await site.call(addSubscribe, { id: comicId }, { token });
    await site.call(addFavorite, { id: comicId }, { token });
    await site.call(userAutoBuy, { comicId, on: true }, { token });
    await site.call(progress, { chapterId, page: 1, offset: 0, ageMs: 0 }, { token });
  }
  await become(kind, token);
  return token;
}

async function become(kind: Kind, token: string): Promise<void> {
  await site.call(userAdult, { adult: kind === 'adult' }, { token });
  if (kind === 'teen') await site.call(userTeen, { on: true, pin: '1234' }, { token });
}

const BY_ID = {
  'comic/info': (token: string, { comicId: id }: { comicId: number }) => site.call(comicInfo, { id }, { token }),
  'comic/recommend': (token: string, { comicId: id }: { comicId: number }) =>
    site.call(comicRecommend, { id }, { token }),
  'comic/chapter-verify': (token: string, { chapterId: id }: { chapterId: number }) =>
    site.call(chapterVerify, { id }, { token }),
  'comic/read': (token: string, { chapterId: id }: { chapterId: number }) => site.call(comicRead, { id }, { token }),
  'comic/next-chapter': (token: string, { chapterId: id }: { chapterId: number }) =>
    site.call(nextChapter, { id }, { token }),
  'my/add-subscribe': (token: string, { comicId: id }: { comicId: number }) =>
    site.call(addSubscribe, { id }, { token }),
  'my/add-favorite': (token: string, { comicId: id }: { comicId: number }) => site.call(addFavorite, { id }, { token }),
  'my/progress': (token: string, { chapterId }: { chapterId: number }) =>
    site.call(progress, { chapterId, page: 0, offset: 0, ageMs: 0 }, { token }),
} as const;

describe.each(KINDS)('to a reader who is %s', (kind) => {
  const { shown, code } = READERS[kind];
  const isShown = (rating: Rating) => shown.some((each) => each === rating);
  const cases = Object.keys(BY_ID).flatMap((path) => RATINGS.map((rating) => ({ path, rating })));

  test.each(cases)('$path opens a comic rated $rating only where it is for them', async ({ path, rating }) => {
    const token = tokens.get(kind) ?? '';
    const ask = Object.entries(BY_ID).find(([each]) => each === path)?.[1];
    const answer = await ask?.(token, comicOf(rating));
    expect(answer).toMatchObject(isShown(rating) ? { code: 0, status: 1 } : { code, status: 0, data: null });
    if (isShown(rating)) return;
    const text = JSON.stringify(answer);
    for (const address of [comicOf(rating).storeKey, '/img/']) expect(text).not.toContain(address);
  });

  test.each(RATINGS)('a batch of favourites takes a comic rated %s only where it is for them', async (rating) => {
    const token = await site.visitor();
    await become(kind, token);
    const { data } = await site.call(addFavoriteBatch, { ids: [comicOf(rating).comicId] }, { token });
    expect(data?.added).toBe(isShown(rating) ? 1 : 0);
  });

  test('every list shows exactly the comics for this reader’s age', async () => {
    const token = tokens.get(kind) ?? '';
    const { data: me } = await site.call(userInfo, { token });
    const audience = { adult: me?.adult === true && !me.teen, teen: me?.teen === true };
    const lists = {
      'my/shelf': (await site.call(shelf, {}, { token })).data?.list.map(({ comic }) => comic),
      'my/subscribe': (await site.call(subscribed, {}, { token })).data?.list.map(({ comic }) => comic),
      'my/favorite': (await site.call(favorites, {}, { token })).data?.list.map(({ comic }) => comic),
      'my/history': (await site.call(history, {}, { token })).data?.list.map(({ comic }) => comic),
      'user/auto-buys': (await site.call(userAutoBuys, {}, { token })).data?.list,
      theme: (await site.call(theme, { id: 1, ...audience })).data?.list,
    };
    for (const [path, list] of Object.entries(lists))
      expect(list?.map(({ title }) => title).toSorted(), path).toEqual([...shown].toSorted());
  });
});

test.each([
  ['undeclared', 2009],
  ['adult', 0],
] as const)('auto-buy of a comic rated 18 by a reader who is %s answers %i', async (kind, code) => {
  const token = await site.visitor();
  await become(kind, token);
  expect(await site.call(userAutoBuy, { comicId: comicOf('18').comicId, on: true }, { token })).toMatchObject({ code });
  // Turning it off is open to everybody: it may have been turned on before.
  expect(await site.call(userAutoBuy, { comicId: comicOf('18').comicId, on: false }, { token })).toMatchObject({
    code: 0,
  });
});

test('in 未成年人模式 nothing is set to be bought, whatever its rating, and everything can be turned off', async () => {
  const token = tokens.get('teen') ?? '';
  for (const rating of RATINGS) {
    const { comicId } = comicOf(rating);
    expect(await site.call(userAutoBuy, { comicId, on: true }, { token })).toMatchObject({ code: 2008 });
  }
  expect(await site.call(userAutoBuy, { on: true }, { token })).toMatchObject({ code: 2008 });
  expect(await site.call(userAutoBuy, { on: false }, { token })).toMatchObject({ code: 0 });
});

test('a reader who confirms their age can continue, and one who revokes it must confirm again', async () => {
  const token = await site.visitor();
  const open = () => site.call(comicInfo, { id: comicOf('18').comicId }, { token });
  expect(await open()).toMatchObject({ code: 2009, message: '需要确认年龄', data: null });
  await site.call(userAdult, { adult: true }, { token });
  expect(await open()).toMatchObject({ code: 0 });
  await site.call(userAdult, { adult: false }, { token });
  expect(await open()).toMatchObject({ code: 2009 });
});
