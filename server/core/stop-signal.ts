/** A group-wide signal arrives twice, from the system and from npm; only one that comes later is meant anew. */
const SAME_SIGNAL_MS = 1000;

/** Aborts when the process is asked to stop; asked a second time, it ends at once. To be called once a process. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let askedAt: number | null = null;
  const ask = () => {
    if (askedAt !== null && performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1);
    askedAt ??= performance.now();
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  return stop.signal;
}
