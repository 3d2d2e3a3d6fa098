import { setImmediate } from 'node:timers/promises';

/** Longer than this in one go, and requests that come meanwhile would be noticed to wait. */
const LONGEST_MS = 2;

/** To be awaited now and then within long work: lets what waits go first, if the work has gone on long enough. */
export function createBreather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_MS) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}

/** What one step of the work is: so many items take a fraction of a millisecond. */
const STEP = 256;

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
