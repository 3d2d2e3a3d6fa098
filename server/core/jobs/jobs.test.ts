import type pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { openPool } from '../db/db.ts';
import { createLog } from '../log/log.ts';
import { createMetrics } from '../log/metrics.ts';
import { type Job, startJobs } from './jobs.ts';

const NOON = new Date('2026-11-22T04:00:00Z');
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.connection, createLog('silent'));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

// The timers of the jobs alone: the driver of the database has its own.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** One node with a single job; `lines` is its log. */
function startNode(job: Partial<Job> & Pick<Job, 'run'>) {
  const lines: { msg: string; job: string; err: { message: string } }[] = [];
  const metrics = createMetrics(pool);
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const jobs = startJobs(new Map([['work', { everyMs: 1000, node: 'every', ...job }]]), {
    pool,
    clock: () => NOON,
    log,
    metrics,
  });
  return { jobs, lines, metrics: () => metrics.text() };
}

test('a job runs at its period until it is stopped', async () => {
  const runs: Date[] = [];
  const { jobs } = startNode({ run: async (now) => void runs.push(now) });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(runs).toEqual([NOON, NOON]);
  jobs.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toHaveLength(2);
});

test('a job that is still running when it is due again is not started twice', async () => {
  const running: (() => void)[] = [];
  const { jobs } = startNode({ run: () => new Promise((resolve) => running.push(resolve)) });
  await vi.advanceTimersByTimeAsync(3_500);
  expect(running).toHaveLength(1);
  running[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(running).toHaveLength(2);
  jobs.stop();
});

test('a failed job is logged and counted, and runs again', async () => {
  let left = 1;
  const { jobs, lines, metrics } = startNode({
    run: async () => {
      if (left-- > 0) throw new Error('no disk');
    },
  });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(lines).toMatchObject([{ msg: 'a job failed', job: 'work', err: { message: 'no disk' } }]);
  expect(await metrics()).not.toContain('manyu_job_done_timestamp_seconds{name="work"}');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await metrics()).toContain('manyu_job_runs_total{name="work",result="failed"} 1');
  expect(await metrics()).toContain('manyu_job_runs_total{name="work",result="done"} 1');
  expect(await metrics()).toContain('manyu_job_done_timestamp_seconds{name="work"}');
  jobs.stop();
});

test('a job that is run by hand rejects if it fails', async () => {
  const { jobs } = startNode({ run: () => Promise.reject(new Error('no disk')) });
  await expect(jobs.run('work', NOON)).rejects.toThrow('no disk');
  jobs.stop();
});

test('a job for one node runs on one node at a time, and on another after it has ended or failed', async () => {
  let runs = 0;
  const running = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const first = startNode({
    node: 'one',
    run: async () => {
      begun.resolve();
      await running.promise;
      throw new Error('no disk');
    },
  });
  const second = startNode({ node: 'one', run: async () => void runs++ });
  const held = first.jobs.run('work', NOON);
  await begun.promise;
  await second.jobs.run('work', NOON);
  expect(runs).toBe(0);
  running.resolve();
  await expect(held).rejects.toThrow('no disk');
  await second.jobs.run('work', NOON);
  expect(runs).toBe(1);
  first.jobs.stop();
  second.jobs.stop();
});

test('a job for every node runs on all nodes at the same time', async () => {
  let runs = 0;
  const { promise: bothRun, resolve } = Promise.withResolvers<void>();
  const run = async () => {
    if (++runs === 2) resolve();
    await bothRun;
  };
  const nodes = [startNode({ run }), startNode({ run })];
  await Promise.all(nodes.map(({ jobs }) => jobs.run('work', NOON)));
  expect(runs).toBe(2);
  for (const { jobs } of nodes) jobs.stop();
});

test('a job that is requested while it runs is run again afterwards, because it may have missed new data', async () => {
  const ends: (() => void)[] = [];
  const { jobs } = startNode({ run: () => new Promise((resolve) => ends.push(resolve)) });
  await vi.advanceTimersByTimeAsync(1_000);
  let isDone = false;
  const asked = jobs.attempt('work', NOON).then(() => {
    isDone = true;
  });
  expect([ends.length, isDone]).toEqual([1, false]);
  ends[0]?.();
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  expect(isDone).toBe(false);
  ends[1]?.();
  await asked;
  jobs.stop();
});

test('jobs that are due at the same moment leave connections for their own work and for readers', async () => {
  const small = openPool(database.connection, createLog('silent'), 6);
  const log = pino({}, { write: () => {} });
  let done = 0;
  const run = async () => {
    await small.query('select 1');
    done++;
  };
  const names = Array.from({ length: 8 }, (_, at) => `work ${at}`);
  const due = new Map(names.map((name) => [name, { everyMs: 1000, node: 'one', run } as const]));
  const jobs = startJobs(due, { pool: small, clock: () => NOON, log, metrics: createMetrics(small) });
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(done).toBe(8));
  jobs.stop();
  await small.end();
});
