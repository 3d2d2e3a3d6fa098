import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { whileLocked } from '../db/lock.ts';
import type { Clock } from '../dispatch/ctx.ts';
import type { Metrics } from '../log/metrics.ts';
import type { JobRuns } from './job-runs.ts';

export const MINUTE_MS = 60 * 1000;
export const FIVE_MINUTES_MS = 5 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/**
 * For jobs that must run often. Chapters are often published on the hour: until the job has updated their facts, each listing
 * computes them again. Views are written this often: a killed process loses the views of this time.
 */
export const FREQUENT_MS = 2_000;

/** Work that is done periodically. */
export type Job = {
  everyMs: number;
  /**
   * `every`: each node runs it, because it concerns the memory of the node or is cheap to repeat. `one`: if several nodes share
   * a database, only one runs it at a time, and the others skip it.
   */
  node: 'every' | 'one';
  run(now: Date): Promise<void>;
};

export type Jobs = {
  /** Runs a job now; rejects if it fails. */
  run(name: string, now: Date): Promise<void>;
  /** Runs a job now. If it is running, waits for its end first. A failure is counted and logged, as in a periodic run. */
  attempt(name: string, now: Date): Promise<void>;
  stop(): void;
};

export type JobParts = {
  pool: Pool;
  clock: Clock;
  log: Logger;
  metrics: Pick<Metrics, 'observeJob'>;
  jobRuns?: Pick<JobRuns, 'note'>;
  /** Called with each error that ended a job. */
  observeFault?(error: unknown): void;
  /** Jobs without a timer; tests start them. */
  jobsWithoutTimer?: readonly string[] | 'all';
};

/**
 * How many jobs of the kind `one` run at the same time. Each needs a connection for its lock and another one for its work. The pool
 * has ten connections: with ten jobs at the same time, no connection would be left for readers.
 */
const MOST_LOCKED = 3;

/** Runs jobs periodically and independently: one that fails does not keep others from running. */
export function startJobs(
  jobs: ReadonlyMap<string, Job>,
  { pool, clock, log, metrics, jobRuns, observeFault, jobsWithoutTimer = [] }: JobParts,
): Jobs {
  const queue = pLimit(MOST_LOCKED);

  async function run(name: string, now: Date): Promise<void> {
    const job = jobs.get(name);
    if (!job) throw new Error(`there is no job ${name}`);
    const { node, run } = job;
    try {
      if (node === 'every') await run(now);
      else await queue(() => whileLocked(pool, `job ${name}`, () => run(now)));
      metrics.observeJob(name, 'done');
      jobRuns?.note(name, now);
    } catch (error) {
      metrics.observeJob(name, 'failed');
      jobRuns?.note(name, now, error);
      observeFault?.(error);
      throw error;
    }
  }

  const underWay = new Map<string, Promise<void>>();

  async function attempt(name: string, now: Date): Promise<void> {
    // A run that has already started possibly does not see changes that were made after its start.
    while (underWay.has(name)) await underWay.get(name);
    const running = run(name, now)
      .catch((error) => log.warn({ err: error, job: name }, 'a job failed'))
      .finally(() => underWay.delete(name));
    underWay.set(name, running);
    await running;
  }

  function schedule(name: string, everyMs: number): NodeJS.Timeout {
    return setInterval(() => {
      if (!underWay.has(name)) void attempt(name, clock());
    }, everyMs).unref();
  }

  const timers = [...jobs]
    .filter(([name]) => jobsWithoutTimer !== 'all' && !jobsWithoutTimer.includes(name))
    .map(([name, { everyMs }]) => schedule(name, everyMs));
  return {
    run,
    attempt,
    stop() {
      timers.forEach(clearInterval);
      queue.clearQueue();
    },
  };
}
