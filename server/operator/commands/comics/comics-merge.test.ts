import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { comicInfo, comicPay, comicRead } from '#contract/calls/comic';
import { addFavorite, addSubscribe, delSubscribe, history, progress, shelf, subscribed } from '#contract/calls/library';
import { payLog } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { comicCommands } from '../../../../testing/factories/comic-commands.ts';
import { addComic, addViews, setOnline, takeChapterDown } from '../../../../testing/factories/comics.ts';
import { newVisitor, signedIn } from '../../../../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../../../testing/factories/wallets.ts';

let site: TestApp;
/** Another node of the same site. */
let other: TestApp;
beforeAll(async () => {
  site = await startTestApp();
  other = await startTestApp({ beside: site });
});
afterAll(async () => {
  await other.close();
  await site.close();
});

let days = 0;
let answer: boolean | null = null;
const { type, done } = comicCommands(() => site, {
  clock: () => new Date(Date.now() + days * 24 * 3600 * 1000),
  answer: () => answer,
});

type Fixture = Awaited<ReturnType<typeof addComic>>;
type Reader = Awaited<ReturnType<typeof signedIn>>;

let from: Fixture;
let into: Fixture;
/** Chapters 1 to 4 of `from`, and 1 to 3 of `into`: the first of each is free. */
const chapterOf = ({ chapters }: Fixture, no: number) => chapters[no - 1]?.id ?? 0;

beforeEach(async () => {
  days = 0;
  const later = new Date(Date.now() - 3_600_000);
  from = await addComic(site, { createdAt: later, chapters: [{}, { price: 30 }, { price: 30 }, { price: 30 }] });
  into = await addComic(site, { createdAt: later, chapters: [{}, { price: 20 }, { price: 20 }] });
});

async function reader(...bought: number[]): Promise<Reader> {
  const one = await signedIn(site);
  await giveTo(site, one.id, { coins: 200 });
  for (const id of bought) await buy(one, id);
  return one;
}

async function buy(one: Reader, id: number, node = site): Promise<number> {
  const { data } = await node.call(comicRead, { id }, one);
  const price = data && 'price' in data ? Number(data.price) : null;
  const paid = await node.call(comicPay, { chapterIds: [id], expect: price ?? 0, key: randomUUID() }, one);
  expect(paid.status, paid.message).toBe(1);
  return paid.data && 'spent' in paid.data ? paid.data.spent.coins : -1;
}

async function readAs(one: { token: string }, id: number, node = other): Promise<number | null> {
  const { status, data } = await node.call(comicRead, { id, ahead: true }, one);
  return status === 1 && data && 'chapter' in data ? data.chapter.id : null;
}

async function reads(one: Reader, chapterId: number, page: number): Promise<void> {
  const place = { chapterId, page, offset: 0.5, ageMs: 0 };
  expect((await site.call(progress, place, one)).status).toBe(1);
}

const merge = (...more: string[]) => done('merge', String(from.comicId), String(into.comicId), ...more);

const shelfOf = async (one: Reader) =>
  (await site.call(shelf, { size: 10 }, one)).data?.list.map(({ comic, subscribed: isSubscribed, owned }) => ({
    id: comic.id,
    subscribed: isSubscribed,
    owned,
  }));

/** Terminates the database connection of a merge that waits for a row lock near its end. */
async function killWhileMerging(): Promise<void> {
  const holder = await site.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from catalog.comic_stats where comic_id = $1 for update', [into.comicId]);
    const merging = type('merge', from.title, into.title, '--yes').catch((error: unknown) => error);
    const blocked = `select pid from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%catalog.comic_stats%' and datname = current_database()`;
    await expect.poll(async () => (await site.pool.query(blocked)).rowCount, { timeout: 10_000 }).toBe(1);
    await site.pool.query(`select pg_terminate_backend(pid) from (${blocked}) b`);
    expect(await merging).toBeInstanceOf(Error);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

/** Everything that must be unchanged after a merge and its undo. */
async function everything() {
  const tables = {
    comics: `select id, title, alias, former_keys, set_by_hand, online, merged_into, latest_at, price_coins from catalog.comic where id = any($1)`,
    chapters: `select id, comic_id, no, online, price_coins, merged_into, store_key from catalog.chapter where comic_id = any($1)`,
    stats: `select * from catalog.comic_stats where comic_id = any($1) and views + subscribers + favorites > 0`,
    entries: `select reader_id, comic_id, subscribed_at, favorited_at, owned_at, read_at, chapter_id, latest_at from reading.entry where comic_id = any($1)`,
    places: 'select * from reading.place where comic_id = any($1)',
    days: 'select * from reading.comic_day where comic_id = any($1) and views > 0',
    purchases: 'select * from wallet.purchase where comic_id = any($1)',
    autoBuys: 'select * from account.auto_buy where comic_id = any($1)',
  };
  const found: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(tables)) {
    const { rows } = await site.pool.query(`${query} order by 1, 2`, [[from.comicId, into.comicId]]);
    found[name] = rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  }
  return found;
}

describe('a merge', () => {
  test('is shown first, and changes nothing without a clear yes', async () => {
    await reader(chapterOf(from, 2));
    const before = await everything();
    const { out } = await type('merge', String(from.comicId), String(into.comicId), '--dry-run');
    expect(out).toContain(`合并：《${from.title}》（${from.comicId}）并入《${into.title}》（${into.comicId}）\n`);
    expect(out).toContain('移过去 1 话：4\n');
    expect(out).toContain(`两边都有的 3 话，留《${into.title}》的：1-3\n`);
    expect(out).toContain(`1 位读者买过《${from.title}》1 话次`);
    answer = false;
    expect((await type('merge', from.title, into.title)).code).toBe(1);
    answer = null;
    expect((await type('merge', from.title, into.title)).out).toContain('确认要写 --yes');
    expect(await everything()).toEqual(before);
    expect((await type('log', into.title)).out).toBe('没有记录。\n');
  });

  test('lets readers read what they bought, and charges nobody', async () => {
    const [left, moved] = [await reader(chapterOf(from, 2)), await reader(chapterOf(from, 4))];
    const both = await reader(chapterOf(from, 2), chapterOf(into, 2), chapterOf(from, 3));
    const stays = await reader(chapterOf(into, 3));
    for (const node of [site, other]) await readAs(left, chapterOf(from, 2), node);
    await expectSoundLedger(site);
    const { out } = await type('merge', from.title, into.title, '--dry-run');
    expect(out).toContain(`3 位读者买过《${from.title}》4 话次`);
    expect(out).toContain(
      `1 位读者同一话在两边都付过钱，账不动，要补偿用 manyu wallet adjust：读者 ${both.id}（1 话，30 漫币）`,
    );
    const entry = await merge();
    await other.caughtUp();
    for (const node of [site, other]) {
      expect(await readAs(left, chapterOf(into, 2), node)).toBe(chapterOf(into, 2));
      expect(await readAs(left, chapterOf(from, 2), node)).toBe(chapterOf(into, 2));
      expect(await readAs(left, chapterOf(into, 3), node)).toBeNull();
      expect(await readAs(moved, chapterOf(from, 4), node)).toBe(chapterOf(from, 4));
      expect(await readAs(both, chapterOf(into, 3), node)).toBe(chapterOf(into, 3));
      expect(await readAs(stays, chapterOf(from, 3), node)).toBe(chapterOf(into, 3));
    }
    const detail = (await site.call(comicInfo, { id: from.comicId }, left)).data;
    expect(detail).toMatchObject({ id: into.comicId, title: into.title });
    expect(detail?.chapters.map(({ no, access }) => [no, access])).toEqual([
      [1, 'free'],
      [2, 'owned'],
      [3, 'locked'],
      [4, 'locked'],
    ]);
    const paid = { chapterIds: [chapterOf(from, 2)], expect: 20, key: randomUUID() };
    expect((await site.call(comicPay, paid, left)).data).toMatchObject({ chapterIds: [], spent: { coins: 0 } });
    expect((await site.call(payLog, { size: 5 }, left)).data?.list[0]?.title).toBe(`《${into.title}》 第2话`);
    await expectSoundLedger(site);
    await done('undo', entry);
    await other.caughtUp();
    for (const node of [site, other]) {
      expect(await readAs(left, chapterOf(from, 2), node)).toBe(chapterOf(from, 2));
      expect(await readAs(left, chapterOf(into, 2), node)).toBeNull();
      expect(await readAs(moved, chapterOf(from, 4), node)).toBe(chapterOf(from, 4));
      expect(await readAs(both, chapterOf(into, 2), node)).toBe(chapterOf(into, 2));
    }
    await expectSoundLedger(site);
  });

  test('moves subscriptions, favourites and reading positions, and its undo restores them', async () => {
    const [a, b, c] = [await reader(chapterOf(from, 4)), await reader(), await reader(chapterOf(into, 2))];
    for (const one of [a, b]) await site.call(addSubscribe, { id: from.comicId }, one);
    await site.call(addFavorite, { id: from.comicId }, a);
    for (const one of [b, c]) await site.call(addSubscribe, { id: into.comicId }, one);
    await reads(a, chapterOf(from, 1), 1);
    await reads(b, chapterOf(into, 1), 0);
    await reads(c, chapterOf(from, 1), 1);
    await addViews(site, from.comicId, 7);
    await addViews(site, into.comicId, 5);
    const before = await everything();
    const entry = await merge();
    for (const one of [a, b, c])
      expect(await shelfOf(one)).toEqual([{ id: into.comicId, subscribed: true, owned: one !== b }]);
    const [read] = (await site.call(history, { size: 5 }, a)).data?.list ?? [];
    expect(read).toMatchObject({ comic: { id: into.comicId }, chapter: { id: chapterOf(into, 1) }, page: 1 });
    expect((await site.call(comicInfo, { id: into.comicId }, a)).data?.me).toMatchObject({
      subscribed: true,
      favorited: true,
      last: { no: 1, page: 1 },
    });
    const { rows } = await site.pool.query(
      'select views, subscribers, favorites from catalog.comic_stats where comic_id = $1',
      [into.comicId],
    );
    expect(rows).toEqual([{ views: 12, subscribers: 3, favorites: 1 }]);
    await done('undo', entry);
    expect(await everything()).toEqual(before);
  });

  test('keeps later purchases and positions with their chapter', async () => {
    const [a, b] = [await reader(), await reader()];
    for (const one of [a, b]) await site.call(addSubscribe, { id: from.comicId }, one);
    const entry = await merge();
    await buy(a, chapterOf(from, 4));
    await buy(b, chapterOf(into, 2));
    await reads(a, chapterOf(from, 4), 1);
    await reads(b, chapterOf(into, 2), 1);
    await site.call(delSubscribe, { ids: [from.comicId] }, b);
    expect((await site.call(subscribed, { size: 5 }, b)).data?.list).toEqual([]);
    answer = false;
    const { out } = await type('undo', entry);
    answer = null;
    expect(out).toContain(`移回的话又有 1 位读者买了 1 话次，跟着回到《${from.title}》`);
    expect(out).toContain(`1 位读者买了 1 话次《${into.title}》的，留在那里`);
    await done('undo', entry);
    expect(await shelfOf(a)).toEqual([{ id: from.comicId, subscribed: true, owned: true }]);
    expect(await shelfOf(b)).toEqual([{ id: into.comicId, subscribed: false, owned: true }]);
    expect(await readAs(a, chapterOf(from, 4))).toBe(chapterOf(from, 4));
    expect(await readAs(b, chapterOf(into, 2))).toBe(chapterOf(into, 2));
    expect((await site.call(history, { size: 5 }, a)).data?.list[0]).toMatchObject({
      comic: { id: from.comicId },
      page: 1,
    });
    await expectSoundLedger(site);
  });

  test('into a second comic and then a third redirects to the third, and is undone latest first', async () => {
    const one = await reader(chapterOf(from, 2), chapterOf(from, 4));
    const third = await addComic(site, { chapters: [{}, { price: 9 }] });
    const before = await everything();
    const first = await merge();
    const second = await done('merge', into.title, third.title);
    await other.caughtUp();
    expect(await readAs(one, chapterOf(from, 2))).toBe(chapterOf(third, 2));
    expect(await readAs(one, chapterOf(from, 4))).toBe(chapterOf(from, 4));
    expect((await site.call(comicInfo, { id: from.comicId }, one)).data?.id).toBe(third.comicId);
    expect((await type('undo', first, '--yes')).out).toContain('从最近的一条撤回起');
    await done('undo', second);
    await other.caughtUp();
    expect(await readAs(one, chapterOf(from, 2))).toBe(chapterOf(into, 2));
    await done('undo', first);
    expect(await everything()).toEqual(before);
    expect((await type('undo', first, '--yes')).out).toContain('已经撤回过');
    await expectSoundLedger(site);
  });

  test('keeps the chapter that readers can see, and does not show hidden chapters', async () => {
    await takeChapterDown(site, into.comicId, chapterOf(into, 2));
    const one = await reader(chapterOf(from, 2));
    const before = await everything();
    const { out } = await type('merge', from.title, into.title, '--dry-run');
    expect(out).toContain(`留《${from.title}》的，因为《${into.title}》的读者看不到：2\n`);
    const entry = await merge();
    expect(await readAs(one, chapterOf(from, 2), site)).toBe(chapterOf(from, 2));
    expect(await readAs(one, chapterOf(into, 2), site)).toBe(chapterOf(from, 2));
    await done('undo', entry);
    expect(await everything()).toEqual(before);

    await setOnline(site, from.comicId, false);
    await site.caughtUp();
    // Waits until the shelf knows that the comic is offline.
    await shelfOf(one);
    const hidden = await everything();
    const again = await merge();
    const visitor = { token: await newVisitor(site) };
    expect((await site.call(comicInfo, { id: from.comicId }, visitor)).data?.chapters.map(({ no }) => no)).toEqual([
      1, 3,
    ]);
    await done('undo', again);
    expect(await everything()).toEqual(hidden);
  });

  test('that is killed half-way changes nothing', async () => {
    await reader(chapterOf(from, 2));
    await addViews(site, into.comicId, 4);
    const before = await everything();
    await killWhileMerging();
    expect(await everything()).toEqual(before);
    const entry = await merge();
    await done('undo', entry);
    expect(await everything()).toEqual(before);
  });
});
