/** The screen and its clock, so that a test can stand in for them. */
export type TurnsAround = {
  /** The server's time, in milliseconds. */
  now(): number;
  hidden(): boolean;
  /** Asks anew for what is shown of these calls. */
  askAnew(paths: ReadonlySet<string>): void;
};

/** Calls whose answers turn wrong by themselves, a sale beginning or a day ending, and when to ask anew. */
export type Turns = {
  /** An answer to the call at this path said when it turns: its `Expires`. Of several the earliest counts. */
  note(path: string, expires: string): void;
  /** Asks for what is due, unless nobody looks. */
  check(): void;
};

/** What is known of the server's clock may be off by half a second. */
const GRACE_MS = 600;
/** Everybody's phone knows the same moment: they ask one after another. */
const SPREAD_MS = 1500;
/** Where an answer has turned before it came, the clocks differ: it is asked for ever more rarely. */
const PAUSE_MS = { first: 1000, most: 60_000 };
/** A timer that runs longer fires at once. */
const LONGEST_MS = 2_147_483_647;

export function createTurns({ now, hidden, askAnew }: TurnsAround): Turns {
  const pending = new Map<string, { askAt: number; late: number }>();
  /** How often in a row a call was asked anew for an answer that came too late. */
  const lateBefore = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function check() {
    clearTimeout(timer);
    if (hidden()) return;
    const at = now();
    const due = [...pending].filter(([, { askAt }]) => askAt <= at);
    for (const [path, { late }] of due) {
      pending.delete(path);
      lateBefore.set(path, late);
    }
    if (due.length > 0) askAnew(new Set(due.map(([path]) => path)));
    const next = Math.min(...[...pending.values()].map(({ askAt }) => askAt));
    if (pending.size > 0) timer = setTimeout(check, Math.min(Math.max(next - at, 0), LONGEST_MS));
  }

  return {
    note(path, expires) {
      const left = Date.parse(expires) - now();
      if (Number.isNaN(left)) return;
      const late = left > 0 ? 0 : (lateBefore.get(path) ?? 0) + 1;
      const pause = late > 0 ? Math.min(PAUSE_MS.first * 2 ** late, PAUSE_MS.most) : 0;
      const askAt = now() + Math.max(left, 0) + pause + GRACE_MS + Math.random() * SPREAD_MS;
      const known = pending.get(path);
      if (known && known.askAt <= askAt) return;
      pending.set(path, { askAt, late });
      check();
    },
    check,
  };
}
