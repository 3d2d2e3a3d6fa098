import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import { KINDS, openImageFolder } from '../../server/adapters/image-folder.ts';
import { openPool } from '../../server/core/db/db.ts';
import { createLog } from '../../server/core/log/log.ts';
import { addressOf } from '../app/app-process.ts';
import { databaseOf, withAdministrator } from '../app/test-server.ts';
import { scratchRoot } from '../database/scratch.ts';

/** An empty database and an empty data folder, for restoring. */
export async function createEmptySite() {
  const { server } = inject('postgres');
  const name = `manyu_empty_${randomBytes(8).toString('hex')}`;
  await withAdministrator(server, (client) => client.query(`CREATE DATABASE ${name}`));
  const pool = openPool(databaseOf(server, name), createLog('silent'));
  const dataDir = await mkdtemp(path.join(scratchRoot(), 'manyu-empty-'));
  return {
    pool,
    /** In the form of DATABASE_URL. */
    url: addressOf(databaseOf(server, name)),
    dataDir,
    imageDir: path.join(dataDir, 'store'),
    async close() {
      await pool.end();
      await withAdministrator(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const CLI = fileURLToPath(new URL('../../server/cli.ts', import.meta.url));
const PRELOAD = fileURLToPath(new URL('./kill-at.ts', import.meta.url));

/** Runs a command in a child process that kills itself at a step. Returns its end. */
export async function runKilled(killAt: string, args: string[], env: Record<string, string>) {
  const { NODE_ENV: _kind, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', PRELOAD, CLI, ...args], {
    env: { ...inherited, ...env, MANYU_KILL_AT: killAt },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  return child.signalCode ?? child.exitCode;
}

/** Every row of every table and every sequence, as text. */
export async function everyRow(pool: Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  const { rows: sequences } = await pool.query<{ name: string; last: number | null }>(
    `select schemaname || '.' || sequencename as name, last_value as last from pg_sequences order by 1`,
  );
  return { ...found, sequences: sequences.map(({ name, last }) => `${name} ${last}`) };
}

/** Every picture of a storage, with its bytes. */
export async function everyPicture(imageDir: string): Promise<Map<string, string>> {
  const storage = openImageFolder(imageDir);
  const found = new Map<string, string>();
  for (const prefix of await storage.prefixes(KINDS))
    for (const key of (await storage.list(prefix)).keys.keys())
      found.set(key, (await storage.read(key)).toString('base64'));
  return new Map([...found].sort());
}

/** Replaces the bytes of a file by others of the same number. */
export async function spoil(file: string): Promise<void> {
  await writeFile(file, randomBytes((await stat(file)).size));
}

/** Collects the output of a command. */
export function collectOutput() {
  const collector = () => {
    let text = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    });
    return Object.assign(stream, { text: () => text });
  };
  return { stdout: collector(), stderr: collector() };
}
