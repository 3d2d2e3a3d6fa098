import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { renderSchemaReference } from '../../../scripts/schema-reference.ts';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addressOf } from '../../../testing/app/app-process.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { collectOutput, createEmptySite, everyPicture, everyRow, runKilled } from '../../../testing/drills/backups.ts';
import { howMany, isDrill } from '../../../testing/drills/drill.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../../testing/factories/wallets.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';
import { openImageFolder } from '../../adapters/image-folder.ts';
import { command, runBackup } from '../commands/backup.ts';
import { runImport } from '../commands/import/import.ts';
import { runRestore } from '../commands/restore.ts';
import { backupFolder, listBackups } from './backup-folder.ts';
import { inOrderOfReference } from './tables.ts';

// Drills do all of it many times.
vi.setConfig({ testTimeout: isDrill ? 3_600_000 : 60_000, hookTimeout: 60_000 });

let site: TestApp;
let folder: string;
let dataDir: string;
/** The backups of the site. Other tests use copies. */
let backups: string;
let now = Date.parse('2026-11-22T00:00:00Z');
const clock = () => {
  now += 1000;
  return new Date(now);
};

beforeAll(async () => {
  site = await startTestApp();
  folder = await mkdtemp(path.join(scratchRoot(), 'manyu-backup-'));
  dataDir = path.join(folder, 'data');
  backups = path.join(folder, 'backups');
  await addContent();
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function addContent() {
  const { imageDir, pool } = site;
  await mkdir(dataDir);
  const source = await writeCbz(path.join(folder, 'source'), '备份 第1话.cbz', [await picture(1), await picture(2)]);
  const out = collectOutput();
  const given = [source, '--price', '5', '--free-first', '0'];
  expect(await runImport(given, { pool, imageDir, ...out, isTTY: false, clock: () => new Date() })).toBe(0);
  await writeFile(path.join(dataDir, 'channels.yaml'), 'alipay: 密钥', { mode: 0o600 });
  await mkdir(path.join(dataDir, 'keys'));
  await writeFile(path.join(dataDir, 'keys/wechat.pem'), 'pem', { mode: 0o600 });
  await cp(imageDir, path.join(dataDir, 'store'), { recursive: true });
}

async function buy(): Promise<number> {
  const reader = await signedIn(site);
  await giveTo(site, reader.id, { coins: 10, bonus: 3 });
  const { rows } = await site.pool.query<{ id: number }>('select id from catalog.chapter order by id limit 1');
  const payload = { chapterIds: [rows[0]?.id ?? 0], expect: 5, key: randomUUID() };
  expect(await site.call(comicPay, payload, { token: reader.token })).toMatchObject({ code: 0 });
  return reader.id;
}

async function backUp(target = backups, ...options: string[]) {
  const out = collectOutput();
  const args = command.readArgs([target, ...options], { ...out, clock });
  if (typeof args === 'number') throw new Error(out.stderr.text());
  const code = await runBackup(args, { pool: site.pool, imageDir: path.join(dataDir, 'store'), clock, ...out });
  return { code, stdout: out.stdout.text(), stderr: out.stderr.text() };
}

type EmptySite = Awaited<ReturnType<typeof createEmptySite>>;
async function restore(from: string, place: EmptySite) {
  const out = collectOutput();
  const code = await runRestore({ folder: from }, { ...place, ...out, isTTY: false, clock });
  return { code, stdout: out.stdout.text(), stderr: out.stderr.text() };
}

/** Damages a page in a storage. Returns its key. */
async function damagePicture(storage: string): Promise<string> {
  const key = [...(await everyPicture(storage)).keys()].find((each) => each.startsWith('guarded/')) ?? '';
  await writeFile(path.join(storage, key), Buffer.alloc((await stat(path.join(storage, key))).size, 7));
  return key;
}

/** The database steps of a command. */
async function stepsOf(argv: string[], env: Record<string, string>): Promise<string[]> {
  const file = path.join(folder, 'steps.txt');
  await runKilled('', argv, { ...env, MANYU_STEPS: file });
  return [...new Set((await readFile(file, 'utf8')).trim().split('\n'))];
}

/** A copy of the backups, to be damaged. */
async function copyOfBackups(name: string): Promise<string> {
  const copy = path.join(folder, name);
  await cp(backups, copy, { recursive: true });
  return copy;
}

test('a backup made while readers buy is restored with sound accounts, and names a damaged picture', async () => {
  for (let left = howMany({ test: 1, drill: 20 }); left > 0; left--) {
    let isOver = false;
    const buying = (async () => {
      for (let bought = 0; !isOver || bought < 3; bought++) await buy();
    })();
    const made = await backUp().finally(() => {
      isOver = true;
    });
    await buying;
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const copy = await copyOfBackups(`damaged-picture-${left}`);
    const key = await damagePicture(path.join(copy, 'pictures'));
    const place = await createEmptySite();
    try {
      const { code, stdout, stderr } = await restore(copy, place);
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(stdout).toContain(`备份里的图片已损坏或缺少，没有恢复：${key}\n账目相符：`);
      expect(stdout).toMatch(/、\d+ 个图片文件：清理多余文件 0 个，修复 0 处，需要重新导入 1 话。\n$/);
      await expectSoundLedger(place);
    } finally {
      await place.close();
    }
  }
});

test('a restore returns all rows, sequences, the schema, pictures and settings', async () => {
  await buy();
  const [rows, schema] = [await backUpQuietly(), await renderSchemaReference(site.pool)];
  expect(Object.values(rows).filter((each) => each.length > 0).length).toBeGreaterThan(15);
  const place = await createEmptySite();
  try {
    if (isDrill) await killRestore(place);
    const restored = await restore(backups, place);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).not.toContain('没有恢复');
    // The restore checks the books, and the result is stored as their last check.
    const checked = ['membership', 'rewards', 'shop', 'wallet'].map((part) => expect.stringContaining(part));
    expect(await everyRow(place.pool)).toEqual({ ...rows, 'public.invariant_check': checked });
    expect(await renderSchemaReference(place.pool)).toBe(schema);
    expect(await everyPicture(place.imageDir)).toEqual(await everyPicture(site.imageDir));
    expect(await readdir(place.imageDir)).not.toContain('.restoring');
    expect(await readFile(path.join(place.dataDir, 'channels.yaml'), 'utf8')).toBe('alipay: 密钥');
    expect((await stat(path.join(place.dataDir, 'keys/wechat.pem'))).mode & 0o777).toBe(0o600);
    const again = await restore(backups, place);
    expect(again).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^数据库不是空的（.*）：只能恢复到空的库里。\n$/),
    });
  } finally {
    await place.close();
  }
});

/** Backs up while the jobs of the app write nothing. Returns all rows. */
async function backUpQuietly(): Promise<Record<string, string[]>> {
  for (;;) {
    const before = await everyRow(site.pool);
    expect(await backUp()).toMatchObject({ code: 0, stderr: '' });
    const after = { ...(await everyRow(site.pool)), 'public.backup_made': before['public.backup_made'] };
    if (isDeepStrictEqual(after, before)) return before;
  }
}

/** Empties the database. The pictures stay for the next restore. */
async function killRestore(place: EmptySite): Promise<void> {
  const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
  for (const step of ['before commit of backup.tables', 'after backup.set-sequence of backup.tables']) {
    expect(await runKilled(step, ['restore', backups], env)).toBe('SIGKILL');
    // The server notices the closed connections a moment later.
    await expect.poll(() => everyRow(place.pool), { timeout: 20_000 }).toEqual({ sequences: [] });
  }
}

test('a second backup copies only new pictures', async () => {
  expect((await backUp()).stdout).toMatch(/图片 [1-9]\d* 个（新复制 0 个）。\n$/);
});

test('the time of the last backup is a metric', async () => {
  await site.app.runFrequentJobs();
  const at = Number(/^manyu_last_backup_timestamp_seconds (.*)$/m.exec(await site.app.metrics.text())?.[1]);
  expect(at).toBeCloseTo(now / 1000, -1);
});

test('the rotation deletes old backups, and pictures that no other backup has', async () => {
  const copy = await copyOfBackups('rotated');
  const only = (await listBackups(backupFolder(copy))).at(-1) ?? '';
  // Two older backups have a picture that the site no longer has.
  for (const name of ['20261114T000000Z', '20261115T000000Z'])
    await cp(path.join(copy, only), path.join(copy, name), { recursive: true });
  const old = openImageFolder(path.join(copy, 'pictures'));
  const gone = await old.put(`open/${'a'.repeat(32)}`, Buffer.from('gone'));
  const before = await everyPicture(path.join(copy, 'pictures'));
  const made = await backUp(copy, '--keep', '1d');
  expect(made.stdout).toMatch(/删除旧备份 [1-9]\d* 份，图片 1 个。\n$/);
  // The newest, and the last one of an earlier day.
  expect(await listBackups(backupFolder(copy))).toHaveLength(2);
  before.delete(gone);
  expect(await everyPicture(path.join(copy, 'pictures'))).toEqual(before);
});

test('only the owner can read a backup', async () => {
  for (const entry of await readdir(backups, { recursive: true, withFileTypes: true })) {
    const inPictures = entry.parentPath.includes('/pictures') || entry.name === 'pictures';
    if (!entry.isFile() || inPictures || entry.name === '.lock') continue;
    expect((await stat(path.join(entry.parentPath, entry.name))).mode & 0o077).toBe(0);
  }
  expect((await stat(backups)).mode & 0o077).toBe(0);
});

test('a damaged backup is refused with one sentence, and nothing is restored', async () => {
  const copy = await copyOfBackups('damaged');
  const newest = path.join(copy, (await listBackups(backupFolder(copy))).at(-1) ?? '');
  const file = path.join(newest, 'database/wallet.transfer.copy.zst');
  await truncate(file, (await stat(file)).size - 1);
  const place = await createEmptySite();
  try {
    expect(await restore(copy, place)).toEqual({
      code: 1,
      stdout: '',
      stderr: `备份里的 ${file} 已损坏（校验和不符），请换一份备份。\n`,
    });
    expect(await everyRow(place.pool)).toEqual({ sequences: [] });
    expect(await readdir(place.dataDir)).toEqual([]);
    await rm(file);
    expect((await restore(copy, place)).stderr).toBe(`备份里缺少 ${file}，请换一份备份。\n`);
    await writeFile(path.join(newest, 'manifest.json'), '{}');
    expect((await restore(copy, place)).stderr).toMatch(/^备份的清单 .* 已损坏/);
  } finally {
    await place.close();
  }
});

test('a backup of a newer program and a storage that is not empty are refused', async () => {
  const copy = await copyOfBackups('newer');
  const newest = path.join(copy, (await listBackups(backupFolder(copy))).at(-1) ?? '');
  const manifest = path.join(newest, 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  const place = await createEmptySite();
  const newer = '这份备份是更新的漫屿做的，此版读不了它。请换新版再恢复。\n';
  try {
    await writeFile(manifest, text.replace('"migrations": [', '"migrations": ["catalog/999-of-tomorrow.sql",'));
    expect((await restore(copy, place)).stderr).toBe(newer);
    await writeFile(manifest, text.replace('"format": 1', '"format": 2'));
    expect((await restore(copy, place)).stderr).toBe(newer);
    expect(await everyRow(place.pool)).toEqual({ sequences: [] });
    expect(await readdir(place.dataDir)).toEqual([]);
    await writeFile(manifest, text);
    await mkdir(path.join(place.imageDir, 'open'), { recursive: true });
    expect((await restore(copy, place)).stderr).toBe(
      `图片目录 ${place.imageDir} 不是空的：只能恢复到空的数据目录里。\n`,
    );
  } finally {
    await place.close();
  }
});

test('a damaged picture in the storage is named and not backed up', async () => {
  const storage = path.join(dataDir, 'store');
  await cp(storage, path.join(folder, 'whole'), { recursive: true });
  const key = await damagePicture(storage);
  expect(await backUp(path.join(folder, 'fresh'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`图片已损坏，没有备份：${key}\n`),
  });
  await cp(path.join(folder, 'whole'), storage, { recursive: true });
});

test('a killed backup leaves the earlier one intact, and the next one deletes its remains', async () => {
  const env = { DATABASE_URL: addressOf(site.database.connection), DATA_DIR: dataDir };
  const whole = () => listBackups(backupFolder(backups));
  const unfinished = async () => (await readdir(backups)).filter((name) => name.endsWith('.unfinished'));
  const before = await whole();
  for (const step of isDrill ? await stepsOf(['backup', path.join(folder, 'steps')], env) : []) {
    expect(await runKilled(step, ['backup', backups], env), step).toBe('SIGKILL');
    // The database has recorded it: it was finished.
    if (!step.includes('backup.note') && !step.includes('end')) expect(await whole(), step).toEqual(before);
    else before.splice(0, before.length, ...(await whole()));
  }
  expect(await runKilled('after backup.sequences', ['backup', backups], env)).toBe('SIGKILL');
  expect(await whole()).toEqual(before);
  expect(await unfinished()).toHaveLength(1);
  expect(await backUp()).toMatchObject({ code: 0 });
  expect(await unfinished()).toEqual([]);
  expect(await whole()).toHaveLength(before.length + 1);
});

test('tables are filled after those they refer to', () => {
  const table = (name: string, ...refersTo: string[]) => ({ schema: 'a', name, columns: [], refersTo });
  const tables = [table('lines', 'a.orders'), table('orders', 'a.readers'), table('readers', 'b.unknown')];
  expect(inOrderOfReference(tables).map(({ name }) => name)).toEqual(['readers', 'orders', 'lines']);
  expect(() => inOrderOfReference([table('x', 'a.y'), table('y', 'a.x')])).toThrow('in a circle: a.x,a.y');
});
