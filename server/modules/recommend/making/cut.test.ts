import { expect, test } from 'vitest';
import { createBest } from './cut.ts';

const AGES = [18, 18, 16, 0, 18, 16, 12, 0, 16, 18, 12, 0];

test.each([12, 16, 18])(
  'at an age limit of %i the best items are listed in order, in whatever order they were added',
  (limit) => {
    const items = AGES.map((fromAge, index) => ({ comicId: index + 1, fromAge }));
    for (const added of [items, items.toReversed()]) {
      const best = createBest<(typeof items)[number]>(3, (a, b) => a.comicId < b.comicId);
      for (const item of added) best.add(item);
      const shown = best.list().filter(({ fromAge }) => fromAge <= limit);
      const all = items.filter(({ fromAge }) => fromAge <= limit);
      expect(shown.slice(0, 3)).toEqual(all.slice(0, 3));
      expect(best.list().length).toBeLessThanOrEqual(9);
    }
  },
);
