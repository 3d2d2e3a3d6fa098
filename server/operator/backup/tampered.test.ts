import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { collectOutput, createEmptySite, everyRow } from '../../../testing/drills/backups.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import type { Db } from '../../core/db/db.ts';
import { schemasOf } from '../../core/db/migrate.ts';
import { MIGRATIONS } from '../../migrations.ts';
import { neededPictures } from '../commands/editorial/needed-pictures.ts';
import { runRestore } from '../commands/restore.ts';
import { backUp } from './back-up.ts';
import type { Manifest } from './manifest.ts';

let site: TestApp;
let folder: string;
let whole: string;
/** An empty place. The refused restores must not change it. */
let empty: Awaited<ReturnType<typeof createEmptySite>>;

beforeAll(async () => {
  site = await startTestApp();
  await addComic(site, { title: '备份', chapters: [{ no: 1 }] });
  folder = await mkdtemp(path.join(scratchRoot(), 'manyu-tampered-'));
  const dataDir = path.join(folder, 'data');
  await mkdir(path.join(dataDir, 'keys'), { recursive: true });
  await writeFile(path.join(dataDir, 'keys/wechat.pem'), 'pem');
  const parts = {
    pool: site.pool,
    imageDir: site.imageDir,
    dataDir,
    schemas: schemasOf(MIGRATIONS),
    needed: (db: Db) => neededPictures(db, new Date()),
  };
  whole = (await backUp(path.join(folder, 'backups'), { ...parts, clock: () => new Date() })).folder;
  empty = await createEmptySite();
});
afterAll(async () => {
  await Promise.all([site.close(), empty.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** Restores a changed copy of the backup: its manifest, and files with their checksums. */
async function restoreTampered(change: (manifest: Manifest, backup: string) => void | Promise<void>, place = empty) {
  const backup = path.join(await mkdtemp(path.join(folder, 'copy-')), path.basename(whole));
  await cp(path.dirname(whole), path.dirname(backup), { recursive: true });
  const file = path.join(backup, 'manifest.json');
  const manifest: Manifest = JSON.parse(await readFile(file, 'utf8'));
  await change(manifest, backup);
  await writeFile(file, JSON.stringify(manifest));
  const out = collectOutput();
  const code = await runRestore({ folder: backup }, { ...place, ...out, isTTY: false, clock: () => new Date() });
  const written = await readdir(place.dataDir, { recursive: true });
  return { code, stderr: out.stderr.text(), written, rows: await everyRow(place.pool) };
}

/** Rewrites a file of the backup, and its checksum in the manifest. */
async function rewrite(backup: string, file: Manifest['settings'][number], change: (text: string) => string) {
  const text = change(zstdDecompressSync(await readFile(path.join(backup, file.path))).toString());
  const written = zstdCompressSync(text);
  await writeFile(path.join(backup, file.path), written);
  Object.assign(file, { bytes: written.length, sha256: createHash('sha256').update(written).digest('hex') });
}

/** Renames the first setting, and puts its file at the place of the new name. */
async function rename(manifest: Manifest, backup: string, name: string) {
  const [setting] = manifest.settings;
  if (!setting) throw new Error('no setting was backed up');
  const target = path.join(backup, name);
  await mkdir(path.dirname(target), { recursive: true });
  await cp(path.join(backup, setting.path), target);
  setting.path = name;
}

const NOTHING = { code: 1, written: [], rows: { sequences: [] } };

test.each([
  'settingsX../outside.yaml.zst',
  'settings/../outside.yaml.zst',
  'settings/keys/../../outside.yaml.zst',
  'settings/...zst',
  'settings/keys/...zst',
  'settings/a/b/c.pem.zst',
  'settings/store/x.bin.zst',
  'settings/postgres/postgresql.conf.zst',
  'settings/.hidden.zst',
  'settings//etc/x.zst',
  'settings/a\\b.zst',
  'elsewhere/x.zst',
])('a backup that names the setting %s is refused before anything is written', async (name) => {
  const { stderr, ...left } = await restoreTampered((manifest, backup) => rename(manifest, backup, name));
  expect(left).toEqual(NOTHING);
  expect(stderr).toMatch(/^备份的清单 .* 已损坏，请换一份备份。\n$/);
});

test.each([
  ['tables', 'database/../../x'],
  ['tables', 'database/a/b'],
  ['tables', '/etc/passwd'],
  ['lists', '../pictures-1.txt.zst'],
  ['lists', 'pictures-1/x.txt.zst'],
] as const)('a backup of which one of the %s is the file %s is refused', async (kind, name) => {
  const { stderr, ...left } = await restoreTampered((manifest) => {
    const [first] = kind === 'tables' ? manifest.tables : manifest.pictures.lists;
    if (first) first.path = name;
  });
  expect(left).toEqual(NOTHING);
  expect(stderr).toMatch(/^备份的清单 .* 已损坏，请换一份备份。\n$/);
});

test('a list with names that are no pictures is refused', async () => {
  const [key = ''] = (await readdir(site.imageDir, { recursive: true })).filter((name) => name.endsWith('.bin'));
  const place = await createEmptySite();
  const { code, stderr, rows } = await restoreTampered(async (manifest, backup) => {
    const [list] = manifest.pictures.lists;
    if (list) await rewrite(backup, list, (text) => `${text}${path.dirname(key)}/../../../outside 9\n`);
  }, place).finally(place.close);
  expect({ code, rows }).toEqual({ code: 1, rows: { sequences: [] } });
  expect(stderr).toMatch(/^备份里的 .*pictures-1\.txt\.zst 写着不是图片的文件，请换一份备份。\n$/);
});

test('a setting is not written through a link that leads out of the data folder', async () => {
  const outside = await mkdtemp(path.join(folder, 'outside-'));
  const place = await createEmptySite();
  try {
    await symlink(outside, path.join(place.dataDir, 'keys'));
    const out = collectOutput();
    const code = await runRestore({ folder: whole }, { ...place, ...out, isTTY: false, clock: () => new Date() });
    expect(code).toBe(1);
    expect(out.stderr.text()).toMatch(/keys 是一个链接，设置只恢复到数据目录里：请先移走它。\n$/);
    expect(await readdir(outside)).toEqual([]);
    expect(await everyRow(place.pool)).toEqual({ sequences: [] });
  } finally {
    await place.close();
  }
});

test.each<[string, (text: string) => string, RegExp]>([
  ['has other rows than the manifest says', (text) => text + text, /^备份里的表 catalog\.comic 装不进去（.*）/],
  ['lacks a row', () => '', /^备份里的表 catalog\.comic 有 0 行，而清单上是 1 行，请换一份备份。\n$/],
  ['has lines that are no rows', (text) => text.replaceAll('\t', ' '), /^备份里的表 catalog\.comic 装不进去（.*）/],
])('a table that %s is reported in one sentence, and the database stays empty', async (_what, change, sentence) => {
  const place = await createEmptySite();
  const { code, stderr, rows } = await restoreTampered(async (manifest, backup) => {
    const table = manifest.tables.find(({ schema, name }) => `${schema}.${name}` === 'catalog.comic');
    if (table) await rewrite(backup, table, change);
  }, place).finally(place.close);
  expect({ code, rows }).toEqual({ code: 1, rows: { sequences: [] } });
  expect(stderr).toMatch(sentence);
});
