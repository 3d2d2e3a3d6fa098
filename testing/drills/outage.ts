/** When nobody could answer, on the clock of `performance`. */
export type Outage = { from: number; until: number };

/** How a call ended, and when. */
export type Ended = { begunAt: number; endedAt: number; fault: string | null };

/** The longest time after an outage in which calls may still fail. */
const RECOVERED_WITHIN_MS = 15_000;

/**
 * The effect of an outage on calls. A fault counts at the time of its answer, not of its call: a call that began during the
 * outage and failed long after it counts as failed after it.
 */
export function judgeOutage(calls: readonly Ended[], { from, until }: Outage) {
  const faults = calls.filter(({ fault }) => fault !== null);
  const recoveredInMs = Math.max(until, ...faults.map(({ endedAt }) => endedAt)) - until;
  return {
    faults: faults.length,
    early: faults.filter(({ endedAt }) => endedAt < from),
    recoveredInMs,
    isRecoveredInTime: recoveredInMs < RECOVERED_WITHIN_MS,
    /** The longest wait for an answer that was good. */
    longestMs: Math.max(0, ...calls.filter(({ fault }) => fault === null).map((each) => each.endedAt - each.begunAt)),
    reasons: [...new Set(faults.map(({ fault }) => fault))].slice(0, 5).join('; '),
  };
}
