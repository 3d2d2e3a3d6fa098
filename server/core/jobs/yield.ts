import { setTimeout as sleep } from 'node:timers/promises';

/** Long work awaits this between its steps. It returns `undefined` until the work has run for `LONGEST_MS`. */
export type Yield = () => Promise<void> | undefined;

/** A request that arrives during the work waits at most this long. */
const LONGEST_MS = 1;
/** A request needs the event loop once for each of its queries. The pause is longer than the work, so that most find it free. */
const REST_MS = 3;

/** Lets requests run first: pauses for `REST_MS` after every `LONGEST_MS` of work. */
export function createYield(): Yield {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_MS) return undefined;
    return sleep(REST_MS).then(() => {
      since = performance.now();
    });
  };
}

/** Items in one step. They take a fraction of a millisecond. */
const STEP = 128;

/** Calls `work` for every item and yields between steps. */
export async function forEachYielding<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  const yieldNow = createYield();
  for (let from = 0; from < items.length; from += STEP) {
    for (const item of items.slice(from, from + STEP)) work(item);
    await yieldNow();
  }
}

/** A merge sort with the result of `toSorted` that yields between steps. */
export async function sortYielding<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const yieldNow = createYield();
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += STEP) {
    runs.push(items.slice(from, from + STEP).sort(compare));
    await yieldNow();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];

  async function merge(first: readonly T[], second: readonly T[], by: typeof compare): Promise<T[]> {
    const merged: T[] = [];
    let taken = 0;
    for (const [index, item] of second.entries()) {
      for (let next = first[taken]; next !== undefined && by(next, item) <= 0; next = first[++taken]) merged.push(next);
      merged.push(item);
      if (index % STEP === 0) await yieldNow();
    }
    return merged.concat(first.slice(taken));
  }
}
