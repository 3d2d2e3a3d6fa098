import type { AgeLimit } from '../../catalog/catalog.ts';
import type { Listed } from '../lists.ts';

const AGE_LIMITS: readonly AgeLimit[] = [12, 16, 18];

/** Collects the best of each age: enough for the first `size` at every age limit, however many are offered. */
export function createBest<Item extends Listed>(size: number, isBefore: (a: Item, b: Item) => boolean) {
  const best = new Map<AgeLimit, Item[]>();

  return {
    offer(item: Item): void {
      // By the youngest limit at which it is shown: what is best at a limit is among the best of those up to it.
      const limit = AGE_LIMITS.find((each) => item.fromAge <= each);
      if (limit === undefined) return;
      const list = best.get(limit) ?? [];
      const last = list.at(-1);
      if (list.length === size && last && !isBefore(item, last)) return;
      let place = list.length;
      for (let above = list[place - 1]; above && isBefore(item, above); above = list[place - 1]) place--;
      list.splice(place, 0, item);
      list.length = Math.min(list.length, size);
      best.set(limit, list);
    },
    /** Those that are among the first `size` at some age limit, in order. */
    list(): Item[] {
      const all = [...best.values()].flat().sort((a, b) => (isBefore(a, b) ? -1 : 1));
      const kept = AGE_LIMITS.flatMap((limit) => all.filter(({ fromAge }) => fromAge <= limit).slice(0, size));
      const isKept = new Set(kept);
      return all.filter((item) => isKept.has(item));
    },
  };
}
