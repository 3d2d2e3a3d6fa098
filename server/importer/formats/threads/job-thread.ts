import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { MAX_ENTRY_STALL_MS } from '../../limits/limits.ts';
import type { SourceError } from '../../source/source-error.ts';

/** A thread never returns the memory of its jobs, so it is replaced after this many. */
const JOBS_A_THREAD = 100;
const MAX_HEAP_MIB = 128;

type Message = { kind: string };
type Progress = { kind: 'progress' };

export type ThreadKind<Job, Result> = {
  script: URL;
  /** How long a job may take as a whole. One that sends nothing for 30 seconds is ended as well. */
  mostMs(job: Job): number;
  /** Whether the thread must end after this job, to free memory or because it may be broken. */
  isSpent(result: Result): boolean;
  late(): SourceError;
  /** The error for a thread that ended before its job, for example at its memory limit. */
  ended(cause: unknown): SourceError;
};

type Thread = { worker: Worker; jobs: number };

/** One job at a time in the whole process: two large jobs would exceed the memory of an import. */
const oneAtATime = pLimit(1);

/** Runs jobs in a worker thread. The thread is terminated if a job takes or stalls too long, or if `signal` aborts. */
export function createJobThread<Job, Result extends Message>(
  kind: ThreadKind<Job, Result>,
): (job: Job, signal: AbortSignal | undefined) => Promise<Result> {
  let idle: Thread | undefined;

  async function perform(job: Job, signal: AbortSignal | undefined): Promise<Result> {
    signal?.throwIfAborted();
    const thread = idle ?? start();
    idle = undefined;
    thread.jobs++;
    try {
      const result = await resultOf(thread.worker, kind, job, signal);
      if (thread.jobs >= JOBS_A_THREAD || kind.isSpent(result)) await thread.worker.terminate();
      else idle = thread;
      return result;
    } catch (error) {
      await thread.worker.terminate();
      throw error;
    }
  }

  function start(): Thread {
    const worker = new Worker(kind.script, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
      // Does not inherit the process's Node options, such as those of a test runner.
      execArgv: [],
    });
    worker.unref();
    // A thread that ends while idle is not used again. Without a listener its error would end the process.
    worker
      .on('error', () => {})
      .on('exit', () => {
        if (idle?.worker === worker) idle = undefined;
      });
    return { worker, jobs: 0 };
  }

  return (job, signal) => oneAtATime(() => perform(job, signal));
}

async function resultOf<Job, Result extends Message>(
  worker: Worker,
  kind: ThreadKind<Job, Result>,
  job: Job,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const late = () => reject(kind.late());
  const whole = setTimeout(late, kind.mostMs(job));
  let stall = setTimeout(late, MAX_ENTRY_STALL_MS);
  const onMessage = (message: Result | Progress) => {
    if (!isProgress(message)) return resolve(message);
    clearTimeout(stall);
    stall = setTimeout(late, MAX_ENTRY_STALL_MS);
  };
  const onEnd = (cause: unknown) => reject(kind.ended(cause));
  const stop = () => reject(signal?.reason);
  signal?.addEventListener('abort', stop);
  worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
  try {
    worker.ref();
    worker.postMessage(job);
    return await promise;
  } finally {
    clearTimeout(whole);
    clearTimeout(stall);
    signal?.removeEventListener('abort', stop);
    worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
    worker.unref();
  }
}

function isProgress(message: Message): message is Progress {
  return message.kind === 'progress';
}
