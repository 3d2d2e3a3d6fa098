import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../core/migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import { openPrivatePostgres } from '../postgres/private-postgres.ts';
import { databaseOf, type TestPlace, type TestServer, withAdministrator } from './test-server.ts';

const PREFIX = 'manyu-test-';
/** A folder in memory, on Linux. A test database is a thousand files, and a disk takes five times as long to make and remove them. */
const MEMORY = '/dev/shm';
/** Several times what the databases of all workers take at once, with the log of their changes. */
const ROOM_BYTES = 3 * 1024 ** 3;

/** vitest's globalSetup: one place for all test files. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { place, close } = await openTestPlace();
  project.provide('postgres', place);
  return close;
}

/** A throw-away cluster (or the server of DATABASE_URL) with a migrated template. */
export async function openTestPlace(): Promise<{ place: TestPlace; close(): Promise<void> }> {
  const { server, close } = process.env.DATABASE_URL
    ? { server: { url: process.env.DATABASE_URL }, close: async () => {} }
    : await privateServer();
  const template = `manyu_template_${process.pid}_${Date.now()}`;
  const dropTemplate = () =>
    withAdministrator(server, (client) => client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`));
  try {
    await withAdministrator(server, (client) => client.query(`CREATE DATABASE ${template}`));
    const pool = new pg.Pool({ ...databaseOf(server, template), max: 1 });
    await migrate(pool, MIGRATIONS).finally(() => pool.end());
  } catch (error) {
    await dropTemplate().catch(() => {});
    await close();
    throw error;
  }
  return {
    place: { server, template },
    async close() {
      await dropTemplate();
      await close();
    },
  };
}

async function privateServer(): Promise<{ server: TestServer; close: () => Promise<void> }> {
  await sweep();
  const dataDir = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`));
  // As root, PostgreSQL runs under an account that must get in.
  chmodSync(dataDir, 0o711);
  const postgres = await openQuietly(dataDir, 'app');
  const { host, port, user } = postgres.connection;
  return {
    server: { host, port, user },
    async close() {
      await postgres.release();
      removeAll(dataDir, postgres.where);
    },
  };
}

/** Stops and removes what killed test runs left behind. */
async function sweep(): Promise<void> {
  for (const dataDir of [tmpdir(), MEMORY].flatMap(clustersIn)) {
    if (isAlive(Number(basename(dataDir).slice(PREFIX.length).split('-')[0]))) continue;
    try {
      const left = await openQuietly(dataDir, 'command');
      await left.release();
      removeAll(dataDir, left.where);
    } catch {
      // It may belong to somebody else; it does no harm.
    }
  }
}

function clustersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(PREFIX))
    .map((entry) => join(folder, entry));
}

/** In a container it may be small, or absent. */
function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}

function openQuietly(dataDir: string, as: 'app' | 'command') {
  return openPrivatePostgres({ dataDir, as, fsync: false, log: { info() {}, warn() {} } });
}

function removeAll(dataDir: string, cluster: string): void {
  rmSync(dataDir, { recursive: true, force: true });
  if (!cluster.startsWith(dataDir)) rmSync(dirname(cluster), { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
