/** A signal to the process group arrives twice, from the system and from npm; only a later one is a second request. */
const SAME_SIGNAL_MS = 1000;

/** Aborts at the first signal to stop; the second ends the process at once. To be called once a process. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let stoppedAt: number | null = null;
  const handle = () => {
    if (stoppedAt !== null && performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(1);
    stoppedAt ??= performance.now();
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
  return stop.signal;
}
