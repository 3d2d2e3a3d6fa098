import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { ensureBuilt } from '../../scripts/build.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { createEmptySite } from '../../testing/drills/backups.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { migrate } from '../core/db/migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './database.ts';

// Some tests start the program.
vi.setConfig({ testTimeout: 60_000 });
const log = pino({ level: 'silent' });

/** Runs the program until it exits. */
async function run(program: 'main.ts' | 'cli.ts', given: string[], env: Record<string, string>) {
  const { DATABASE_URL: _url, NODE_ENV: _kind, NO_COLOR: _plain, ...inherited } = process.env;
  const file = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const child = spawn(process.execPath, [file, ...given], { env: { ...inherited, PORT: '0', ...env } });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

test.each<[program: 'main.ts' | 'cli.ts', given: string[]]>([
  ['main.ts', ['--no-demo']],
  ['cli.ts', ['backup', '/dev/null/backups']],
])(
  'a data folder that is not there is no new site: %s %j is refused in a sentence, and makes nothing',
  async (program, given) => {
    await using made = new AsyncDisposableStack();
    const folder = scratchFolder(made, 'manyu-lost');
    await ensureBuilt();
    const dataDir = path.join(folder, 'disk/data');
    const { code, stdout, stderr } = await run(program, given, { DATA_DIR: dataDir });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^数据目录 .*disk\/data 里没有数据库。用过的站：.*npm start -- --new-site；.*new-site，再启动。\n$/,
    );
    expect(await readdir(folder)).toEqual([]);
  },
);

test('the doctor reports a missing database and does not create one', async () => {
  await using made = new AsyncDisposableStack();
  const folder = scratchFolder(made, 'manyu-lost');
  const { code, stdout } = await run('cli.ts', ['doctor', '--json'], { DATA_DIR: path.join(folder, 'data') });
  expect({ code, said: JSON.parse(stdout) }).toMatchObject({
    code: 2,
    said: { code: 2, findings: [{ check: '数据库', state: 'fault' }] },
  });
  expect(await readdir(folder)).toEqual([]);
});

/** Opens an empty database with a data folder. Returns the error, if any. */
async function opening(made: AsyncDisposableStack) {
  const place = await createEmptySite();
  made.defer(place.close);
  const config = readConfig({ DATABASE_URL: place.url, DATA_DIR: place.dataDir });
  return {
    ...place,
    async open(more: { isDefaultDataDir?: boolean } = {}, isNewSite = false): Promise<string> {
      return openDatabase({ ...config, ...more }, 'command', log, { isNewSite }).then(
        async ({ close }) => {
          await close();
          return 'opened';
        },
        (error: Error) => error.message,
      );
    },
  };
}

test('a new site is made on request, and in the project folder without one', async () => {
  await using made = new AsyncDisposableStack();
  const { open } = await opening(made);
  expect(await open()).toMatch(/^DATABASE_URL 的库是空的。/);
  expect(await open({ isDefaultDataDir: true })).toBe('opened');
  // Now it is in use.
  expect(await open()).toBe('opened');
  const other = await opening(made);
  expect(await other.open({}, true)).toBe('opened');
});

test('the file of set-up permits one new site and no second one', async () => {
  await using made = new AsyncDisposableStack();
  const { open, dataDir } = await opening(made);
  await writeFile(path.join(dataDir, 'new-site'), '');
  expect(await open()).toBe('opened');
  expect(await readdir(dataDir)).toEqual([]);
  const other = await opening(made);
  await cp(dataDir, other.dataDir, { recursive: true });
  expect(await other.open()).toMatch(/库是空的/);
});

test('no new site is made beside existing pictures, not even in the project folder', async () => {
  await using made = new AsyncDisposableStack();
  const { open, imageDir } = await opening(made);
  await mkdir(path.join(imageDir, 'open'), { recursive: true });
  expect(await open({ isDefaultDataDir: true })).toContain(`那里有图片，在 ${imageDir}`);
});

test('a site with comics does not start without its folder of pictures', async () => {
  await using made = new AsyncDisposableStack();
  await ensureBuilt();
  const place = await createEmptySite();
  made.defer(place.close);
  await migrate(place.pool, MIGRATIONS);
  await addComic({ ...place, imageDir: path.join(scratchFolder(made, 'manyu-lost'), 'store') });
  const { code, stderr } = await run('main.ts', [], { DATABASE_URL: place.url, DATA_DIR: place.dataDir });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^库里有漫画，而图片的文件夹 .*store 不在：.*\n$/);
});
