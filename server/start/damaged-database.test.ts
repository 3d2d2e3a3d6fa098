import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import { startTestApp } from '../../testing/app/app.ts';
import { addressOf } from '../../testing/app/app-process.ts';
import { createTestDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { openPool } from '../core/db/db.ts';
import { createLog } from '../core/log/log.ts';
import { examineSite } from '../operator/doctor/doctor.ts';
import { readConfig } from './config.ts';

vi.setConfig({ testTimeout: 60_000 });

const PAGE_BYTES = 8192;
const { server } = inject('postgres');

/** Writes random bytes over the first page of a table that PostgreSQL has not read yet. */
async function damage(pool: Pool, table: string): Promise<void> {
  const { rows } = await pool.query<{ file: string }>(
    "select current_setting('data_directory') || '/' || pg_relation_filepath($1::regclass) as file",
    [table],
  );
  const file = await open(rows[0]?.file ?? '', 'r+');
  await file.write(randomBytes(PAGE_BYTES), 0, PAGE_BYTES, 0);
  await file.close();
}

/** Copies the files of a database with a comic, so that PostgreSQL has no page of it in memory. */
async function copyOfUsedDatabase(made: AsyncDisposableStack, folder: string) {
  const used = await createTestDatabase();
  made.defer(() => used.drop());
  const pool = openPool(used.connection, createLog('silent'));
  const { comicId } = await addComic({ pool, imageDir: path.join(folder, 'store') });
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  await pool.end();
  return { place: { server, template: rows[0]?.name ?? '' }, comicId };
}

test.skipIf('url' in server)(
  'a broken page of a table is reported in Chinese, and the app is not ready after it was read',
  async () => {
    await using made = new AsyncDisposableStack();
    const folder = scratchFolder(made, 'manyu-damaged');
    const { place, comicId } = await copyOfUsedDatabase(made, folder);
    const site = await startTestApp({ place });
    made.defer(() => site.close());
    await damage(site.pool, 'catalog.chapter');
    const token = await site.visitor();
    expect((await site.http.inject('/readyz')).statusCode).toBe(200);
    expect(await site.call(comicInfo, { id: comicId }, { token })).toMatchObject({ http: 500 });
    const { statusCode, body } = await site.http.inject('/readyz');
    expect({ statusCode, body }).toMatchObject({ statusCode: 503, body: expect.stringContaining('damaged') });

    const url = addressOf(site.database.connection);
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder });
    const { pool, imageDir } = site;
    const found = await examineSite({ config, pool, imageDir, databaseFolder: null, version: '', now: new Date() });
    const message = /^数据库的文件已损坏，有的内容读不出来（invalid page .*）/;
    expect(found.find(({ check }) => check === '图片')).toMatchObject({
      state: 'fault',
      found: expect.stringMatching(message),
    });

    const { NODE_ENV: _kind, NO_COLOR: _plain, ...inherited } = process.env;
    const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
    const child = spawn(process.execPath, [cli, 'backup', path.join(folder, 'backups')], {
      env: { ...inherited, DATABASE_URL: url, DATA_DIR: folder },
    });
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(child.exitCode).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/manyu restore <备份的文件夹>）；坏了的先留着。\n$/);
  },
);
