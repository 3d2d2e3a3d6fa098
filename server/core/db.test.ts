import type pg from 'pg';
import { expectTypeOf, test } from 'vitest';
import type { Db, Tx } from './db.ts';

test('what demands a transaction gets neither a pool nor a connection of one: the compiler refuses both', () => {
  expectTypeOf<Tx>().toExtend<Db>();
  expectTypeOf<pg.Pool>().not.toExtend<Tx>();
  expectTypeOf<pg.PoolClient>().not.toExtend<Tx>();
  expectTypeOf<Db>().not.toExtend<Tx>();
});
