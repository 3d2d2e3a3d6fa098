import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { collectOutput, createEmptySite, everyPicture, spoil } from '../../../testing/drills/backups.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { command, runBackup, runVerify } from '../commands/backup.ts';
import { runRestore } from '../commands/restore.ts';
import { backupFolder, listBackups } from './backup-folder.ts';

let site: TestApp;
let folder: string;
let imageDir: string;
/** The pictures as they were added. */
let whole: string;
let page: string;
let backups: string;
let now = Date.parse('2026-11-22T00:00:00Z');
const clock = () => {
  now += 1000;
  return new Date(now);
};

beforeAll(async () => {
  site = await startTestApp();
  folder = await mkdtemp(path.join(scratchRoot(), 'manyu-damage-'));
  imageDir = path.join(folder, 'data/store');
  const { chapters } = await addComic({ ...site, imageDir }, { title: '备份', chapters: [{ no: 1, pages: 3 }] });
  page = chapters[0]?.keys[1] ?? '';
  whole = path.join(folder, 'whole');
  await cp(imageDir, whole, { recursive: true });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  backups = await mkdtemp(path.join(folder, 'backups-'));
  await restoreStorage();
});

async function restoreStorage() {
  await rm(imageDir, { recursive: true });
  await cp(whole, imageDir, { recursive: true });
}

async function backUp() {
  const out = collectOutput();
  const args = command.readArgs([backups], { ...out, clock });
  if (typeof args === 'number') throw new Error(out.stderr.text());
  const code = await runBackup(args, { pool: site.pool, imageDir, clock, ...out });
  return { code, stderr: out.stderr.text(), stdout: out.stdout.text() };
}

async function verify() {
  const out = collectOutput();
  const args = command.readArgs([backups, '--verify'], { ...out, clock });
  if (typeof args === 'number') throw new Error(out.stderr.text());
  return { code: await runVerify(args, out), stderr: out.stderr.text(), stdout: out.stdout.text() };
}

/** Restores the newest backup. Returns the restored pictures. */
async function restored() {
  const place = await createEmptySite();
  try {
    const out = collectOutput();
    const code = await runRestore({ folder: backups }, { ...place, ...out, isTTY: false, clock });
    return { code, stdout: out.stdout.text(), pictures: await everyPicture(place.imageDir) };
  } finally {
    await place.close();
  }
}

const damages: [what: string, (file: string) => Promise<void>][] = [
  ['is changed', spoil],
  ['is truncated', (file) => truncate(file, 40)],
  ['is empty', (file) => truncate(file, 0)],
  ['is missing', (file) => rm(file)],
];

test.each(damages)(
  'if a picture %s, the next backup reports it and restores the earlier copy',
  async (_what, damage) => {
    expect(await backUp()).toMatchObject({ code: 0, stderr: '' });
    await damage(path.join(imageDir, page));
    const { code, stderr } = await backUp();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `图片缺少或损坏，而备份里有完好的：${page}\n备份里有完好的，照同样的路径从 ${backups}/pictures 复制到 ${imageDir}，属主同原来的。\n`,
    );
    const { pictures, ...done } = await restored();
    expect(done.code).toBe(0);
    expect(pictures.get(page)).toBe((await everyPicture(whole)).get(page));
  },
);

test('a needed picture that does not exist anywhere makes backup and restore exit with 1', async () => {
  await rm(path.join(imageDir, page));
  const { code, stderr } = await backUp();
  expect(code).toBe(1);
  expect(stderr).toContain(`图片缺少，没有备份：${page}\n`);
  const back = await restored();
  expect(back.code).toBe(1);
  expect(back.stdout).toContain(`备份里的图片已损坏或缺少，没有恢复：${page}\n`);
});

test('a restore takes pictures that its backup does not list from the shared pictures', async () => {
  await backUp();
  await rm(path.join(imageDir, page));
  await backUp();
  // Like old backups, which listed only pictures of the live storage.
  const newest = path.join(backups, (await listBackups(backupFolder(backups))).at(-1) ?? '', 'manifest.json');
  const manifest = JSON.parse(await readFile(newest, 'utf8'));
  expect(manifest.pictures.lists).toHaveLength(3);
  manifest.pictures.lists.pop();
  await writeFile(newest, JSON.stringify(manifest));
  const { code, pictures } = await restored();
  expect(code).toBe(0);
  expect(pictures.get(page)).toBe((await everyPicture(whole)).get(page));
});

test('a truncated picture of the backups is copied again', async () => {
  await backUp();
  const kept = path.join(backups, 'pictures', page);
  const { size } = await stat(kept);
  await truncate(kept, size - 1);
  expect(await backUp()).toMatchObject({ code: 0, stdout: expect.stringContaining('（新复制 1 个）') });
  expect((await stat(kept)).size).toBe(size);
});

test('if many pictures are damaged, only some are named', async () => {
  await rm(imageDir, { recursive: true });
  await mkdir(imageDir);
  await addComic({ ...site, imageDir }, { title: '很多', chapters: [{ no: 1, pages: 60 }] });
  await restoreStorage();
  const { stderr } = await backUp();
  expect(stderr.split('\n').filter((line) => line.startsWith('图片缺少，没有备份：'))).toHaveLength(21);
  expect(stderr).toMatch(/图片缺少，没有备份：还有 \d+ 个。\n/);
});

test('backups can be verified completely without the site', async () => {
  await backUp();
  await backUp();
  expect(await verify()).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^核对了 2 份备份、\d+ 个图片：都是好的。\n$/),
  });
  const pictures = (await readdir(path.join(backups, 'pictures'), { recursive: true })).filter((name) =>
    name.endsWith('.bin'),
  );
  const [first = '', second = ''] = pictures;
  await spoil(path.join(backups, 'pictures', first));
  await rm(path.join(backups, 'pictures', second));
  const newest = (await listBackups(backupFolder(backups))).at(-1) ?? '';
  const table = path.join(backups, newest, 'database/catalog.comic.copy.zst');
  await spoil(table);
  const { code, stderr, stdout } = await verify();
  expect(code).toBe(1);
  expect(stderr).toContain(`备份里的 ${table} 已损坏（校验和不符），请换一份备份。\n`);
  expect(stderr).toContain(`备份里的图片已损坏：${first}\n备份里缺少图片：${second}\n`);
  expect(stdout).toMatch(/：有 3 处坏了。\n$/);
});
