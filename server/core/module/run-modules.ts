import type { Pool, PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { serverError } from '#contract/codes';
import { listenForChanges, readChange, TOPICS, type Topic } from '../changes/changes.ts';
import { watchDamage } from '../db/database-damage.ts';
import type { Cipher } from '../dispatch/cipher.ts';
import type { Clock } from '../dispatch/ctx.ts';
import { createDispatcher, type DispatcherParts } from '../dispatch/dispatch.ts';
import { createSealedAnswers } from '../dispatch/sealed-answers.ts';
import { createAnswers } from '../dispatch/shared-answers.ts';
import type { JobRuns } from '../jobs/job-runs.ts';
import { type Job, MINUTE_MS, startJobs } from '../jobs/jobs.ts';
import { createLocalLimits, type RateLimits } from '../limits/rate-limit.ts';
import type { Metrics } from '../log/metrics.ts';
import type { OperatorEvents } from '../log/operator-events.ts';
import type { Module } from './module.ts';

export type RunParts = {
  pool: Pool;
  /** For the connection that listens for changes; it must not come from the pool. */
  connection: PoolConfig;
  clock: Clock;
  log: Logger;
  cipher: Cipher;
  limits: RateLimits;
  metrics: Metrics;
  /** Signs of wrong settings and faults, for the operator. */
  operatorEvents: OperatorEvents;
  /** When each job was done or failed, for the operator. */
  jobRuns: JobRuns;
  authorise: DispatcherParts['authorise'];
  /** The same for calls of the console. */
  authoriseStaff: DispatcherParts['authorise'];
  checkAuthorScope: NonNullable<DispatcherParts['checkAuthorScope']>;
  checkAnswers?: boolean | undefined;
  /** Jobs without a timer; tests start them. */
  jobsWithoutTimer?: readonly string[] | 'all' | undefined;
};

/** Calls of the console are plain JSON. */
const PLAIN: Cipher = { seal: (text) => text, open: (text) => text };

/** Registers the calls, jobs, metrics and cache topics of the modules. */
export function runModules(modules: readonly Module[], parts: RunParts) {
  const { clock, log, metrics, operatorEvents } = parts;
  const damage = watchDamage(log);
  const isLive = () => changes.live();
  const sealed = createSealedAnswers(isLive, clock);

  /** Caches of the modules are dropped before the cached answers, which would otherwise be computed from them again. */
  function drop(topic: Topic, comicId: number | null): void {
    for (const { cacheTopics } of modules) cacheTopics?.[topic]?.(comicId);
    sealed.drop([topic]);
  }
  const changes = listenForChanges(parts.connection, 'catalog', log, {
    change(payload) {
      const { topic, comicId } = readChange(payload);
      drop(topic, comicId);
    },
    gap() {
      for (const topic of TOPICS) drop(topic, null);
    },
  });

  for (const gauge of modules.flatMap((module) => module.metrics ?? [])) metrics.watch(gauge);
  const served = modules.flatMap(({ calls = [] }) => calls);
  const dispatcher = createDispatcher({
    served,
    cipher: parts.cipher,
    clock,
    log,
    limits: parts.limits,
    authorise: parts.authorise,
    observeFault: damage.see,
    checkAnswers: parts.checkAnswers,
  });
  const consoleDispatcher = createDispatcher({
    served: modules.flatMap(({ consoleCalls = [] }) => consoleCalls),
    cipher: PLAIN,
    clock,
    log,
    limits: parts.limits,
    authorise: parts.authoriseStaff,
    checkAuthorScope: parts.checkAuthorScope,
    observeFault: damage.see,
    checkAnswers: parts.checkAnswers,
  });
  const answers = createAnswers({
    dispatcher,
    cipher: parts.cipher,
    sealed,
    misses: createLocalLimits(),
    observe(path, code, seconds) {
      metrics.observeCall(path, code, seconds);
      if (code === serverError) operatorEvents.record('fault', path);
    },
    observeCached: metrics.observeCached,
  });

  const jobs = jobsOf(modules);
  const running = startJobs(jobs, { ...parts, observeFault: damage.see });
  const isFrequent = ({ everyMs }: Job) => everyMs <= MINUTE_MS;

  return {
    served,
    /** Makes every answer without the cache. Readers get `answers`. */
    dispatcher,
    answers,
    /** The dispatcher of the console's calls. */
    consoleDispatcher,
    /** Whether changes are received; while they are not, nothing may be taken from memory. */
    isLive,
    isDamaged: damage.isSeen,
    /** The jobs of this node by name. */
    jobs,
    /** Resolves when every change that was committed before the call has been received. */
    caughtUp: changes.caughtUp,
    runJob: running.run,
    /** Runs the jobs that run at least every minute, in the order of the modules. */
    async runFrequentJobs(now: Date): Promise<void> {
      for (const [name, job] of jobs) if (isFrequent(job)) await running.attempt(name, now);
    },
    /** Runs the other jobs, in the order of the modules. They end and delete expired things. */
    async sweep(now: Date): Promise<void> {
      for (const [name, job] of jobs) if (!isFrequent(job)) await running.run(name, now);
    },
    async close(): Promise<void> {
      running.stop();
      for (const module of modules) await module.close?.();
      await changes.close();
    },
  };
}

function jobsOf(modules: readonly Module[]): ReadonlyMap<string, Job> {
  const all = modules.flatMap(({ jobs = {} }) => Object.entries(jobs));
  const jobs = new Map(all);
  if (jobs.size < all.length) throw new Error('two jobs have the same name');
  return jobs;
}
