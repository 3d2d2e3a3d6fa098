import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashOf, openImageFolder } from '../../server/adapters/image-folder.ts';
import { type Tx, transaction } from '../../server/core/db/db.ts';
import { addToStats } from '../../server/modules/catalog/catalog.ts';
import {
  addChapter as addChapterRecord,
  addComic as addComicRecord,
  applySettings,
  type ChapterSettings,
  type ComicSettings,
  changeChapterByHand,
  comicFolder,
  pagesFolder,
  randomStoreKey,
  setOnline as setOnlineRecord,
} from '../../server/modules/catalog/publishing/publishing.ts';
import type { TestApp } from '../app/app.ts';

type Site = Pick<TestApp, 'pool' | 'imageDir'>;

export type ChapterFixture = {
  no?: number;
  title?: string;
  price?: number;
  freeAt?: Date;
  publishedAt?: Date;
  pages?: number;
};
export type ComicFixture = {
  title?: string;
  genres?: string[];
  status?: 'serial' | 'complete';
  weekdays?: number[];
  direction?: 'strip' | 'ltr' | 'rtl';
  ageRating?: 'all' | '12' | '16' | '18';
  online?: boolean;
  createdAt?: Date;
  chapters?: ChapterFixture[];
};

let added = 0;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Adds a comic to the catalogue and its pictures to the storage. Each picture is two padding bytes, a one-pixel picture, and a
 * random name. Returns the ids and the keys of the pages.
 */
export async function addComic(site: Site, fixture: ComicFixture = {}) {
  const now = fixture.createdAt ?? new Date(Date.now() - 60_000);
  const { title = `漫画 ${++added}`, genres = [], online = true, chapters: chapterFixtures = [{}] } = fixture;
  const storeKey = randomStoreKey();
  const picture = await image(site, comicFolder(storeKey));
  const cover = { ...picture, variants: [{ key: picture.key, width: picture.width }], jpegKey: picture.key };
  return transaction(site.pool, async (tx) => {
    const facts = { authors: ['作者'], genres };
    const comicId = await addComicRecord(tx, { title, storeKey, facts }, now);
    const { status = 'serial', weekdays = [], direction = 'strip', ageRating = 'all' } = fixture;
    const command = { status, weekdays, direction, ageRating };
    const copyFolder = copierOf(site);
    await applySettings(tx, comicId, { command, cover: { cover, source: randomBytes(32) } }, copyFolder, now);
    if (!online) await setOnlineRecord(tx, comicId, false, now);
    const chapters = [];
    for (const [index, chapter] of chapterFixtures.entries())
      chapters.push(await addChapterIn(tx, site, comicId, { no: index + 1, publishedAt: now, ...chapter }, now));
    return { comicId, title, chapters };
  });
}

/**
 * Adds many comics with numbered titles in one statement, for counting and searching only. They have no chapters, so they are
 * not shown.
 */
export async function addNumbered({ pool }: Pick<Site, 'pool'>, titles: string, count: number): Promise<void> {
  await pool.query(
    `insert into catalog.comic (title, title_key, code, genres, store_key, cover, latest_at, first_at, created_at, updated_at)
     select replace($1, '#', n::text), 'numbered ' || n, 'numbered' || n, '{热血}', md5('numbered ' || n), '{}',
       now(), now(), now(), now() from generate_series(1, $2::int) n`,
    [titles, count],
  );
}

/** Adds a chapter to a comic, or replaces the one with its number. */
export async function addChapter(site: Site, comicId: number, fixture: ChapterFixture & { no: number }) {
  return transaction(site.pool, (tx) => addChapterIn(tx, site, comicId, fixture, fixture.publishedAt ?? new Date()));
}

/** Shows a comic to readers, or hides it from them. */
/** Deletes all comics; again if a job of a running site wrote the same rows at that moment. */
export async function deleteComics({ pool }: Pick<Site, 'pool'>): Promise<void> {
  await transaction(pool, (tx) => tx.query('delete from catalog.comic'));
}

export async function setOnline({ pool }: Pick<Site, 'pool'>, comicId: number, online: boolean): Promise<void> {
  await transaction(pool, (tx) => setOnlineRecord(tx, comicId, online, new Date()));
}

/** Hides a chapter from readers, as an operator does. */
export async function takeChapterDown(site: Site, comicId: number, id: number): Promise<void> {
  const act = { actor: 'operator', action: 'offline', reason: '测试' };
  await transaction(site.pool, (tx) =>
    changeChapterByHand(tx, act, { id, comicId }, { online: false }, copierOf(site), new Date()),
  );
}

/** Changes when these chapters of a comic were or will be published. */
export async function publishAt(site: Site, comicId: number, nos: number[], at: Date): Promise<void> {
  await transaction(site.pool, (tx) =>
    applySettings(tx, comicId, { publish: { nos, at } }, copierOf(site), new Date()),
  );
}

/** Adds views to a comic. */
export async function addViews({ pool }: Pick<Site, 'pool'>, comicId: number, views: number): Promise<void> {
  await transaction(pool, (tx) => addToStats(tx, [{ comicId, views }]));
}

/** Changes a comic as options of the import command do. */
export async function changeComic(site: Site, comicId: number, command: ComicSettings): Promise<void> {
  await transaction(site.pool, (tx) => applySettings(tx, comicId, { command }, copierOf(site), new Date()));
}

/** Changes a chapter as the sidecar of its series does. */
export async function changeChapter(site: Site, comicId: number, no: number, settings: ChapterSettings): Promise<void> {
  const sha256 = randomBytes(32).toString('hex');
  const sidecar = { sha256, settings: {}, chapters: new Map([[no, settings]]) };
  await transaction(site.pool, (tx) => applySettings(tx, comicId, { sidecar }, copierOf(site), new Date()));
}

async function addChapterIn(
  tx: Tx,
  site: Site,
  comicId: number,
  { no, title = `第${no}话`, price, freeAt, publishedAt, pages: count = 2 }: ChapterFixture & { no: number },
  now: Date,
) {
  const folder = { guarded: (price ?? 0) > 0, storeKey: randomStoreKey() };
  const pages = [];
  for (let page = 1; page <= count; page++)
    pages.push({ ...(await image(site, pagesFolder(folder))), source: `${page}.jpg` });
  const preview = await image(site, comicFolder(randomStoreKey()));
  const chapter = {
    ...folder,
    no,
    title,
    publishedAt: publishedAt ?? now,
    republish: true,
    pages,
    thumb: preview,
    preview,
    sha256: randomBytes(32),
    sourceName: `${no}.cbz`,
    recipe: 1,
  };
  const settings = { ...(price !== undefined && { priceCoins: price }), ...(freeAt && { freeAt }) };
  const sidecar = { sha256: undefined, settings: {}, chapters: new Map([[no, settings]]) };
  const id = await addChapterRecord(tx, comicId, chapter, { command: {}, sidecar }, copierOf(site), now);
  return { id, storeKey: folder.storeKey, keys: pages.map((page) => page.key) };
}

function copierOf({ imageDir }: Site) {
  return openImageFolder(imageDir).copyFolder;
}

async function image({ imageDir }: Site, folder: string) {
  const picture = Buffer.concat([PIXEL, Buffer.from(`${folder}/${randomStoreKey()}`)]);
  const key = `${folder}/${hashOf(picture)}.bin`;
  const file = path.join(imageDir, key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, Buffer.concat([Buffer.from([0, 0]), picture]));
  return { key, width: 800, height: 1200, color: '#808080' };
}
