import type pg from 'pg';
import { expect, expectTypeOf, test } from 'vitest';
import { type Db, row, statement, type Tx } from './db.ts';

test('a function that needs a transaction accepts neither a pool nor a pool connection: both are compile errors', () => {
  expectTypeOf<Tx>().toExtend<Db>();
  expectTypeOf<pg.Pool>().not.toExtend<Tx>();
  expectTypeOf<pg.PoolClient>().not.toExtend<Tx>();
  expectTypeOf<Db>().not.toExtend<Tx>();
});

test('a statement with declared parameters runs with them, in their order', () => {
  const FIND = statement<{ id: number }, [id: number, name: string]>('test.find', 'select $1::int as id, $2::text');
  const run = (db: Db) => [
    row(db, FIND, [1, 'one']),
    // @ts-expect-error: the other way round
    row(db, FIND, ['one', 1]),
    // @ts-expect-error: one too few
    row(db, FIND, [1]),
    // @ts-expect-error: none
    row(db, FIND),
  ];
  expectTypeOf(run).returns.items.resolves.toEqualTypeOf<{ id: number } | null>();
});

test('a statement without declared parameter types is a compile error', () => {
  // @ts-expect-error: neither its rows nor its parameters
  statement('test.untyped', 'select 1');
  // @ts-expect-error: its rows alone
  statement<{ id: number }>('test.rows-only', 'select 1 as id');
  // @ts-expect-error: any number of them
  statement<{ id: number }, unknown[]>('test.any-number', 'select $1::int as id');
});

test('a statement without parameters is run without values, and refuses any', () => {
  const ONE = statement<{ one: number }, []>('test.one', 'select 1 as one');
  const run = (db: Db) => [
    row(db, ONE),
    // @ts-expect-error: one too many
    row(db, ONE, [1]),
  ];
  expectTypeOf(run).returns.items.resolves.toEqualTypeOf<{ one: number } | null>();
});

test('a statement name has only one text', () => {
  const declare = (text: string) => statement<{ one: number }, []>('test.only-one', text);
  expect(declare('select 1 as one')).toEqual(declare('select 1 as one'));
  expect(() => declare('select 2 as one')).toThrow('two statements are named test.only-one');
});
