import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userDetail } from '#contract/calls/account';
import { comicInfo, comicPay, comicQuote, comicRead } from '#contract/calls/comic';
import { history, progress, shelf } from '#contract/calls/library';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { newVisitor, signedIn } from '../../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../testing/factories/wallets.ts';
import { picture, writeCbz } from '../../testing/sources/comic-sources.ts';
import { transaction } from '../core/db/db.ts';
import { createLog } from '../core/log/log.ts';
import { createWallet } from '../modules/wallet/wallet.ts';
import { runImport } from '../operator/commands/import/import.ts';

let site: TestApp;
let folder: string;
let reader: { id: number; token: string };
beforeAll(async () => {
  site = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'manyu-owned-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  reader = await signedIn(site);
  await giveTo(site, reader.id, { coins: 100 });
});
afterEach(() => expectSoundLedger(site));

const as = () => ({ token: reader.token });
const pay = (chapterIds: number[], expected: number, key: string = randomUUID()) =>
  site.call(comicPay, { chapterIds, expect: expected, key }, as());

async function importComic(title: string, pages: Buffer[]): Promise<{ comicId: number; chapterId: number }> {
  await writeCbz(join(folder, title), '第1话.cbz', pages);
  const chunks: string[] = [];
  const stdout = new Writable({ write: (chunk, _encoding, done) => done(void chunks.push(String(chunk))) });
  const parts = { pool: site.pool, imageDir: site.imageDir, stdout, stderr: stdout, isTTY: false };
  const argv = [join(folder, title), '--price', '30'];
  expect(await runImport(argv, { ...parts, clock: () => new Date() }), chunks.join('')).toBe(0);
  const { rows } = await site.pool.query(
    `select c.id as "comicId", h.id as "chapterId" from catalog.comic c join catalog.chapter h on h.comic_id = c.id
     where c.title = $1`,
    [title],
  );
  await site.caughtUp();
  return rows[0];
}

async function takeOffline(comicId: number): Promise<void> {
  await site.pool.query('update catalog.comic set online = false where id = $1', [comicId]);
  await site.caughtUp();
}

describe('what a reader owns', () => {
  test('is theirs when another file replaces the chapter', async () => {
    const { comicId, chapterId } = await importComic('换了文件的', [await picture(1), await picture(2)]);
    await pay([chapterId], 30);
    const pagesOf = async () => (await site.call(comicRead, { id: chapterId }, as())).data?.pages;
    const before = await pagesOf();
    const replaced = await importComic('换了文件的', [await picture(3), await picture(4), await picture(5)]);
    expect(replaced).toEqual({ comicId, chapterId });
    const after = await pagesOf();
    expect([before?.length, after?.length]).toEqual([2, 3]);
    expect((await pay([chapterId], 30)).data).toMatchObject({ chapterIds: [], coins: 70 });
  });

  test('stays on the shelf and in the history of its owners when the comic goes offline, and can be opened', async () => {
    const { comicId, chapters } = await addComic(site, {
      title: '下架的',
      chapters: [{ price: 30 }, { price: 30 }, {}],
    });
    const [first = 0, , free = 0] = chapters.map(({ id }) => id);
    await pay([first], 30);
    const place = { page: 0, offset: 0, finished: false, ageMs: 0 };
    await site.call(progress, { chapterId: first, ...place }, as());
    const other = await newVisitor(site);
    await site.call(progress, { chapterId: free, ...place }, { token: other });
    await takeOffline(comicId);
    for (const filter of ['all', 'owned', 'reading'] as const)
      expect((await site.call(shelf, { filter }, as())).data?.list, filter).toMatchObject([
        { comic: { id: comicId, title: '下架的', latest: null }, owned: true, last: { chapterId: first }, unread: 0 },
      ]);
    expect((await site.call(shelf, { filter: 'updated' }, as())).data?.list).toEqual([]);
    expect((await site.call(history, {}, as())).data?.list).toMatchObject([{ chapter: { id: first } }]);
    expect((await site.call(userDetail, {}, as())).data?.counts).toMatchObject({ owned: 1, read: 1 });
    expect(await site.call(comicRead, { id: first }, as())).toMatchObject({ code: 0 });
    expect((await site.call(comicInfo, { id: comicId }, as())).data?.chapters).toMatchObject([{ id: first }]);
    expect((await site.call(shelf, {}, { token: other })).data?.list).toEqual([]);
    expect((await site.call(history, {}, { token: other })).data?.list).toEqual([]);
  });

  test('does not show where they were in a chapter that they do not own', async () => {
    const { comicId, chapters } = await addComic(site, { chapters: [{ price: 30 }, {}] });
    const [first = 0, free = 0] = chapters.map(({ id }) => id);
    await pay([first], 30);
    await site.call(progress, { chapterId: free, page: 0, offset: 0, ageMs: 0 }, as());
    await takeOffline(comicId);
    expect((await site.call(shelf, {}, as())).data?.list).toMatchObject([{ comic: { id: comicId }, last: null }]);
    expect((await site.call(history, {}, as())).data?.list).toEqual([]);
  });
});

describe('a purchase in the middle of which', () => {
  /** Begins to buy while another holds the wallet, does something, and lets it go on. */
  async function during(chapterIds: number[], key: string, work: () => Promise<unknown>) {
    const holder = await site.pool.connect();
    await holder.query('begin');
    await holder.query('select from wallet.wallet where reader_id = $1 for no key update', [reader.id]);
    const buying = pay(chapterIds, 30, key);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await work();
    await holder.query('commit');
    holder.release();
    return buying;
  }

  async function waiting(): Promise<{ pid: number }[]> {
    const { rows } = await site.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows;
  }

  /** Another chapter is owned already, so that the purchase is one statement. */
  async function comicWithOne() {
    const { comicId, chapters } = await addComic(site, { chapters: [{ price: 10 }, { price: 30 }] });
    const [owned = 0, chapterId = 0] = chapters.map(({ id }) => id);
    await pay([owned], 10);
    return { comicId, chapterId };
  }

  test('the price changes is paid as it was seen, and once', async () => {
    const { chapterId } = await comicWithOne();
    const reprice = async () => {
      await site.pool.query('update catalog.chapter set price_coins = 50 where id = $1', [chapterId]);
      await site.caughtUp();
    };
    expect((await during([chapterId], randomUUID(), reprice)).data).toMatchObject({ spent: { coins: 30 }, coins: 60 });
    expect((await pay([chapterId], 50)).data).toMatchObject({ chapterIds: [], coins: 60 });
  });

  test('the reader is banned is whole, and the last one', async () => {
    const { chapterId } = await comicWithOne();
    const ban = () => site.pool.query('update account.reader set banned_at = now() where id = $1', [reader.id]);
    expect((await during([chapterId], randomUUID(), ban)).data).toMatchObject({ spent: { coins: 30 } });
    expect(await pay([chapterId], 30)).toMatchObject({ status: 403 });
  });

  test('the reader is erased takes nothing that is not there', async () => {
    const { chapterId } = await comicWithOne();
    const owner = createWallet(site.pool, createLog('silent'), { withheldFromMerge: async () => [] }).dataOwner;
    const [bought] = await Promise.all([
      pay([chapterId], 30),
      transaction(site.pool, (tx) => owner.eraseReader(tx, reader.id, new Date())),
    ]);
    expect([0, 4001]).toContain(bought.code);
    expect(await pay([chapterId], 30)).toMatchObject({ code: 4001, data: { missing: 30 } });
  });

  test('the database ends the connection is answered as a fault, and by its key happens once', async () => {
    const { chapterId } = await comicWithOne();
    const key = randomUUID();
    const kill = async () => {
      for (const { pid } of await waiting()) await site.pool.query('select pg_terminate_backend($1)', [pid]);
    };
    expect(await during([chapterId], key, kill)).toMatchObject({ http: 500, code: 9000, data: null });
    const first = await pay([chapterId], 30, key);
    expect(first.data).toMatchObject({ chapterIds: [chapterId], spent: { coins: 30 }, coins: 60 });
    expect((await pay([chapterId], 30, key)).data).toEqual(first.data);
  });
});

test('200 chapters are bought at once, and of two comics none', async () => {
  const chaptersOf = async (count: number) =>
    (await addComic(site, { chapters: Array.from({ length: count }, () => ({ price: 1, pages: 1 })) })).chapters.map(
      ({ id }) => id,
    );
  const [many, others] = [await chaptersOf(200), await chaptersOf(1)];
  const mixed = [...many.slice(1), ...others];
  expect(await pay(mixed, 200)).toMatchObject({ http: 400, code: 1001 });
  expect(await site.call(comicQuote, { chapterIds: mixed }, as())).toMatchObject({ code: 1001 });
  expect(await pay([...many, ...others], 201)).toMatchObject({ code: 1001 });
  await giveTo(site, reader.id, { bonus: 150 });
  expect((await pay(many, 200)).data).toMatchObject({ spent: { coins: 50, bonus: 150 }, coins: 50, bonus: 0 });
});
