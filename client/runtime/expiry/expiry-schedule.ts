/** The screen and its clock, so that a test can replace them. */
export type ExpiryEnvironment = {
  /** The server's time, in milliseconds. */
  now(): number;
  hidden(): boolean;
  /** Refetches the answers of these calls. */
  refetch(paths: ReadonlySet<string>): void;
};

/** Refetches answers that expire at a known moment, such as the start of a sale or the end of a day. */
export type ExpirySchedule = {
  /** Records the `Expires` header of an answer. If a call has several answers, the earliest expiry counts. */
  note(path: string, expires: string): void;
  /** Refetches the expired answers, unless the page is hidden. */
  check(): void;
};

/** The estimate of the server's clock may be off by half a second. */
const GRACE_MS = 600;
/** All clients have the same expiry time; a random delay spreads their requests. */
const SPREAD_MS = 1500;
/** An answer that has expired before it arrives means that the clocks differ: the pauses between refetches grow. */
const PAUSE_MS = { first: 1000, most: 60_000 };
/** A timer that runs longer fires at once. */
const LONGEST_MS = 2_147_483_647;

export function createExpirySchedule({ now, hidden, refetch }: ExpiryEnvironment): ExpirySchedule {
  const pending = new Map<string, { refetchAt: number; lateCount: number }>();
  /** The number of consecutive answers to a call that had expired when they arrived. */
  const lateCounts = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function check() {
    clearTimeout(timer);
    if (hidden()) return;
    const at = now();
    const due = [...pending].filter(([, { refetchAt }]) => refetchAt <= at);
    for (const [path, { lateCount: late }] of due) {
      pending.delete(path);
      lateCounts.set(path, late);
    }
    if (due.length > 0) refetch(new Set(due.map(([path]) => path)));
    const next = Math.min(...[...pending.values()].map(({ refetchAt }) => refetchAt));
    if (pending.size > 0) timer = setTimeout(check, Math.min(Math.max(next - at, 0), LONGEST_MS));
  }

  return {
    note(path, expires) {
      const left = Date.parse(expires) - now();
      if (Number.isNaN(left)) return;
      const lateCount = left > 0 ? 0 : (lateCounts.get(path) ?? 0) + 1;
      const pause = lateCount > 0 ? Math.min(PAUSE_MS.first * 2 ** lateCount, PAUSE_MS.most) : 0;
      const refetchAt = now() + Math.max(left, 0) + pause + GRACE_MS + Math.random() * SPREAD_MS;
      const known = pending.get(path);
      if (known && known.refetchAt <= refetchAt) return;
      pending.set(path, { refetchAt, lateCount });
      check();
    },
    check,
  };
}
