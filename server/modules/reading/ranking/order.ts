import { forEachYielding, sortYielding } from '../../../core/jobs/yield.ts';
import type { AgeLimit, RankableComic } from '../../catalog/catalog.ts';
import type { DayViews, Ranking, RankingType } from './store.ts';

/** The length of a ranking. */
export const RANKED_MOST = 500;

/** A ranking for an age limit is made only if it differs from the one for the next younger limit. */
const AGE_LIMITS: readonly AgeLimit[] = [12, 16, 18];

type Scored = { comic: RankableComic; score: number; otherwise: number; total: number };

const UNREAD: Omit<DayViews, 'comicId'> = { today: 0, yesterday: 0, week: 0, month: 0, later: 0 };

/**
 * The rankings of a type: one of all comics, and one for each genre. Comics without a score are left out. The day ranking also
 * lists yesterday's comics, after those that were read today, so that it is not empty at midnight. `counted`: the favourites
 * or the sales of each comic, for these two rankings. The work yields to requests.
 */
export async function rankingsOf(
  type: RankingType,
  comics: readonly RankableComic[],
  views: ReadonlyMap<number, DayViews>,
  counted: ReadonlyMap<number, number>,
): Promise<Omit<Ranking, 'before'>[]> {
  const found: Scored[] = [];
  await forEachYielding(comics, (comic) => {
    const scored = scoreOf(type, comic, views.get(comic.id) ?? UNREAD, counted.get(comic.id) ?? 0);
    if (scored.score > 0 || scored.otherwise > 0) found.push(scored);
  });
  const scored = await sortYielding(found, byScore);
  const rankings: Omit<Ranking, 'before'>[] = [];
  for (const [index, ageLimit] of AGE_LIMITS.entries()) {
    const younger = AGE_LIMITS[index - 1] ?? -1;
    const visible = scored.filter(({ comic }) => comic.fromAge <= ageLimit);
    const added = new Set(visible.flatMap(({ comic }) => (comic.fromAge > younger ? comic.id : [])));
    if (added.size === 0) continue;
    const ofLimit = await byGenre(visible, ageLimit);
    rankings.push(...ofLimit.filter(({ comics: ranked }) => ranked.some((id) => added.has(id))));
  }
  return rankings;
}

async function byGenre(scored: readonly Scored[], ageLimit: AgeLimit): Promise<Omit<Ranking, 'before'>[]> {
  const rankings = new Map<string, Omit<Ranking, 'before'>>();
  await forEachYielding(scored, ({ comic, score }) => {
    for (const genre of new Set(['', ...comic.genres])) {
      const ranking = rankings.get(genre) ?? { genre, ageLimit, comics: [], scores: [] };
      if (ranking.comics.length === RANKED_MOST) continue;
      ranking.comics.push(comic.id);
      ranking.scores.push(score);
      rankings.set(genre, ranking);
    }
  });
  return [...rankings.values()];
}

function scoreOf(type: RankingType, comic: RankableComic, views: Omit<DayViews, 'comicId'>, counted: number): Scored {
  const total = comic.views - views.later;
  const scores = { day: views.today, week: views.week, month: views.month, total, sale: counted, favorite: counted };
  return { comic, score: scores[type], otherwise: type === 'day' ? views.yesterday : 0, total };
}

function byScore(a: Scored, b: Scored): number {
  return (
    b.score - a.score ||
    b.otherwise - a.otherwise ||
    b.total - a.total ||
    b.comic.latestAt.getTime() - a.comic.latestAt.getTime() ||
    b.comic.id - a.comic.id
  );
}
