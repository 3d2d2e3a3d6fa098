import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { runProgram } from '../background/run-program.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));

/** The delay before a restart. It doubles until the process has run for a while. */
const RESTART_MS = { first: 1_000, longest: 60_000, forgottenAfter: 60_000 };

export type LibraryWatch = { stop(): Promise<void> };

/**
 * Keeps a process running that watches the library folders, with the settings of this process. Decoding pictures would
 * delay readers and may crash on a hostile file. In another process it can do neither.
 */
export function keepWatching(log: Logger, program = PROGRAM, pace = RESTART_MS): LibraryWatch {
  const stop = new AbortController();
  const kept = keep(log, program, pace, stop.signal);
  return {
    async stop() {
      stop.abort();
      await kept;
    },
  };
}

async function keep(log: Logger, program: string, pace: typeof RESTART_MS, stop: AbortSignal): Promise<void> {
  let wait = pace.first;
  while (!stop.aborted) {
    const startedAt = performance.now();
    const ended = await runProgram(program, stop);
    if (stop.aborted) return;
    if (performance.now() - startedAt > pace.forgottenAfter) wait = pace.first;
    log.warn({ ended, againInMs: wait }, 'the process that watches the library folders has ended; it is started again');
    await sleep(wait, undefined, { signal: stop }).catch(() => {});
    wait = Math.min(2 * wait, pace.longest);
  }
}
