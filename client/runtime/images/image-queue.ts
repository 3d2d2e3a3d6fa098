/** HTTP/1.1 gives a page six connections to a host; one stays free for calls. */
export const MAX_IN_FLIGHT = 5;

export type Job = {
  /** The distance from the viewport, evaluated each time a slot is free; the nearest starts first. */
  distance: () => number;
  /** Starts the work and returns how to stop it; `finished` must be called once unless it was stopped. */
  start: (finished: () => void) => () => void;
};

export type ImageQueue = { add: (job: Job) => () => void };

/** A queue that starts the nearest job first and keeps at most `slots` running. */
export function createImageQueue(slots: number = MAX_IN_FLIGHT): ImageQueue {
  const waiting = new Set<Job>();
  let running = 0;

  function nearest(): Job | null {
    let best: Job | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const job of waiting) {
      const distance = job.distance();
      if (best === null || distance < least) {
        best = job;
        least = distance;
      }
    }
    return best;
  }

  function pump(): void {
    while (running < slots) {
      const job = nearest();
      if (!job) return;
      waiting.delete(job);
      running += 1;
      stops.set(
        job,
        job.start(() => release(job)),
      );
    }
  }

  const stops = new Map<Job, () => void>();
  function release(job: Job): void {
    if (!stops.delete(job)) return;
    running -= 1;
    pump();
  }

  let scheduled = false;
  /** Jobs added in the same turn compete with each other before the first one starts. */
  function pumpSoon(): void {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      pump();
    });
  }

  return {
    add(job) {
      waiting.add(job);
      pumpSoon();
      return () => {
        if (waiting.delete(job)) return;
        const stop = stops.get(job);
        if (!stop) return;
        stop();
        release(job);
      };
    },
  };
}
