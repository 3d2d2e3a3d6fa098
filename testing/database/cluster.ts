import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/core/db/migrate.ts';
import { MIGRATIONS } from '../../server/migrations.ts';
import { openPrivatePostgres } from '../../server/postgres/private-postgres.ts';
import { databaseOf, type TestPlace, type TestServer, withAdministrator } from '../app/test-server.ts';
import { scratchRoot, scratchRoots, sweepScratch } from './scratch.ts';

const PREFIX = 'manyu-test-';

/** vitest's globalSetup: one PostgreSQL for all test files. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { place, close } = await openTestPlace();
  project.provide('postgres', place);
  return close;
}

/** A temporary cluster (or the server of DATABASE_URL) with a migrated template database. */
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
  const dataDir = mkdtempSync(join(scratchRoot(), `${PREFIX}${process.pid}-`));
  // As root, PostgreSQL runs as another user, who needs access.
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

/** Stops and removes clusters of killed test runs. */
async function sweep(): Promise<void> {
  for (const dataDir of scratchRoots().flatMap(clustersIn)) {
    if (isAlive(Number(basename(dataDir).slice(PREFIX.length).split('-')[0]))) continue;
    try {
      const left = await openQuietly(dataDir, 'command');
      await left.release();
      removeAll(dataDir, left.where);
    } catch {
      // It may belong to another user.
    }
  }
  sweepScratch();
}

function clustersIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(PREFIX))
    .map((entry) => join(folder, entry));
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
