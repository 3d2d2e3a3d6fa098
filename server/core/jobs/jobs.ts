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
 * Many chapters are published on the hour. Until their facts are updated, every listing computes them itself. If the process
 * is killed, the views of this time are lost.
 */
export const FREQUENT_MS = 2_000;

/** Work that is done periodically. */
export type Job = {
  everyMs: number;
  /**
   * `every`: each node runs it, because it concerns the memory of the node or is cheap to repeat. `one`: one node at a time
   * of those that share a database; the others skip it meanwhile.
   */
  node: 'every' | 'one';
  run(now: Date): Promise<void>;
};

export type Jobs = {
  /** Runs a job now; rejects if it fails. */
  run(name: string, now: Date): Promise<void>;
  /** Runs a job now, after a run that is under way; a failure is counted and logged, as in a periodic run. */
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
 * Jobs for one node that run at a time. Each holds a connection for its lock and uses others for its work, and the pool has ten:
 * a dozen jobs that are due at the same minute would leave none, neither for their work nor for readers.
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
    // A run that is under way may have missed what has come since it began.
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
