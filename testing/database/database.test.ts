import { expect, test } from 'vitest';
import { openPool } from '../../server/core/db/db.ts';
import { createLog } from '../../server/core/log/log.ts';
import { createTestDatabase } from './database.ts';

test('test databases are migrated and independent', async () => {
  const [mine, yours] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const log = createLog('silent');
  const pools = [openPool(mine.connection, log), openPool(yours.connection, log)] as const;
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
