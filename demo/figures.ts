import type pg from 'pg';
import { transaction } from '../server/core/db/db.ts';
import { addDays } from '../server/core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../server/core/time/shanghai-day.ts';
import { addToStats, findStats } from '../server/modules/catalog/catalog.ts';
import { findComicByTitle } from '../server/modules/catalog/publishing/publishing.ts';
import { addPastViews } from '../server/modules/reading/reading.ts';
import { createRandom } from './draw/random.ts';
import type { Series } from './story/series.ts';

/** The period of rankings. */
const DAYS = 30;

/** Adds views of a few weeks and some subscribers to a series, unless it has subscribers already. */
export async function addFigures(
  { pool, clock }: { pool: pg.Pool; clock: () => Date },
  { title }: Series,
): Promise<void> {
  const comic = await findComicByTitle(pool, title);
  if (comic === null) return;
  const random = createRandom(`${title} figures`);
  // A few series are popular, most are not.
  const popularity = 40 + 1400 * random.between(0, 1) ** 2.2;
  const trend = random.between(-0.5, 0.9);
  const today = shanghaiDay(clock());
  const gains = Array.from({ length: DAYS }, (_, back) => ({
    comicId: comic.id,
    day: addDays(today, -back),
    views: Math.round(popularity * (1 + trend * (1 - back / DAYS)) * random.between(0.7, 1.3)),
  }));
  const subscribers = Math.round(popularity * random.between(2, 5));
  const favorites = Math.round(popularity * random.between(1, 3));
  await transaction(pool, async (tx) => {
    if ((await findStats(tx, comic.id)).subscribers > 0) return;
    await addPastViews(tx, gains);
    await addToStats(tx, [{ comicId: comic.id, subscribers, favorites }]);
  });
}
