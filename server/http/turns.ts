/**
 * Requests that come faster than they can be answered, in an order that is fair by address.
 *
 * A turn is a turn of the event loop. In each, connections that are ready are read, and one new connection is accepted: with a
 * thousand requests answered in every turn, new readers would wait a minute. So a turn answers few requests, and of an address
 * only its share; what is more waits for the next turns.
 */
export type Turns = {
  /**
   * Runs `answer` now or in a later turn, or `refuse` where that would be too late. `answer` calls the function that it is
   * given when its work is over, which may be long after it has returned.
   */
  take(address: string, answer: (isOver: () => void) => void, refuse: () => void): void;
};

export type TurnLimits = {
  /** Answers begun in one turn, of all addresses together. */
  atOnce: number;
  /** Of these, those of one address. */
  ofOneAddress: number;
  /** The most that one address may have under way. */
  underWay: number;
  /** Who has waited longer is refused. */
  waitMs: number;
};

type Waiting = { answer: (isOver: () => void) => void; refuse: () => void; since: number };
/** `busy`: under way. `begun`: in this turn. */
type Address = { busy: number; begun: number; waiting: Waiting[] };

export function createTurns(
  { atOnce, ofOneAddress, underWay, waitMs }: TurnLimits,
  {
    now = () => performance.now(),
    nextTurn = (work: () => void): unknown => setImmediate(work),
    later = (work: () => void, ms: number): unknown => setTimeout(work, ms).unref(),
  } = {},
): Turns {
  /** Those with something under way or waiting; the order is that of the next turns. */
  const addresses = new Map<string, Address>();
  let begun = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    nextTurn(takeTurn);
  }

  function mayBegin(of: Address): boolean {
    return begun < atOnce && of.begun < ofOneAddress && of.busy < underWay;
  }

  function begin(name: string, of: Address, answer: Waiting['answer']): void {
    begun++;
    of.begun++;
    of.busy++;
    schedule();
    let isOver = false;
    answer(() => {
      if (isOver) return;
      isOver = true;
      of.busy--;
      if (of.waiting.length > 0) schedule();
      else forget(name, of);
    });
  }

  function forget(name: string, of: Address): void {
    if (of.busy === 0 && of.begun === 0 && of.waiting.length === 0) addresses.delete(name);
  }

  function takeTurn(): void {
    isScheduled = false;
    begun = 0;
    const late = now() - waitMs;
    for (const [name, of] of addresses) {
      of.begun = 0;
      const onTime = of.waiting.findIndex(({ since }) => since >= late);
      for (const { refuse } of of.waiting.splice(0, onTime < 0 ? of.waiting.length : onTime)) refuse();
      forget(name, of);
    }
    // One of each address in turn, until the turn is full or nobody may begin.
    for (let hasBegun = true; hasBegun; ) {
      hasBegun = false;
      const order = [...addresses];
      for (const [name, of] of order) {
        if (of.waiting.length === 0 || !mayBegin(of)) continue;
        const next = of.waiting.shift();
        if (!next) continue;
        // Behind the others, should the turn be full before all had theirs.
        addresses.delete(name);
        addresses.set(name, of);
        hasBegun = true;
        begin(name, of, next.answer);
      }
    }
    // What waits for work under way is taken up when that is over, or refused in time.
    if ([...addresses.values()].some((of) => of.waiting.length > 0 && of.busy < underWay)) schedule();
  }

  return {
    take(name, answer, refuse) {
      const of = addresses.get(name) ?? { busy: 0, begun: 0, waiting: [] };
      addresses.set(name, of);
      if (of.waiting.length === 0 && mayBegin(of)) begin(name, of, answer);
      else {
        of.waiting.push({ answer, refuse, since: now() });
        schedule();
        if (of.busy >= underWay) later(schedule, waitMs + 1);
      }
    },
  };
}
