import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from './ctx.ts';
import { whileLocked } from './lock.ts';
import type { Metrics } from './metrics.ts';

/** Work that is done again and again. */
export type Job = {
  everyMs: number;
  /**
   * `every`: each node works on what it has in memory, or does what costs nothing to do twice. `one`: of the nodes that
   * share a database one at a time does it; where another is at it, this one has nothing to do.
   */
  node: 'every' | 'one';
  run(now: Date): Promise<void>;
};

export type Jobs<Name extends string> = {
  /** Runs a job at once; rejects where it fails. */
  run(name: Name, now: Date): Promise<void>;
  /** The same; a failure is counted and logged, as when its time has come. */
  attempt(name: Name, now: Date): Promise<void>;
  stop(): void;
};

export type JobParts = { pool: Pool; clock: Clock; log: Logger; metrics: Pick<Metrics, 'observeJob'> };

/** Runs jobs at their periods, each apart from the others: one that fails or takes long keeps none from running. */
export function startJobs<Name extends string>(
  jobs: Readonly<Record<Name, Job>>,
  { pool, clock, log, metrics }: JobParts,
): Jobs<Name> {
  async function run(name: Name, now: Date): Promise<void> {
    const { node, run } = jobs[name];
    try {
      if (node === 'every') await run(now);
      else await whileLocked(pool, `job ${name}`, () => run(now));
      metrics.observeJob(name, 'done');
    } catch (error) {
      metrics.observeJob(name, 'failed');
      throw error;
    }
  }

  const attempt = (name: Name, now: Date) =>
    run(name, now).catch((error) => log.warn({ err: error, job: name }, 'a job failed'));

  function schedule(name: Name): NodeJS.Timeout {
    let isRunning = false;
    return setInterval(async () => {
      if (isRunning) return;
      isRunning = true;
      await attempt(name, clock());
      isRunning = false;
    }, jobs[name].everyMs).unref();
  }

  const timers = (Object.keys(jobs) as Name[]).map(schedule);
  return { run, attempt, stop: () => timers.forEach(clearInterval) };
}
