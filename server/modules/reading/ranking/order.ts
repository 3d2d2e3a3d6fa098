import type { RankableComic } from '../../catalog/catalog.ts';
import type { DayViews, Ranking, RankingType } from './store.ts';

/** A ranking goes no further down. */
export const RANKED_MOST = 500;

type Standing = { comic: RankableComic; score: number; otherwise: number; total: number };

const UNREAD: Omit<DayViews, 'comicId'> = { today: 0, yesterday: 0, week: 0, month: 0, later: 0 };

/**
 * The ranking of a type, of all comics and of each genre by itself. Comics without a score are in none; but a day begins
 * with the comics of the day before in their order, after those that were read already: a ranking is not empty at midnight.
 */
export function rankingsOf(
  type: RankingType,
  comics: readonly RankableComic[],
  views: ReadonlyMap<number, DayViews>,
  favorites: ReadonlyMap<number, number>,
): Omit<Ranking, 'before'>[] {
  const standings = comics
    .map((comic) => standingOf(type, comic, views.get(comic.id) ?? UNREAD, favorites.get(comic.id) ?? 0))
    .filter(({ score, otherwise }) => score > 0 || otherwise > 0)
    .sort(byStanding);
  const marked = new Set(standings.flatMap(({ comic }) => (comic.adult ? comic.id : [])));
  const everybodys = byGenre(
    standings.filter(({ comic }) => !comic.adult),
    false,
  );
  if (marked.size === 0) return everybodys;
  const others = byGenre(standings, true).filter(({ comics: ranked }) => ranked.some((id) => marked.has(id)));
  return [...everybodys, ...others];
}

function byGenre(standings: readonly Standing[], adult: boolean): Omit<Ranking, 'before'>[] {
  const rankings = new Map<string, Omit<Ranking, 'before'>>();
  for (const { comic, score } of standings)
    for (const genre of new Set(['', ...comic.genres])) {
      const ranking = rankings.get(genre) ?? { genre, adult, comics: [], scores: [] };
      if (ranking.comics.length === RANKED_MOST) continue;
      ranking.comics.push(comic.id);
      ranking.scores.push(score);
      rankings.set(genre, ranking);
    }
  return [...rankings.values()];
}

function standingOf(
  type: RankingType,
  comic: RankableComic,
  views: Omit<DayViews, 'comicId'>,
  favorite: number,
): Standing {
  const total = comic.views - views.later;
  const scores = { day: views.today, week: views.week, month: views.month, total, favorite };
  return { comic, score: scores[type], otherwise: type === 'day' ? views.yesterday : 0, total };
}

function byStanding(a: Standing, b: Standing): number {
  return (
    b.score - a.score ||
    b.otherwise - a.otherwise ||
    b.total - a.total ||
    b.comic.latestAt.getTime() - a.comic.latestAt.getTime() ||
    b.comic.id - a.comic.id
  );
}
