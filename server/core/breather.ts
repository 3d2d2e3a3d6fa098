import { setTimeout as sleep } from 'node:timers/promises';

/** To be awaited now and then within long work; costs next to nothing while the work has not gone on long enough. */
export type Breathe = () => Promise<void> | undefined;

/** Longer than this in one go, and requests that come meanwhile would be noticed to wait. */
const LONGEST_MS = 1;
/** A request comes back to the process for each of its queries: most of them should find it at rest. */
const REST_MS = 3;

/** Lets requests go first: after each short time of work comes a longer one of rest. */
export function createBreather(): Breathe {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_MS) return undefined;
    return sleep(REST_MS).then(() => {
      since = performance.now();
    });
  };
}

/** What one step of the work is: so many items take a fraction of a millisecond. */
const STEP = 128;

/** Calls `work` for every item. */
export async function forEachBreathing<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  const breathe = createBreather();
  for (let from = 0; from < items.length; from += STEP) {
    for (const item of items.slice(from, from + STEP)) work(item);
    await breathe();
  }
}

/** Sorts as `toSorted` does: parts of it first, then two neighbours into one, until one is left. */
export async function sortBreathing<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const breathe = createBreather();
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += STEP) {
    runs.push(items.slice(from, from + STEP).sort(compare));
    await breathe();
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
      if (index % STEP === 0) await breathe();
    }
    return merged.concat(first.slice(taken));
  }
}
