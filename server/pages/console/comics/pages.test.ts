import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { comicPay, comicRead } from '#contract/calls/comic';
import { comicChanged, importRunning, pictureUnusable, uploadNotFound } from '#contract/codes';
import { chapterPrice } from '#contract/console/chapters';
import { comicUndo } from '#contract/console/comics';
import { comicHistory } from '#contract/console/comics-history';
import { changePages, chapterPages, restorePages } from '#contract/console/pages';
import type { StaffCall } from '#contract/console/staff-call';
import { uploads } from '#contract/console/upload';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { scratchRoot } from '../../../../testing/database/scratch.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { uploadPicture } from '../../../../testing/factories/uploads.ts';
import { giveTo } from '../../../../testing/factories/wallets.ts';
import { picture, writeCbz } from '../../../../testing/sources/comic-sources.ts';
import { transaction } from '../../../core/db/db.ts';
import { dropOldVersions } from '../../../modules/catalog/editing/editing.ts';
import { clearOverrides, holdImportLock, listManagedChapters } from '../../../modules/catalog/publishing/publishing.ts';
import { runImport } from '../../../operator/commands/import/import.ts';

const DAY_MS = 24 * 3600 * 1000;

let site: TestApp;
let owner: StaffPerson;
let editor: StaffPerson;
let folder: string;
let seeds = 0;
beforeAll(async () => {
  site = await startTestApp();
  folder = await mkdtemp(path.join(scratchRoot(), 'pages-'));
  owner = await firstOwner(site, new Date());
  editor = await addPerson(site, owner, 'editor', '小周', new Date());
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = <C extends StaffCall>(call: C, payload: InputOf<C>, person = editor) =>
  staffCall(site, call, payload, { cookie: person.cookie });

/** Imports the archive of a chapter; returns the report of the import. */
async function importChapter(title: string, count: number): Promise<string> {
  const pictures = await Promise.all(Array.from({ length: count }, () => picture(seeds++)));
  const archive = await writeCbz(path.join(folder, title), '第1话.cbz', pictures);
  return importAgain(path.dirname(archive));
}

async function importAgain(from: string): Promise<string> {
  const said: string[] = [];
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    said.push(String(chunk));
    done();
  };
  const stdout = new Writable({ write });
  const { pool, imageDir } = site;
  await runImport([from], { pool, imageDir, stdout, stderr: stdout, isTTY: false, clock: () => new Date() });
  await site.caughtUp();
  return said.join('');
}

async function chapterOf(title: string) {
  const { rows } = await site.pool.query(
    `select c.id, c.comic_id as "comicId", c.pages, c.page_count as count, c.damaged_pages as damaged,
       c.thumb ->> 'key' as thumb, c.preview ->> 'key' as preview, c.set_by_hand as "setByHand"
     from catalog.chapter c join catalog.comic b on b.id = c.comic_id where b.title = $1`,
    [title],
  );
  const { pages, ...chapter } = rows[0];
  return { ...chapter, keys: pages.map(({ key }: { key: string }) => key) };
}

async function edited(title: string, count = 6) {
  await importChapter(title, count);
  const before = await chapterOf(title);
  const shown = async () => {
    const { data, message } = await ask(chapterPages, { chapterId: before.id });
    if (!data) throw new Error(message);
    return data;
  };
  const change = async (pages: (number | string)[], person = editor) =>
    ask(changePages, { chapterId: before.id, base: (await shown()).version, pages }, person);
  return {
    id: before.id as number,
    comicId: before.comicId as number,
    before,
    shown,
    change,
    now: () => chapterOf(title),
  };
}

const uploaded = (bytes: Buffer, person = editor) =>
  uploadPicture(site, { cookie: person.cookie }, `新的 ${seeds}.png`, bytes);

/** The files of the folder of a picture. */
const filesBeside = (key: string) => readdir(path.join(site.imageDir, path.dirname(key)));
const isStored = (key: string) => existsSync(path.join(site.imageDir, key));

test('pages are moved and deleted at once, and undone; what others have changed since is not replaced', async () => {
  const { shown, change, before, now, id, comicId } = await edited('次序');
  const seen = await shown();
  expect(seen).toMatchObject({ comicTitle: '次序', no: 1, isLocked: false, versions: [] });
  expect(seen.pages.map(({ source }) => source)).toEqual([
    '001.png',
    '002.png',
    '003.png',
    '004.png',
    '005.png',
    '006.png',
  ]);
  const { data } = await change([0, 1, 2, 3, 5]);
  const at = (...indexes: number[]) => indexes.map((index) => before.keys[index]);
  expect(await now()).toMatchObject({
    keys: at(0, 1, 2, 3, 5),
    count: 5,
    thumb: before.thumb,
    setByHand: ['pages_version'],
  });
  expect((await ask(changePages, { chapterId: id, base: seen.version, pages: [1, 0] }, owner)).code).toBe(comicChanged);
  expect((await shown()).versions).toMatchObject([
    { by: '小周', pages: 5, isCurrent: true },
    { by: null, pages: 6, isCurrent: false },
  ]);
  expect((await ask(comicHistory, { id: comicId })).data?.list[0]).toMatchObject({
    action: 'pages',
    chapterNo: 1,
    canUndo: true,
  });
  await ask(comicUndo, { entries: data?.entries ?? [] });
  expect(await now()).toMatchObject({ keys: before.keys, count: 6, setByHand: [] });
});

test('a page is replaced by an uploaded picture; as the first one it changes the thumb and the preview too', async () => {
  const { shown, change, before, now } = await edited('替换', 2);
  const file = await uploaded(await picture(seeds++, 300, 400));
  expect((await change([file, 1])).code).toBe(0);
  const after = await now();
  expect((await shown()).pages[0]).toMatchObject({ width: 300, height: 400, source: expect.stringMatching(/^新的/) });
  expect(after.keys[1]).toBe(before.keys[1]);
  expect([after.thumb, after.preview]).not.toEqual([before.thumb, before.preview]);
  for (const key of [...after.keys, ...before.keys, after.thumb, after.preview, before.thumb, before.preview])
    expect(isStored(key), key).toBe(true);
  // The uploaded file is not needed any more, and was never listed as an upload.
  expect((await change([file, 1])).code).toBe(uploadNotFound);
  expect((await ask(uploads, {})).data?.list).toEqual([]);

  const imported = (await shown()).versions.find(({ by }) => by === null)?.id ?? 0;
  await ask(restorePages, { chapterId: before.id, version: imported });
  expect(await now()).toMatchObject({ keys: before.keys, thumb: before.thumb, preview: before.preview });
});

test('moving the first page remakes the small pictures from the stored ones', async () => {
  const { change, before, now } = await edited('换头一张', 3);
  await change([1, 2]);
  const after = await now();
  expect(after.preview).not.toBe(before.preview);
  expect(isStored(after.preview)).toBe(true);
});

test('a picture that can’t be read is refused, leaves no file behind, and stays uploaded', async () => {
  const { change, before, now } = await edited('坏图', 2);
  const bad = await uploaded(Buffer.from('no picture'));
  const files = await filesBeside(before.keys[0]);
  expect(await change([0, 1, bad])).toMatchObject({
    code: pictureUnusable,
    message: expect.stringContaining('不是可识别的图片'),
  });
  expect(await now()).toMatchObject({ keys: before.keys });
  expect(await filesBeside(before.keys[0])).toEqual(files);
  // Those of another person can't be used.
  const other = await uploaded(await picture(seeds++), owner);
  expect((await change([0, 1, other])).code).toBe(uploadNotFound);
});

test('if two people add a page at once, one is refused and leaves nothing', async () => {
  const { id, shown, before, now } = await edited('同时', 1);
  const base = (await shown()).version;
  const add = async (person: StaffPerson) => ({ person, file: await uploaded(await picture(seeds++), person) });
  const both = await Promise.all([add(owner), add(editor)]);
  const codes = await Promise.all(
    both.map(
      async ({ person, file }) => (await ask(changePages, { chapterId: id, base, pages: [0, file] }, person)).code,
    ),
  );
  // The later one waits for the earlier one for some seconds only.
  expect([comicChanged, importRunning]).toContain(Math.max(...codes));
  expect(Math.min(...codes)).toBe(0);
  const files = (await filesBeside(before.keys[0])).map((name) => `${path.dirname(before.keys[0])}/${name}`);
  expect(files.sort()).toEqual((await now()).keys.toSorted());
});

test('an import keeps edited pages and says so, until it may replace them', async () => {
  const { comicId, change, before, now } = await edited('再导入', 3);
  await change([0, 2]);
  expect(await importAgain(path.join(folder, '再导入'))).toContain('没有变化 1 话');
  expect(await importChapter('再导入', 4)).toMatch(/第 1 话的页手工改过，没有导入/);
  expect(await now()).toMatchObject({ keys: [before.keys[0], before.keys[2]] });
  const act = { actor: 'operator', action: 'edit', reason: null };
  const chapters = await listManagedChapters(site.pool, comicId);
  await transaction(site.pool, (tx) => clearOverrides(tx, act, comicId, chapters, new Date()));
  expect(await importAgain(path.join(folder, '再导入'))).toContain('替换 1 话');
  expect((await now()).count).toBe(4);
  expect(isStored(before.keys[0])).toBe(false);
  const { rowCount } = await site.pool.query('select from catalog.page_version where chapter_id = $1', [before.id]);
  expect(rowCount).toBe(0);
});

test('new pages wait for no import, and moving others does not need to', async () => {
  const { change } = await edited('导入中', 6);
  const file = await uploaded(await picture(seeds++));
  const signal = AbortSignal.timeout(10_000);
  const release = await holdImportLock(
    site.pool,
    () => {},
    () => {},
    signal,
  );
  expect((await change([0, 1, 2, 3, 4, file])).code).toBe(importRunning);
  expect((await change([0, 1, 2, 3, 5, 4])).code).toBe(0);
  await release();
  expect((await change([0, 1, 2, 3, 4, file])).code).toBe(0);
});

test('readers who have bought a chapter read its new pages; older versions move with a first price and can be restored', async () => {
  const { id, comicId, shown, change, before, now } = await edited('买过的书', 6);
  await change([0, 1, 2, 3, 5]);
  await ask(chapterPrice, { comicId, ids: [id], priceCoins: 10 });
  await site.caughtUp();
  const reader = await signedIn(site);
  await giveTo(site, reader.id, { coins: 10 });
  await site.call(comicPay, { chapterIds: [id], key: randomUUID(), expect: 10 }, { token: reader.token });
  const imported = (await shown()).versions.find(({ by }) => by === null)?.id ?? 0;
  expect((await ask(restorePages, { chapterId: id, version: imported })).code).toBe(0);
  await site.caughtUp();
  const names = (keys: string[]) => keys.map((key) => path.basename(key));
  const after = await now();
  expect(names(after.keys)).toEqual(names(before.keys));
  expect(after.keys.every(isStored)).toBe(true);
  const read = await site.call(comicRead, { id }, { token: reader.token });
  expect(read.data?.pages).toHaveLength(6);
});

test('a version can be restored for 30 days; then the next import deletes its files', async () => {
  const { shown, change, before } = await edited('过期', 6);
  await change([0, 1, 2, 3, 5]);
  await dropOldVersions(site.pool, new Date(Date.now() + 29 * DAY_MS));
  expect((await shown()).versions).toHaveLength(2);
  await dropOldVersions(site.pool, new Date(Date.now() + 31 * DAY_MS));
  expect((await shown()).versions).toMatchObject([{ isCurrent: true }]);
  await importChapter('别的', 1);
  expect(before.keys.map(isStored)).toEqual([true, true, true, true, false, true]);
});
