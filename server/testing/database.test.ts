import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('test databases are migrated and know nothing of one another', async () => {
  const [mine, yours] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const pools = [new pg.Pool(mine.connection), new pg.Pool(yours.connection)] as const;
  try {
    await pools[0].query('CREATE TABLE public.only_mine ()');
    const { rows } = await pools[1].query(
      "SELECT to_regclass('public.only_mine') AS theirs, to_regclass('public.manyu_migration') IS NOT NULL AS migrated",
    );
    expect(rows).toEqual([{ theirs: null, migrated: true }]);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await Promise.all([mine.drop(), yours.drop()]);
  }
});
