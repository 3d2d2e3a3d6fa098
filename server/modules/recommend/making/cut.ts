import type { AgeLimit } from '../../catalog/catalog.ts';
import type { Listed } from '../lists.ts';

const AGE_LIMITS: readonly AgeLimit[] = [12, 16, 18];

/** The place of the youngest age limit at which a comic is shown. */
function placeOf(fromAge: number): number {
  if (fromAge <= 12) return 0;
  return fromAge <= 16 ? 1 : 2;
}

/** Collects the best of each age: enough for the first `size` at every age limit, however many are added. */
export function createBest<Item extends Listed>(size: number, isBefore: (a: Item, b: Item) => boolean) {
  // One list for each age limit, of the items that are shown from this limit on. The best at a limit are among the best of this list
  // and those of the lower limits.
  const best: readonly Item[][] = AGE_LIMITS.map(() => []);
  const listOf = (fromAge: number) => best[placeOf(fromAge)] ?? [];

  return {
    /** The item that another one of this age must come before to be kept; undefined while the list is not full. */
    last: (fromAge: number): Item | undefined => listOf(fromAge)[size - 1],
    add(item: Item): void {
      const list = listOf(item.fromAge);
      const last = list[size - 1];
      if (last && !isBefore(item, last)) return;
      let place = list.length;
      for (let above = list[place - 1]; above && isBefore(item, above); above = list[place - 1]) place--;
      list.splice(place, 0, item);
      if (list.length > size) list.pop();
    },
    /** The items among the first `size` at some age limit, in order. */
    list(): Item[] {
      const all = best.flat().sort((a, b) => (isBefore(a, b) ? -1 : 1));
      const kept = AGE_LIMITS.flatMap((limit) => all.filter(({ fromAge }) => fromAge <= limit).slice(0, size));
      const isKept = new Set(kept);
      return all.filter((item) => isKept.has(item));
    },
  };
}
