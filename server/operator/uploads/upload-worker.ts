import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { runProgram } from '../background/run-program.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const RESTART_MS = 2_000;

export type UploadWorker = {
  /** Something is due. Starts the process unless it runs. */
  wake(): void;
  stop(): Promise<void>;
};

/**
 * Runs the process that imports uploads, while something is due. Decoding pictures would delay readers and may crash on a
 * hostile file. In another process it can do neither.
 */
export function createUploadWorker(log: Logger, program = PROGRAM): UploadWorker {
  const stop = new AbortController();
  let isDue = false;
  let running: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (isDue && !stop.signal.aborted) {
      isDue = false;
      const ended = await runProgram(program, stop.signal);
      if (ended === '0' || stop.signal.aborted) continue;
      log.warn({ ended }, 'the process that imports uploads has failed');
      await sleep(RESTART_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
    running = null;
  }

  return {
    wake() {
      isDue = true;
      running ??= work();
    },
    async stop() {
      stop.abort();
      await running;
    },
  };
}
