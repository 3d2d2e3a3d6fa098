import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from './ctx.ts';
import { whileLocked } from './lock.ts';
import type { Metrics } from './metrics.ts';

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

export type Jobs<Name extends string> = {
  /** Runs a job now; rejects if it fails. */
  run(name: Name, now: Date): Promise<void>;
  /** Runs a job now, after a run that is under way; a failure is counted and logged, as in a periodic run. */
  attempt(name: Name, now: Date): Promise<void>;
  stop(): void;
};

export type JobParts = {
  pool: Pool;
  clock: Clock;
  log: Logger;
  metrics: Pick<Metrics, 'observeJob'>;
  /** Is told of each error that ended a job. */
  observeFault?(error: unknown): void;
  /** Jobs without a timer: tests run them when they want to. */
  onlyWhenAsked?: readonly string[];
};

/** Runs jobs periodically and independently: one that fails or takes long does not keep others from running. */
export function startJobs<Name extends string>(
  jobs: Readonly<Record<Name, Job>>,
  { pool, clock, log, metrics, observeFault, onlyWhenAsked = [] }: JobParts,
): Jobs<Name> {
  async function run(name: Name, now: Date): Promise<void> {
    const { node, run } = jobs[name];
    try {
      if (node === 'every') await run(now);
      else await whileLocked(pool, `job ${name}`, () => run(now));
      metrics.observeJob(name, 'done');
    } catch (error) {
      metrics.observeJob(name, 'failed');
      observeFault?.(error);
      throw error;
    }
  }

  const underWay = new Map<Name, Promise<void>>();

  async function attempt(name: Name, now: Date): Promise<void> {
    // One that is under way may have passed by what has come since.
    while (underWay.has(name)) await underWay.get(name);
    const running = run(name, now)
      .catch((error) => log.warn({ err: error, job: name }, 'a job failed'))
      .finally(() => underWay.delete(name));
    underWay.set(name, running);
    await running;
  }

  function schedule(name: Name): NodeJS.Timeout {
    return setInterval(() => {
      if (!underWay.has(name)) void attempt(name, clock());
    }, jobs[name].everyMs).unref();
  }

  const timers = (Object.keys(jobs) as Name[]).filter((name) => !onlyWhenAsked.includes(name)).map(schedule);
  return { run, attempt, stop: () => timers.forEach(clearInterval) };
}
