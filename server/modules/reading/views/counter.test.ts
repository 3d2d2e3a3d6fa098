import pino from 'pino';
import { expect, test } from 'vitest';
import { createViewCounter } from './counter.ts';
import type { View } from './store.ts';

const NOON = new Date('2026-03-01T04:00:00Z');
const view = (readerId: number) => ({ readerId, chapterId: 1, comicId: 1, address: '203.0.113.1' });
const silent = pino({ level: 'silent' });

/** A counter whose batches are kept here, and that can not be written while `fails`. */
function setUp(log = silent, most?: number) {
  const database = { batches: [] as View[][], fails: false };
  const counter = createViewCounter(
    async (views) => {
      if (database.fails) throw new Error('the database is away');
      database.batches.push([...views]);
    },
    log,
    most,
  );
  return { database, counter };
}

test('views are written in batches of a thousand, each once and in the order they came', async () => {
  const { database, counter } = setUp();
  for (let reader = 1; reader <= 2_001; reader++) counter.note(view(reader), NOON);
  expect(counter.waiting()).toBe(2_001);
  await counter.flush();
  expect(database.batches.map((batch) => batch.length)).toEqual([1_000, 1_000, 1]);
  expect(database.batches.flat().map(({ readerId }) => readerId)).toEqual(
    Array.from({ length: 2_001 }, (_, i) => i + 1),
  );
  expect(counter.waiting()).toBe(0);
});

test('a flush without views writes nothing', async () => {
  const { database, counter } = setUp();
  await counter.flush();
  expect(database.batches).toEqual([]);
});

test('views during a flush wait for the next one, and two concurrent flushes are one', async () => {
  const { database, counter } = setUp();
  counter.note(view(1), NOON);
  const flushes = [counter.flush(), counter.flush()];
  counter.note(view(2), NOON);
  await Promise.all(flushes);
  expect(database.batches.map((batch) => batch.map(({ readerId }) => readerId))).toEqual([[1]]);
  await counter.flush();
  expect(database.batches.flat().map(({ readerId }) => readerId)).toEqual([1, 2]);
});

test('views that could not be written are written by the next flush', async () => {
  const { database, counter } = setUp();
  counter.note(view(1), NOON);
  database.fails = true;
  await expect(counter.flush()).rejects.toThrow('the database is away');
  expect(counter.waiting()).toBe(1);
  database.fails = false;
  await counter.flush();
  expect(database.batches.flat()).toHaveLength(1);
});

test('a limited number of views is kept while the database is unavailable; the number of lost ones is logged once', async () => {
  const lines: string[] = [];
  const { counter } = setUp(pino({}, { write: (line: string) => lines.push(line) }), 3);
  for (let reader = 1; reader <= 5; reader++) counter.note(view(reader), NOON);
  expect(counter.waiting()).toBe(3);
  await counter.flush();
  await counter.flush();
  expect(lines.map((line) => JSON.parse(line).lost)).toEqual([2]);
});

test('a stopped app writes the waiting views', async () => {
  const { database, counter } = setUp();
  counter.note(view(1), NOON);
  await counter.close();
  expect(database.batches.flat()).toHaveLength(1);
});
