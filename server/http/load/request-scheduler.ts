/**
 * Starts requests in an order that is fair by address.
 *
 * In each iteration of the event loop Node reads the connections that are ready and accepts one new connection. If a thousand
 * requests were answered in every iteration, new readers would wait a minute. So an iteration starts few requests, and for one
 * address only its share. The other requests wait for the next iterations.
 */
export type RequestScheduler = {
  /**
   * Runs `answer` now or in a later iteration, or `refuse` if the request has waited too long. `answer` calls the function that
   * it is given when its work is done. That may be long after `answer` has returned.
   */
  run(address: string, answer: (done: () => void) => void, refuse: () => void): void;
};

export type SchedulerLimits = {
  /** Requests started in one iteration, for all addresses together. */
  perIteration: number;
  /** Requests started in one iteration for one address. */
  perIterationOfAddress: number;
  /** Requests in progress for one address. */
  inProgressOfAddress: number;
  /** Requests that have waited longer are refused. */
  maxWaitMs: number;
};

type Waiting = { answer: (done: () => void) => void; refuse: () => void; since: number };
/** `started`: in this iteration. */
type Address = { inProgress: number; started: number; waiting: Waiting[] };

export function createRequestScheduler(
  { perIteration, perIterationOfAddress, inProgressOfAddress, maxWaitMs }: SchedulerLimits,
  {
    now = () => performance.now(),
    nextIteration = (work: () => void): unknown => setImmediate(work),
    later = (work: () => void, ms: number): unknown => setTimeout(work, ms).unref(),
  } = {},
): RequestScheduler {
  /** Addresses with requests in progress or waiting, in the order of the next iterations. */
  const addresses = new Map<string, Address>();
  let started = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    nextIteration(runIteration);
  }

  function mayStart(of: Address): boolean {
    return started < perIteration && of.started < perIterationOfAddress && of.inProgress < inProgressOfAddress;
  }

  function start(name: string, of: Address, answer: Waiting['answer']): void {
    started++;
    of.started++;
    of.inProgress++;
    schedule();
    let isDone = false;
    answer(() => {
      if (isDone) return;
      isDone = true;
      of.inProgress--;
      if (of.waiting.length > 0) schedule();
      else forget(name, of);
    });
  }

  function forget(name: string, of: Address): void {
    if (of.inProgress === 0 && of.started === 0 && of.waiting.length === 0) addresses.delete(name);
  }

  function runIteration(): void {
    isScheduled = false;
    started = 0;
    const late = now() - maxWaitMs;
    for (const [name, of] of addresses) {
      of.started = 0;
      const onTime = of.waiting.findIndex(({ since }) => since >= late);
      for (const { refuse } of of.waiting.splice(0, onTime < 0 ? of.waiting.length : onTime)) refuse();
      forget(name, of);
    }
    // Starts one request of each address in rotation, until no more may start in this iteration.
    for (let hasStarted = true; hasStarted; ) {
      hasStarted = false;
      const order = [...addresses];
      for (const [name, of] of order) {
        if (of.waiting.length === 0 || !mayStart(of)) continue;
        const next = of.waiting.shift();
        if (!next) continue;
        // Moved to the end: addresses without a start in this iteration come first in the next one.
        addresses.delete(name);
        addresses.set(name, of);
        hasStarted = true;
        start(name, of, next.answer);
      }
    }
    // An address at its limit of requests in progress is scheduled when one of them is done, or when the wait is over.
    if ([...addresses.values()].some((of) => of.waiting.length > 0 && of.inProgress < inProgressOfAddress)) schedule();
  }

  return {
    run(name, answer, refuse) {
      const of = addresses.get(name) ?? { inProgress: 0, started: 0, waiting: [] };
      addresses.set(name, of);
      if (of.waiting.length === 0 && mayStart(of)) start(name, of, answer);
      else {
        of.waiting.push({ answer, refuse, since: now() });
        schedule();
        if (of.inProgress >= inProgressOfAddress) later(schedule, maxWaitMs + 1);
      }
    },
  };
}
