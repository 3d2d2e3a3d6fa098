import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { MAX_ARCHIVE_MS, MAX_ENTRY_STALL_MS, MAX_LISTING_MS } from '../../limits/limits.ts';
import { SourceError } from '../../source/source-error.ts';
import type { EngineJob, EngineMessage } from './engine-jobs.ts';

/** A thread keeps what its archives took of memory: a new one begins afresh. */
const JOBS_A_THREAD = 100;
const MAX_HEAP_MIB = 128;
const LARGE_BYTES = 32 * 1024 * 1024;

type Thread = { worker: Worker; jobs: number };
export type EngineResult = Exclude<EngineMessage, { kind: 'progress' }>;

let idle: Thread | undefined;
/** One at a time: two large dictionaries together would take more memory than an import may. */
const oneAtATime = pLimit(1);

/** Has the engine do one job in its thread, which is ended when it takes or stalls too long, and when `signal` says so. */
export function runEngineJob(job: EngineJob, signal: AbortSignal | undefined): Promise<EngineResult> {
  return oneAtATime(() => perform(job, signal));
}

async function perform(job: EngineJob, signal: AbortSignal | undefined): Promise<EngineResult> {
  signal?.throwIfAborted();
  const thread = idle ?? start();
  idle = undefined;
  thread.jobs++;
  try {
    const result = await resultOf(thread.worker, job, signal);
    const failed = result.kind === 'failed' || result.kind === 'stopped';
    if (failed || thread.jobs >= JOBS_A_THREAD || isLarge(result)) {
      await thread.worker.terminate();
    } else {
      idle = thread;
    }
    return result;
  } catch (error) {
    await thread.worker.terminate();
    throw error;
  }
}

/** What a large archive took of memory is given back at once. */
function isLarge(result: EngineResult): boolean {
  return result.kind === 'unpacked' && result.files.reduce((sum, { bytes }) => sum + bytes, 0) > LARGE_BYTES;
}

function start(): Thread {
  const worker = new Worker(new URL('./engine-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    // What the process was started with, as for a test runner, is no business of this thread.
    execArgv: [],
  });
  worker.unref();
  // One that ends while idle is not used again, and is no reason to end the process.
  worker
    .on('error', () => {})
    .on('exit', () => {
      if (idle?.worker === worker) idle = undefined;
    });
  return { worker, jobs: 0 };
}

async function resultOf(worker: Worker, job: EngineJob, signal: AbortSignal | undefined): Promise<EngineResult> {
  const wholeMs = job.task === 'list' ? MAX_LISTING_MS : MAX_ARCHIVE_MS;
  const { promise, resolve, reject } = Promise.withResolvers<EngineResult>();
  const late = () => reject(new SourceError('timeout', '解压花的时间太长，已停止，请重新打包成普通的 CBZ（ZIP）'));
  const whole = setTimeout(late, wholeMs);
  let stall = setTimeout(late, MAX_ENTRY_STALL_MS);
  const onMessage = (result: EngineMessage) => {
    if (result.kind !== 'progress') return resolve(result);
    clearTimeout(stall);
    stall = setTimeout(late, MAX_ENTRY_STALL_MS);
  };
  // The thread's own memory limit ends it with an error, as does a fault of the engine.
  const onEnd = (cause: unknown) =>
    reject(new SourceError('corrupt_archive', '压缩包解不开，可能已损坏，请重新下载或打包', { cause }));
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
