import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/core/db/migrate.ts';
import { MIGRATIONS } from '../server/migrations.ts';
import { openPrivatePostgres } from '../server/postgres/private-postgres.ts';
import { renderApiReference } from './api-reference.ts';
import { renderSchemaReference } from './schema-reference.ts';

async function write(name: string, text: string): Promise<void> {
  await writeFile(new URL(`../docs/${name}`, import.meta.url), text);
  console.log(`已写入 docs/${name}`);
}

/** Reads the schema from a temporary database. */
async function readSchema(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'manyu-docs-'));
  try {
    // As root, PostgreSQL runs as another user, who needs access.
    await chmod(dataDir, 0o711);
    const log = { info() {}, warn() {} };
    const postgres = await openPrivatePostgres({
      dataDir,
      as: 'app',
      fsync: false,
      spare: join(dataDir, 'spare'),
      log,
    });
    try {
      const pool = new pg.Pool({ ...postgres.connection, max: 1 });
      // A connection may still be closing when PostgreSQL stops.
      pool.on('error', () => {});
      return await migrate(pool, MIGRATIONS)
        .then(() => renderSchemaReference(pool))
        .finally(() => pool.end());
    } finally {
      await postgres.release();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

await write('api.md', renderApiReference());
await write('schema.sql', await readSchema());
