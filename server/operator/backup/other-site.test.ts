import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { collectOutput, createEmptySite, everyPicture } from '../../../testing/drills/backups.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { makeReleasedDatabase } from '../../../testing/released/released.ts';
import { migrate } from '../../core/db/migrate.ts';
import { MIGRATIONS } from '../../migrations.ts';
import { command, runBackup } from '../commands/backup.ts';
import { runRestore } from '../commands/restore.ts';
import { backupFolder, listBackups } from './backup-folder.ts';
import { siteId } from './tables.ts';

const DAY_MS = 24 * 3600 * 1000;

type EmptySite = Awaited<ReturnType<typeof createEmptySite>>;
let app: TestApp;
/** A site with its own data folder and pictures. */
let site: Pick<TestApp, 'pool' | 'imageDir'>;
/** A new empty site, as after a start with a wrong data folder. */
let emptySite: EmptySite;
let folder: string;
/** The backup of a site with comics. */
let good: string;
let now = Date.parse('2026-11-22T00:00:00Z');
const clock = () => {
  now += 1000;
  return new Date(now);
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(scratchRoot(), 'manyu-other-site-'));
  app = await startTestApp();
  site = { pool: app.pool, imageDir: path.join(folder, 'data/store') };
  for (const title of ['甲', '乙', '丙']) await addComic(site, { title, chapters: [{ no: 1 }, { no: 2 }] });
  emptySite = await createEmptySite();
  await migrate(emptySite.pool, MIGRATIONS);
  good = path.join(folder, 'good');
  expect(await backUp(site, good)).toMatchObject({ code: 0 });
  now += DAY_MS;
});
afterAll(async () => {
  await Promise.all([app.close(), emptySite.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function backUp({ pool, imageDir }: Pick<TestApp, 'pool' | 'imageDir'>, target: string, ...options: string[]) {
  const out = collectOutput();
  const args = command.readArgs([target, ...options], { ...out, clock });
  if (typeof args === 'number') throw new Error(out.stderr.text());
  const code = await runBackup(args, { pool, imageDir, clock, ...out });
  return { code, stdout: out.stdout.text(), stderr: out.stderr.text() };
}

async function copyOfGood(): Promise<string> {
  const copy = await mkdtemp(path.join(folder, 'copy-'));
  await cp(good, copy, { recursive: true });
  return copy;
}

const backupsIn = (root: string) => listBackups(backupFolder(root));
const picturesIn = (root: string) => everyPicture(path.join(root, 'pictures'));

/** Makes the backups look like old ones, without the id of a site. */
async function forgetSites(root: string): Promise<void> {
  for (const name of await backupsIn(root)) {
    const file = path.join(root, name, 'manifest.json');
    const { site: _id, ...manifest } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify(manifest));
  }
}

test('a backup of another site into the folder is refused, and the existing one keeps its pictures', async () => {
  const [names, pictures] = [await backupsIn(good), await picturesIn(good)];
  expect(await backUp(emptySite, good, '--keep', '1d', '--yes')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^.*good 里是另一个站（[0-9a-f]{8}）的备份，不是这个站（[0-9a-f]{8}）的.*\n$/),
  });
  expect(await backupsIn(good)).toEqual(names);
  expect(await picturesIn(good)).toEqual(pictures);
  expect(pictures.size).toBeGreaterThan(0);
});

test('a folder of old backups without an id accepts the first site, and then no other', async () => {
  const copy = await copyOfGood();
  await forgetSites(copy);
  expect(await backUp(site, copy)).toMatchObject({ code: 0 });
  expect((await backUp(emptySite, copy)).stderr).toMatch(/里是另一个站/);
});

test('if more than half is gone, nothing is pruned until the operator confirms', async () => {
  const copy = await copyOfGood();
  await forgetSites(copy);
  const [names, pictures] = [await backupsIn(copy), await picturesIn(copy)];
  for (let days = 3; days > 0; days--) {
    expect(await backUp(emptySite, copy, '--keep', '1d')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('备份做完了'),
      stderr: expect.stringMatching(
        /^这一份比 20261122T\w+ 少了一半以上（数据库 \d+ → \d+ 行，图片 \d+ → 0 个）.*--yes/,
      ),
    });
    now += DAY_MS;
  }
  expect(await backupsIn(copy)).toEqual(expect.arrayContaining(names));
  expect(await backupsIn(copy)).toHaveLength(4);
  expect(await picturesIn(copy)).toEqual(pictures);
  expect(await backUp(emptySite, copy, '--keep', '1d', '--yes')).toMatchObject({ code: 0, stderr: '' });
  // The newest, and the last one of the day before.
  expect(await backupsIn(copy)).toHaveLength(2);
  expect(await picturesIn(copy)).toEqual(new Map());
  expect(await backUp(emptySite, copy, '--keep', '1d')).toMatchObject({ code: 0, stderr: '' });
});

test('a restored site has the same id and uses the same folder', async () => {
  const copy = await copyOfGood();
  const place = await createEmptySite();
  try {
    const out = collectOutput();
    expect(await runRestore({ folder: copy }, { ...place, ...out, isTTY: false, clock })).toBe(0);
    expect(await siteId(place.pool)).toBe(await siteId(site.pool));
    expect(await backUp(place, copy)).toMatchObject({ code: 0 });
  } finally {
    await place.close();
  }
});

test('each new site has its own id; an old one gets the same id in every upgrade', async () => {
  const [old, again, fresh] = [await createEmptySite(), await createEmptySite(), await createEmptySite()];
  try {
    await makeReleasedDatabase(old.pool);
    await makeReleasedDatabase(again.pool);
    await again.pool.query('update public.manyu_migration set applied_at = $1', [new Date('2026-11-20T01:02:03.004Z')]);
    await old.pool.query('update public.manyu_migration set applied_at = $1', [new Date('2026-11-20T01:02:03.004Z')]);
    for (const { pool } of [old, again, fresh]) await migrate(pool, MIGRATIONS);
    expect(await siteId(old.pool)).toBe(await siteId(again.pool));
    const all = [old, fresh, emptySite, site].map(({ pool }) => siteId(pool));
    expect(new Set(await Promise.all(all)).size).toBe(all.length);
  } finally {
    await Promise.all([old, again, fresh].map((place) => place.close()));
  }
});
