import { afterAll, beforeAll, expect, test } from 'vitest';
import { userAdult, userDetail, userTeen } from '#contract/calls/account';
import { addFavorite, addSubscribe, favorites, history, progress, shelf, subscribed } from '#contract/calls/library';
import {
  comicRecommend,
  finish,
  free,
  genre,
  keyword,
  newComics,
  promotion,
  rank,
  search,
  theme,
  weekly,
} from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, addViews } from '../../testing/factories/comics.ts';
import { editPart, listRestricted, PICTURE } from '../../testing/factories/editorial.ts';
import { addPromotion } from '../../testing/factories/promotions.ts';
import { takeRankings } from '../../testing/factories/rankings.ts';
import { newAddress } from '../../testing/factories/readers.ts';
import { RULES } from '../modules/editorial/editing.ts';

/** Most comics are for adults, and they come first in every order: code that filters after the cut to a page shows a short page. */
const RATINGS = ['18', '16', '18', 'all', '16', '12', '18', 'all', '16', '12', '18', 'all', '12'] as const;
const SEEN_BY = {
  teen: ['all', '12'],
  undeclared: ['all', '12', '16'],
  adult: ['all', '12', '16', '18'],
} as const;
type Kind = keyof typeof SEEN_BY;
const KINDS: Kind[] = ['teen', 'undeclared', 'adult'];
const AUDIENCE = { teen: { adult: true, teen: true }, undeclared: {}, adult: { adult: true } } as const;
const SIZE = 2;

let site: TestApp;
const tokens = new Map<Kind, string>();
const visible = (kind: Kind) => RATINGS.filter((rating) => SEEN_BY[kind].some((each) => each === rating)).length;

beforeAll(async () => {
  // Ten in the morning of a Friday in Shanghai.
  const now = new Date('2026-11-20T02:00:00Z');
  site = await startTestApp({ now });
  await listRestricted(site);
  const ids: number[] = [];
  for (const kind of KINDS) tokens.set(kind, await site.visitor());
  for (const status of ['serial', 'complete'] as const)
    for (const [place, ageRating] of RATINGS.entries()) {
      const createdAt = new Date(now.getTime() - 3_600_000 - place * 1000);
      const fixture = { title: `奇书${place}${status}`, ageRating, status, genres: ['奇幻'], weekdays: [5], createdAt };
      const { comicId, chapters } = await addComic(site, fixture);
      await addViews(site, comicId, 100 - place);
      if (status === 'complete') continue;
      ids.push(comicId);
      for (const kind of KINDS) {
        const token = tokens.get(kind) ?? '';
        if (place === 0) await site.call(userAdult, { adult: true }, { token });
        await site.call(addSubscribe, { id: comicId }, { token });
        await site.call(addFavorite, { id: comicId }, { token });
        await site.call(progress, { chapterId: chapters[0]?.id ?? 0, page: 1, offset: 0, ageMs: 0 }, { token });
      }
    }
  await site.call(userAdult, { adult: false }, { token: tokens.get('undeclared') ?? '' });
  await site.call(userTeen, { on: true, pin: '1234' }, { token: tokens.get('teen') ?? '' });
  // For a long time, so that the facts stored by the clock of the database also hold at this moment.
  const [startsAt, endsAt] = [new Date(now.getTime() - 60_000), new Date('2100-01-01T00:00:00Z')];
  await addPromotion(site, { comicIds: ids, percent: 0, startsAt, endsAt });
  await editPart(site, 'themes', [
    { id: 1, title: '专题', description: '', image: null, comics: ids, start: null, end: null },
  ]);
  // Without a banner a comic would lead the home screen and be missing below.
  const ever = { start: null, end: null };
  await editPart(site, 'banners', [{ slot: 1, title: '横幅', image: PICTURE, link: '/event', ...ever }]);
  // One ranking is taken automatically at the start, before all comics have views.
  const later = new Date(now.getTime() + 60_000);
  await takeRankings(site, later);
  await site.sweep(later);
});
afterAll(() => site.close());

/** From an address of its own: one address is not allowed to make this many calls. */
const ask: TestApp['call'] = (call, payload, options) =>
  site.call(call, payload, { remoteAddress: newAddress(), ...options });

type Page = { list: readonly unknown[]; next: string | null; total?: number } | null;
type PageRequest = { cursor: string | undefined; size: number };
type Reader = { kind: Kind; audience: (typeof AUDIENCE)[Kind]; token: string };

const readerOf = (kind: Kind): Reader => ({ kind, audience: AUDIENCE[kind], token: tokens.get(kind) ?? '' });

/** Every list that comes page by page; `both` = serial comics and complete ones. */
const PAGED: Record<string, { both: boolean; read: (reader: Reader, page: PageRequest) => Promise<Page> }> = {
  new: { both: true, read: async ({ audience }, page) => (await ask(newComics, { ...audience, ...page })).data },
  'new of a genre': {
    both: true,
    read: async ({ audience }, page) => (await ask(newComics, { genre: '奇幻', ...audience, ...page })).data,
  },
  weekly: {
    both: false,
    read: async ({ audience }, page) => (await ask(weekly, { day: 0, ...audience, ...page })).data,
  },
  'weekly on a day': {
    both: false,
    read: async ({ audience }, page) => (await ask(weekly, { day: 5, ...audience, ...page })).data,
  },
  finish: { both: false, read: async ({ audience }, page) => (await ask(finish, { ...audience, ...page })).data },
  'finish of a genre': {
    both: false,
    read: async ({ audience }, page) => (await ask(finish, { genre: '奇幻', ...audience, ...page })).data,
  },
  free: { both: true, read: async ({ audience }, page) => (await ask(free, { ...audience, ...page })).data },
  'free of a genre': {
    both: true,
    read: async ({ audience }, page) => (await ask(free, { genre: '奇幻', ...audience, ...page })).data,
  },
  rank: {
    both: true,
    read: async ({ audience }, page) => (await ask(rank, { type: 'total', ...audience, ...page })).data,
  },
  'rank of a genre': {
    both: true,
    read: async ({ audience }, page) => (await ask(rank, { type: 'total', genre: '奇幻', ...audience, ...page })).data,
  },
  'rank, of what is new instead': {
    both: true,
    read: async ({ audience }, page) => (await ask(rank, { type: 'month', ...audience, ...page })).data,
  },
  'search for everything': {
    both: true,
    read: async ({ audience }, page) => (await ask(search, { ...audience, ...page })).data,
  },
  'search for characters': {
    both: true,
    read: async ({ audience }, page) => (await ask(search, { keyword: '奇书', ...audience, ...page })).data,
  },
  'search for letters': {
    both: true,
    read: async ({ audience }, page) => (await ask(search, { keyword: 'qishu', ...audience, ...page })).data,
  },
  'my/shelf': { both: false, read: async ({ token }, page) => (await ask(shelf, page, { token })).data },
  'my/shelf, being read': {
    both: false,
    read: async ({ token }, page) => (await ask(shelf, { filter: 'reading', ...page }, { token })).data,
  },
  'my/subscribe': { both: false, read: async ({ token }, page) => (await ask(subscribed, page, { token })).data },
  'my/favorite': { both: false, read: async ({ token }, page) => (await ask(favorites, page, { token })).data },
  'my/history': { both: false, read: async ({ token }, page) => (await ask(history, page, { token })).data },
};

test.each(Object.keys(PAGED).flatMap((list) => KINDS.map((kind) => [list, kind] as const)))(
  '%s has full pages for a reader who is %s, with all comics for them',
  async (list, kind) => {
    const { both, read } = PAGED[list] ?? { both: false, read: async () => null };
    const all = visible(kind) * (both ? 2 : 1);
    const pages: Page[] = [];
    let cursor: string | undefined;
    do {
      const page: Page = await read(readerOf(kind), { cursor, size: SIZE });
      pages.push(page);
      cursor = page?.next ?? undefined;
    } while (cursor !== undefined && pages.length <= all);
    const sizes = pages.map((page) => page?.list.length);
    expect(sizes).toEqual(Array.from({ length: Math.ceil(all / SIZE) }, (_, at) => Math.min(SIZE, all - at * SIZE)));
    for (const page of pages) expect(page?.total ?? all).toBe(all);
  },
);

test.each(KINDS)('ranks follow each other without gaps for a reader who is %s', async (kind) => {
  const { data } = await ask(rank, { type: 'total', size: 50, ...AUDIENCE[kind] });
  expect(data?.list.map((each) => each.rank)).toEqual(Array.from({ length: visible(kind) * 2 }, (_, at) => at + 1));
  expect(data?.shown).toBe('total');
});

// Instead of a section that shows themes, home has one for each theme.
const FILLED = RULES.filter((rule) => rule !== 'themes');

test.each(FILLED)('a section of home that shows %s is full for every reader', async (rule) => {
  const shape = { layout: 'row' as const, more: null, count: SIZE, start: null, end: null };
  await editPart(site, 'home', [{ key: rule, title: rule, show: { rule }, ...shape }]);
  await site.caughtUp();
  for (const kind of KINDS) {
    const sections = (await ask(home, AUDIENCE[kind])).data?.sections.filter(({ key }) => key === rule);
    expect(sections?.map(({ list }) => list.length)).toEqual([SIZE]);
  }
});

test.each(KINDS)('whole lists and counts contain only comics for a reader who is %s', async (kind) => {
  const { audience, token } = readerOf(kind);
  const count = visible(kind);
  const { data: me } = await ask(userDetail, {}, { token });
  expect(me?.counts).toEqual({ subscribed: count, favorited: count, read: count, owned: 0 });
  expect((await ask(theme, { id: 1, ...audience })).data?.list).toHaveLength(count);
  expect((await ask(promotion, audience)).data?.promotions.map(({ list }) => list.length)).toEqual([count]);
  expect((await ask(genre, audience)).data?.genres).toEqual([{ id: '奇幻', name: '奇幻', count: count * 2 }]);
  const { data: suggested } = await ask(keyword, { prefix: '奇书', ...audience });
  expect(suggested?.suggestions).toHaveLength(8);
  expect((await ask(comicRecommend, {}, { token })).data?.list).toHaveLength(Math.min(12, count));
});
