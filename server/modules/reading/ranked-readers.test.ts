import { afterEach, beforeEach, expect, test } from 'vitest';
import { userExport } from '#contract/calls/account';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { addFavorite, addFavoriteBatch, delFavorite, progress } from '#contract/calls/library';
import { rank } from '#contract/calls/listings';
import { userRegister } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addComic } from '../../testing/comics.ts';
import { type From, readerOf, readerWhoCounts } from '../../testing/library.ts';
import { newAddress, signedIn } from '../../testing/readers.ts';
import { forgetWhoRead } from './views-write.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startTestApp();
  site.setTime(inShanghai('2026-05-04T12:00'));
});
afterEach(() => site.close());

const inShanghai = (time: string) => new Date(`${time}+08:00`);
const HOME = '203.0.113.7';

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

/** What a comic is ranked by, a quarter of an hour later. */
let later = 0;
async function scores(comicId: number) {
  // The app does this by itself too: what it is about at this moment may know nothing of what came last.
  await site.app.keepUp();
  later += 15;
  const now = new Date(inShanghai('2026-05-04T12:00').getTime() + later * 60_000);
  site.setTime(now);
  const takenAt = async () =>
    (await site.pool.query<{ at: Date }>('select max(taken_at) as at from reading.ranking_snapshot')).rows[0]?.at;
  do await site.app.keepUp();
  while ((await takenAt())?.getTime() !== now.getTime());
  const scoreIn = async (type: 'day' | 'favorite') =>
    (await site.call(rank, { type })).data?.list.find((item) => item.comic.id === comicId)?.score ?? 0;
  return { views: await scoreIn('day'), favorites: await scoreIn('favorite') };
}
beforeEach(() => {
  later = 0;
});

test('29 new readers of one address put a comic into no ranking', async () => {
  const { comicId, first } = await comic();
  const crowd = await Promise.all(Array.from({ length: 29 }, () => fresh(HOME)));
  for (const from of crowd) {
    await favorite(comicId, from);
    await read(first, from);
  }
  expect(await scores(comicId)).toEqual({ views: 0, favorites: 0 });
  // What the comic shows is how many readers keep it.
  expect((await site.call(comicInfo, { id: comicId }, await fresh())).data?.stats).toMatchObject({ favorites: 29 });
});

test('29 readers of one address who have read count three times, whatever they do at once', async () => {
  const { comicId, first } = await comic();
  const crowd = await manyAt(HOME, 29);
  await Promise.all(crowd.map((from) => favorite(comicId, from)));
  await Promise.all(crowd.map((from) => read(first, from)));
  expect(await scores(comicId)).toEqual({ views: 3, favorites: 3 });
  // As many as are left of those that count.
  await Promise.all(crowd.map(({ token }) => site.call(delFavorite, { all: true }, { token })));
  expect(await scores(comicId)).toEqual({ views: 3, favorites: 0 });
});

test('many who finish chapters without having read before count three times too', async () => {
  const { comicId, first } = await comic();
  const crowd = await Promise.all(Array.from({ length: 8 }, () => fresh(HOME)));
  for (const from of crowd) {
    await favorite(comicId, from);
    await finish(first, from);
  }
  expect(await scores(comicId)).toEqual({ views: 3, favorites: 3 });
});

test('a new reader counts from the first chapter they finish, with what they favourited and opened before it', async () => {
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

test('to finish what may not be read makes nobody count', async () => {
  const { comicId } = await comic();
  const locked = await addComic(site, { createdAt: new Date('2026-01-01'), chapters: [{ price: 30 }] });
  const from = await fresh();
  await favorite(comicId, from);
  await finish(locked.chapters[0]?.id ?? 0, from);
  await read((await comic()).first, from);
  expect(await scores(comicId)).toEqual({ views: 0, favorites: 0 });
});

test('a reader with credentials counts at once, and a guest who logs in to them brings what they favourited', async () => {
  const [one, two] = [await comic(), await comic()];
  const account = await signedIn(site);
  await favorite(one.comicId, { token: account.token, remoteAddress: newAddress() });
  await read(one.first, { token: account.token, remoteAddress: newAddress() });
  const guest = await fresh();
  await favorite(two.comicId, guest);
  expect(await scores(one.comicId)).toEqual({ views: 1, favorites: 1 });
  expect(await scores(two.comicId)).toEqual({ views: 0, favorites: 0 });
  await signedIn(site, { telephone: account.phone, from: guest.token });
  expect(await scores(two.comicId)).toEqual({ views: 0, favorites: 1 });
});

test('one reader counts with all the chapters they read, and others of their address and comics beside them', async () => {
  const [long, other] = [await comic(8), await comic()];
  const [one, two] = await manyAt(HOME, 2);
  if (!one || !two) throw new Error('no readers');
  for (const id of long.ids) await read(id, one);
  await read(long.first, two);
  await read(other.first, two);
  expect(await scores(long.comicId)).toMatchObject({ views: 9 });
  expect(await scores(other.comicId)).toMatchObject({ views: 1 });
});

test('a new day has room for three again, and who counts already keeps it', async () => {
  const { comicId, first } = await comic();
  const [one, two, three, four] = await manyAt(HOME, 4);
  if (!one || !two || !three || !four) throw new Error('no readers');
  for (const from of [one, two, three, four]) await read(first, from);
  expect(await scores(comicId)).toMatchObject({ views: 3 });
  site.setTime(inShanghai('2026-05-05T00:00'));
  for (const from of [four, three, two, one, four]) await read(first, from);
  await site.app.keepUp();
  const { rows } = await site.pool.query(
    'select day::text, views from reading.comic_day where comic_id = $1 order by day',
    [comicId],
  );
  expect(rows).toEqual([
    { day: '2026-05-04', views: 3 },
    { day: '2026-05-05', views: 3 },
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
  const other = await startTestApp({ beside: site });
  other.setTime(inShanghai('2026-05-04T12:00'));
  const crowd = await manyAt(HOME, 10);
  await Promise.all(crowd.map((from, at) => (at % 2 ? site : other).call(addFavorite, { id: comicId }, from)));
  await Promise.all(crowd.map((from, at) => (at % 2 ? site : other).call(comicRead, { id: first }, from)));
  await Promise.all([site.app.keepUp(), other.app.keepUp()]);
  await other.close();
  expect(await scores(comicId)).toEqual({ views: 3, favorites: 3 });
});

test('addresses are kept hashed with a key of the day, and both are gone a day after it is over', async () => {
  const [one, two] = [await comic(), await comic()];
  const [from] = await manyAt(HOME, 1);
  if (!from) throw new Error('no reader');
  await site.call(addFavoriteBatch, { ids: [one.comicId, two.comicId] }, from);
  site.setTime(inShanghai('2026-05-05T12:00'));
  await read(one.first, from);
  await site.app.keepUp();
  const kept = async () =>
    (
      await site.pool.query<{ day: string; hash: string }>(
        `select day::text, encode(address, 'hex') as hash from reading.address_day order by day`,
      )
    ).rows;
  const before = await kept();
  expect(before.map(({ day }) => day)).toEqual(['2026-05-04', '2026-05-04', '2026-05-05']);
  expect(new Set(before.map(({ hash }) => hash)).size).toBe(2);
  for (const { hash } of before) expect(Buffer.from(hash, 'hex').toString('latin1')).not.toContain(HOME);
  expect(JSON.stringify((await site.call(userExport, {}, { token: from.token })).data)).not.toContain(before[0]?.hash);
  await forgetWhoRead(site.pool, inShanghai('2026-05-05T23:59'));
  expect(await kept()).toHaveLength(3);
  await forgetWhoRead(site.pool, inShanghai('2026-05-06T00:00'));
  expect((await kept()).map(({ day }) => day)).toEqual(['2026-05-05']);
  const { rows } = await site.pool.query('select day::text from reading.address_key');
  expect(rows).toEqual([{ day: '2026-05-05' }]);
});

test('who is erased counts no longer', async () => {
  const { comicId } = await comic();
  const from = await readerWhoCounts(site);
  await favorite(comicId, from);
  expect(await scores(comicId)).toMatchObject({ favorites: 1 });
  const now = inShanghai('2026-05-04T13:00');
  await site.pool.query('update account.reader set erases_at = $2 where id = $1', [
    await readerOf(site, from.token),
    now,
  ]);
  await site.sweep(now);
  expect(await scores(comicId)).toMatchObject({ favorites: 0 });
});
