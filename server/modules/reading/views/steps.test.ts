import pino from 'pino';
import { expect, test } from 'vitest';
import { createStepCounter } from './steps.ts';
import type { StepGain } from './store.ts';

const NOON = new Date('2026-03-01T04:00:00Z');
const TOMORROW = new Date('2026-03-02T04:00:00Z');
const by = (readerId: number, chapterId = 1, comicId = 1) => ({ readerId, comicId, chapterId });

/** A counter whose sums are kept here, and can't be written while `fails`. */
function setUp(remembered?: number) {
  const database = { gains: [] as StepGain[], fails: false };
  const write = async (gains: readonly StepGain[]) => {
    if (database.fails) throw new Error('the database is away');
    database.gains.push(...gains);
  };
  return { database, counter: createStepCounter(write, pino({ level: 'silent' }), remembered) };
}

test('a reader counts once for a chapter, a step and a day, and comics are added up on their own', async () => {
  const { database, counter } = setUp();
  for (const each of [by(1), by(1), by(2), by(1, 2), by(1, 3, 9)]) counter.note('seen', each, NOON);
  counter.note('panel', by(1), NOON);
  counter.note('seen', by(1), TOMORROW);
  await counter.flush();
  expect(database.gains).toEqual([
    { day: '2026-03-01', comicId: 1, step: 'seen', readers: 3 },
    { day: '2026-03-01', comicId: 9, step: 'seen', readers: 1 },
    { day: '2026-03-01', comicId: 1, step: 'panel', readers: 1 },
    { day: '2026-03-02', comicId: 1, step: 'seen', readers: 1 },
  ]);
  await counter.flush();
  expect(database.gains).toHaveLength(4);
});

test('sums that could not be written are written with the next ones', async () => {
  const { database, counter } = setUp();
  counter.note('finished', by(1), NOON);
  database.fails = true;
  await counter.flush();
  counter.note('finished', by(2), NOON);
  database.fails = false;
  await counter.flush();
  expect(database.gains).toEqual([{ day: '2026-03-01', comicId: 1, step: 'finished', readers: 2 }]);
});

test('only the last readers are remembered', async () => {
  const { database, counter } = setUp(2);
  for (const reader of [1, 2, 3, 2, 4, 5, 1]) counter.note('seen', by(reader), NOON);
  await counter.flush();
  // The first one is forgotten by then.
  expect(database.gains).toEqual([{ day: '2026-03-01', comicId: 1, step: 'seen', readers: 6 }]);
});
