import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { ChildMessage, RunRange } from './child.ts';

export type Failure = { run: number; kind: 'crash' | 'hang' | 'leak'; why: string };
export type FuzzOptions = { seed: number; runs: number; first?: number; onProgress?: (done: number) => void };
/** `done`: the number of started runs; fewer than planned after too many failures. */
export type FuzzResult = { failures: Failure[]; done: number };

/** Longer than the time limit of any decoder, also on a busy machine. */
const MOST_SECONDS_A_RUN = 90;
/** Memory growth after the first runs that caches don't explain. */
const MOST_GROWTH_BYTES = 256 * 1024 * 1024;
const RUNS_TO_WARM_UP = 300;
/** The lowest of this many measurements counts, because one large picture is not a leak. */
const WEIGHINGS = 10;
const MOST_FAILURES = 20;
/** Makes glibc return memory at once. Memory that it keeps for each thread would look like a leak. */
const GIVES_BACK = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Runs mutated archives and pictures in child processes, one a core. Returns the failures. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const step = availableParallelism();
  const first = options.first ?? 0;
  let done = 0;
  const onRun = () => {
    done += 1;
    options.onProgress?.(done);
  };
  const lanes = Array.from({ length: step }, async (_, lane): Promise<Failure[]> => {
    const range = { seed: options.seed, from: first + lane, to: first + options.runs, step };
    return range.from < range.to ? runLane(range, onRun) : [];
  });
  const failures = (await Promise.all(lanes)).flat().sort((a, b) => a.run - b.run);
  return { failures, done };
}

/** Runs children one after the other. If one crashes or grows too large, a new one continues after the last run. */
async function runLane(range: RunRange, onRun: () => void): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (let from: number | undefined = range.from; from !== undefined && from < range.to; ) {
    const ended: Failure | undefined = await runChild({ ...range, from }, onRun, failures);
    if (ended) failures.push(ended);
    from = ended && failures.length < MOST_FAILURES ? ended.run + range.step : undefined;
  }
  return failures;
}

/** Returns the failure that ended the child; undefined if it finished. */
function runChild(range: RunRange, onRun: () => void, failures: Failure[]): Promise<Failure | undefined> {
  const { promise, resolve } = Promise.withResolvers<Failure | undefined>();
  const child: ChildProcess = fork(new URL('./child.ts', import.meta.url), {
    execArgv: ['--expose-gc'],
    env: GIVES_BACK,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let at = range.from;
  let errorOutput = '';
  const weighed: number[] = [];
  let failure: Failure | undefined;
  let timer: NodeJS.Timeout | undefined;
  const end = (kind: Failure['kind'], why: string) => {
    failure ??= { run: at, kind, why };
    child.kill('SIGKILL');
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => end('hang', `没有在 ${MOST_SECONDS_A_RUN} 秒内结束`), MOST_SECONDS_A_RUN * 1000);
  };
  child.stderr?.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-4000);
  });
  child.on('message', (message: ChildMessage) => {
    // Ignores later messages of a killed child; the next child repeats these runs.
    if (failure) return;
    wait();
    if ('failed' in message) failures.push({ run: message.failed, kind: 'crash', why: message.why });
    else if ('memoryBytes' in message) {
      if (message.at - range.from < RUNS_TO_WARM_UP * range.step) return;
      weighed.push(message.memoryBytes);
      const grown = Math.min(...weighed.slice(-WEIGHINGS)) - Math.min(...weighed.slice(0, WEIGHINGS));
      if (grown > MOST_GROWTH_BYTES) end('leak', `内存增长了 ${Math.round(grown / 1024 / 1024)} MB`);
    } else {
      at = message.at;
      onRun();
    }
  });
  child.on('error', (error) => end('crash', error.message));
  child.on('close', (code, signal) => {
    clearTimeout(timer);
    const died =
      code === 0 ? undefined : { run: at, kind: 'crash' as const, why: `${signal ?? code}：${errorOutput.trim()}` };
    resolve(failure ?? died);
  });
  wait();
  child.send(range);
  return promise;
}
