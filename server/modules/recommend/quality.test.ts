import { expect, test } from 'vitest';
import { howMany, isDrill, seedOf } from '../../../testing/drills/drill.ts';
import { type MadeUp, makeUp } from '../../../testing/factories/made-up-readers.ts';
import { dayNumber } from './draw-number.ts';
import type { GeneralList, RelatedList } from './lists.ts';
import { makeLists } from './making/make-lists.ts';
import { createTastes } from './making/tastes.ts';
import { pick } from './picking/pick.ts';

const AT = 10;
/** The number of comics that a reader is shown. */
const SHOWN = 12;

type Lists = { related: Map<number, RelatedList>; general: GeneralList };

async function listsOf({ comics, readers, now }: MadeUp): Promise<Lists> {
  const tastes = createTastes(new Map(comics.map(({ id }, index) => [id, index])), 10_000_000);
  for (const { read } of readers) tastes.add(read.map((comicId, index) => ({ comicId, days: index })));
  const related = new Map<number, RelatedList>();
  const general = await makeLists(comics, tastes.finish(), now, (list) => void related.set(list.comicId, list));
  return { related, general };
}

function pickFor(
  { related, general }: Lists,
  read: readonly number[],
  size: number,
  draw: { day: number; for: number },
) {
  const tasted = read.map((comicId, index) => ({ comicId, days: index }));
  const lists = read.flatMap((comicId) => related.get(comicId) ?? []);
  return pick({ tasted, related: lists, general }, { without: new Set(read), ageLimit: 16, size, draw }).comics;
}

test('recommendations include the next comic of simulated readers 1.5 times as often as popularity alone', async () => {
  const seed = seedOf('made-up readers');
  const madeUp = makeUp({
    comics: howMany({ test: 300, drill: 5_000 }),
    readers: howMany({ test: 2_000, drill: 100_000 }),
    circles: howMany({ test: 12, drill: 60 }),
    seed,
  });
  const lists = await listsOf(madeUp);
  const asked = madeUp.readers.slice(0, howMany({ test: 600, drill: 10_000 }));
  const hits = { picked: 0, popular: 0 };
  for (const [index, { read, next }] of asked.entries()) {
    const draw = { day: dayNumber(madeUp.now), for: index + 1 };
    if (pickFor(lists, read, AT, draw).includes(next)) hits.picked++;
    const popular = lists.general.comics.map(({ comicId }) => comicId).filter((id) => !read.includes(id));
    if (popular.slice(0, AT).includes(next)) hits.popular++;
  }
  const rate = (count: number) => count / asked.length;
  const ratio = hits.picked / hits.popular;
  if (isDrill)
    console.log(`hit rate at ${AT}: ${rate(hits.picked).toFixed(3)}, by popularity ${rate(hits.popular).toFixed(3)}`);
  expect(ratio, `seed ${seed}: ${hits.picked} against ${hits.popular} of ${asked.length}`).toBeGreaterThan(1.5);
});

test('one of six places is for new comics, and all of them are shown about equally often', async () => {
  const madeUp = makeUp({ comics: 300, readers: 120, circles: 12, seed: seedOf('new comics') });
  const lists = await listsOf(madeUp);
  const isNew = new Set(madeUp.comics.filter((_, index) => index % 10 === 9).map(({ id }) => id));
  const shown = new Map<number, number>();
  let all = 0;
  for (let day = 0; day < 7; day++)
    for (const [index, { read }] of madeUp.readers.entries()) {
      const comics = pickFor(lists, read, SHOWN, { day, for: index + 1 });
      expect(comics).toHaveLength(SHOWN);
      all += comics.length;
      for (const id of comics) if (isNew.has(id)) shown.set(id, (shown.get(id) ?? 0) + 1);
    }
  const times = [...isNew].map((id) => shown.get(id) ?? 0);
  const share = times.reduce((sum, count) => sum + count, 0) / all;
  if (isDrill)
    console.log(
      `share of ${isNew.size} new comics: ${share.toFixed(3)}, ${Math.min(...times)} to ${Math.max(...times)} times`,
    );
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.2);
  expect(Math.min(...times)).toBeGreaterThan(0);
  expect(Math.max(...times)).toBeLessThan((10 * (share * all)) / isNew.size);
});
