import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userExport } from '#contract/calls/account';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { addFavorite, addFavoriteBatch, addSubscribe, delFavorite, progress } from '#contract/calls/library';
import { rank } from '#contract/calls/listings';
import { userRegister } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { type From, readerOf, readerWhoCounts } from '../../../../testing/factories/library.ts';
import { takeRankings } from '../../../../testing/factories/rankings.ts';
import { newAddress, signedIn } from '../../../../testing/factories/readers.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { dropOldViews } from '../views/write.ts';

const DAY_MS = 24 * 3600 * 1000;

let site: TestApp;
/** Noon in Shanghai, on another day for every test, and the address of many readers. */
let now = new Date('2026-05-04T12:00+08:00');
let home: string;
beforeAll(async () => {
  site = await startTestApp({ now });
});
beforeEach(() => {
  now = noon(1);
  site.setTime(now);
  home = newAddress();
});
afterAll(() => site.close());

const dayOf = (daysOn: number) => shanghaiDay(new Date(now.getTime() + daysOn * DAY_MS));
const noon = (daysOn: number) => new Date(`${dayOf(daysOn)}T12:00+08:00`);

/** A reader who has just begun. */
async function fresh(remoteAddress = newAddress()): Promise<From> {
  const { data } = await site.call(userRegister, { domain: 'test', platform: null }, { remoteAddress });
  return { token: data?.token ?? '', remoteAddress };
}
const manyAt = (remoteAddress: string, count: number) =>
  Promise.all(Array.from({ length: count }, async () => ({ ...(await readerWhoCounts(site)), remoteAddress })));

async function comic(chapters = 1) {
  const { comicId, chapters: added } = await addComic(site, {
    createdAt: new Date('2026-01-01'),
    chapters: Array.from({ length: chapters }, () => ({})),
  });
  return { comicId, ids: added.map(({ id }) => id), first: added[0]?.id ?? 0 };
}
const read = (id: number, from: From) => site.call(comicRead, { id }, from);
const favorite = (id: number, from: From) => site.call(addFavorite, { id }, from);
const finish = (chapterId: number, from: From) =>
  site.call(progress, { chapterId, page: 1, offset: 1, finished: true, ageMs: 0 }, from);

/** The scores of a comic, a quarter of an hour later. */
async function scores(comicId: number) {
  now = new Date(now.getTime() + 15 * 60_000);
  await takeRankings(site, now);
  const scoreIn = async (type: 'day' | 'favorite') => {
    const { data } = await site.call(rank, { type, size: 50 });
    // Another ranking is shown if this one is empty.
    return (data?.shown === type && data.list.find((item) => item.comic.id === comicId)?.score) || 0;
  };
  return { views: await scoreIn('day'), favorites: await scoreIn('favorite') };
}

test('29 new readers of one address put a comic into no ranking', async () => {
  const { comicId, first } = await comic();
  const crowd = await Promise.all(Array.from({ length: 29 }, () => fresh(home)));
  for (const from of crowd) {
    await favorite(comicId, from);
    await read(first, from);
  }
  expect(await scores(comicId)).toEqual({ views: 0, favorites: 0 });
  // The comic shows how many readers keep it.
  expect((await site.call(comicInfo, { id: comicId }, await fresh())).data?.stats).toMatchObject({ favorites: 29 });
});

test('29 readers of one address count three times, also with concurrent actions', async () => {
  const { comicId, first } = await comic();
  const crowd = await manyAt(home, 29);
  await Promise.all(crowd.map((from) => favorite(comicId, from)));
  await Promise.all(crowd.map((from) => read(first, from)));
  expect(await scores(comicId)).toEqual({ views: 3, favorites: 3 });
  // As many as are left of those that count.
  await Promise.all(crowd.map(({ token }) => site.call(delFavorite, { all: true }, { token })));
  expect(await scores(comicId)).toEqual({ views: 3, favorites: 0 });
});

test('many new readers of one address who finish chapters also count three times', async () => {
  const { comicId, first } = await comic();
  const crowd = await Promise.all(Array.from({ length: 8 }, () => fresh(home)));
  for (const from of crowd) {
    await favorite(comicId, from);
    await finish(first, from);
  }
  expect(await scores(comicId)).toEqual({ views: 3, favorites: 3 });
});

test('a new reader counts after the first finished chapter, with earlier favourites and views', async () => {
  const [{ comicId, ids }, other] = [await comic(3), await comic()];
  const from = await fresh();
  await favorite(comicId, from);
  await read(ids[0] ?? 0, from);
  await read(ids[1] ?? 0, from);
  expect(await scores(comicId)).toEqual({ views: 0, favorites: 0 });
  await finish(ids[0] ?? 0, from);
  expect(await scores(comicId)).toEqual({ views: 1, favorites: 1 });
  await finish(ids[0] ?? 0, from);
  await read(ids[0] ?? 0, from);
  await read(ids[2] ?? 0, from);
  await favorite(other.comicId, from);
  expect(await scores(comicId)).toEqual({ views: 2, favorites: 1 });
  expect(await scores(other.comicId)).toEqual({ views: 0, favorites: 1 });
});

test('finishing chapters that may not be read does not make a reader count', async () => {
  const { comicId } = await comic();
  const locked = await addComic(site, { createdAt: new Date('2026-01-01'), chapters: [{ price: 30 }] });
  const from = await fresh();
  await favorite(comicId, from);
  await finish(locked.chapters[0]?.id ?? 0, from);
  await read((await comic()).first, from);
  expect(await scores(comicId)).toEqual({ views: 0, favorites: 0 });
});

test('a reader with credentials counts at once, and a guest who logs in brings their favourites', async () => {
  const [one, two, three] = [await comic(), await comic(), await comic()];
  const account = await signedIn(site);
  const at = { token: account.token, remoteAddress: newAddress() };
  // On the shelf for another reason already.
  for (const { comicId } of [one, two]) await site.call(addSubscribe, { id: comicId }, at);
  await favorite(one.comicId, at);
  await read(one.first, at);
  const guest = await fresh();
  await favorite(two.comicId, guest);
  await favorite(three.comicId, guest);
  expect(await scores(one.comicId)).toEqual({ views: 1, favorites: 1 });
  expect(await scores(two.comicId)).toEqual({ views: 0, favorites: 0 });
  await signedIn(site, { telephone: account.phone, from: guest.token });
  for (const { comicId } of [two, three]) expect(await scores(comicId)).toEqual({ views: 0, favorites: 1 });
});

test('one reader counts with all the chapters they read, and others of their address and comics beside them', async () => {
  const [long, other] = [await comic(8), await comic()];
  const [one, two] = await manyAt(home, 2);
  if (!one || !two) throw new Error('no readers');
  for (const id of long.ids) await read(id, one);
  await read(long.first, two);
  await read(other.first, two);
  expect(await scores(long.comicId)).toMatchObject({ views: 9 });
  expect(await scores(other.comicId)).toMatchObject({ views: 1 });
});

test('the limit of three starts again on a new day, and earlier counts stay', async () => {
  const { comicId, first } = await comic();
  const [one, two, three, four] = await manyAt(home, 4);
  if (!one || !two || !three || !four) throw new Error('no readers');
  for (const from of [one, two, three, four]) await read(first, from);
  expect(await scores(comicId)).toMatchObject({ views: 3 });
  site.setTime(new Date(`${dayOf(1)}T00:00+08:00`));
  for (const from of [four, three, two, one, four]) await read(first, from);
  await site.app.runFrequentJobs();
  const { rows } = await site.pool.query(
    'select day::text, views from reading.comic_day where comic_id = $1 order by day',
    [comicId],
  );
  expect(rows).toEqual([
    { day: dayOf(0), views: 3 },
    { day: dayOf(1), views: 3 },
  ]);
});

test('addresses of one IPv6 network are one address', async () => {
  const { comicId } = await comic();
  for (let host = 1; host <= 5; host++)
    await favorite(comicId, { ...(await readerWhoCounts(site)), remoteAddress: `2001:db8:7:7::${host}` });
  expect(await scores(comicId)).toMatchObject({ favorites: 3 });
});

test('two nodes count three of an address between them', async () => {
  const { comicId, first } = await comic();
  const other = await startTestApp({ beside: site, now });
  const crowd = await manyAt(home, 10);
  await Promise.all(crowd.map((from, at) => (at % 2 ? site : other).call(addFavorite, { id: comicId }, from)));
  await Promise.all(crowd.map((from, at) => (at % 2 ? site : other).call(comicRead, { id: first }, from)));
  await Promise.all([site.app.runFrequentJobs(), other.app.runFrequentJobs()]);
  await other.close();
  expect(await scores(comicId)).toEqual({ views: 3, favorites: 3 });
});

test('addresses are kept hashed with a key of the day, and both are gone a day after it is over', async () => {
  const [one, two] = [await comic(), await comic()];
  const [from] = await manyAt(home, 1);
  if (!from) throw new Error('no reader');
  await site.call(addFavoriteBatch, { ids: [one.comicId, two.comicId] }, from);
  site.setTime(noon(1));
  await read(one.first, from);
  await site.app.runFrequentJobs();
  const kept = async () =>
    (
      await site.pool.query<{ day: string; hash: string }>(
        `select day::text, encode(address, 'hex') as hash from reading.address_day where comic_id = any($1) order by day`,
        [[one.comicId, two.comicId]],
      )
    ).rows;
  const before = await kept();
  // Each time the address and its network.
  expect(before.map(({ day }) => day)).toEqual([0, 0, 0, 0, 1, 1].map(dayOf));
  expect(new Set(before.map(({ hash }) => hash)).size).toBe(4);
  for (const { hash } of before) expect(Buffer.from(hash, 'hex').toString('latin1')).not.toContain(home);
  expect(JSON.stringify((await site.call(userExport, {}, { token: from.token })).data)).not.toContain(before[0]?.hash);
  await dropOldViews(site.pool, new Date(`${dayOf(1)}T23:59+08:00`), null);
  expect(await kept()).toHaveLength(6);
  await dropOldViews(site.pool, new Date(`${dayOf(2)}T00:00+08:00`), null);
  expect((await kept()).map(({ day }) => day)).toEqual([dayOf(1), dayOf(1)]);
  const { rows } = await site.pool.query('select day::text from reading.address_key');
  expect(rows).toEqual([{ day: dayOf(1) }]);
});

test('an erased reader no longer counts', async () => {
  const { comicId } = await comic();
  const from = await readerWhoCounts(site);
  await favorite(comicId, from);
  expect(await scores(comicId)).toMatchObject({ favorites: 1 });
  await site.pool.query('update account.reader set erases_at = $2 where id = $1', [
    await readerOf(site, from.token),
    now,
  ]);
  await site.sweep(now);
  expect(await scores(comicId)).toMatchObject({ favorites: 0 });
});

test.each<[string, (host: number) => string]>([
  ['an IPv6 /48', (host) => `2001:db9:7:${host.toString(16)}::1`],
  ['an IPv4 /24', (host) => `198.51.100.${host}`],
])('103 readers of as many addresses of %s count as those of ten addresses', async (_, addressOf) => {
  const { comicId, first } = await comic();
  const other = await comic();
  const crowd = await Promise.all(
    Array.from({ length: 103 }, async (_each, host) => ({
      ...(await readerWhoCounts(site)),
      remoteAddress: addressOf(host + 1),
    })),
  );
  await Promise.all(crowd.map((from) => favorite(comicId, from)));
  await Promise.all(crowd.map((from) => read(first, from)));
  // In further writes too.
  for (const from of crowd.slice(-3)) await read(first, from);
  expect(await scores(comicId)).toEqual({ views: 30, favorites: 30 });
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      const from = { ...(await readerWhoCounts(site)), remoteAddress: newAddress() };
      await read(other.first, from);
    }),
  );
  expect((await scores(other.comicId)).views).toBe(40);
});
