import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { renderSchemaReference } from '../../scripts/schema-reference.ts';
import { createTestDatabase } from '../database/database.ts';

test('docs/schema.sql equals the output of the current migrations', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  // A connection may still be closing when the database is dropped.
  pool.on('error', () => {});
  try {
    const written = await readFile(new URL('../../docs/schema.sql', import.meta.url), 'utf8');
    const isCurrent = written === (await renderSchemaReference(pool));
    expect(isCurrent, 'docs/schema.sql is stale: run `npm run docs` and commit it').toBe(true);
  } finally {
    await pool.end();
    await database.drop();
  }
});
