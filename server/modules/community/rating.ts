/** The mean is shown from this many ratings on. */
const SHOWN_FROM = 10;
/** A comic starts with this many ratings of the usual stars, so that few ratings move its mean little. */
const PRIOR = { ratings: 10, stars: 3.5 } as const;

/** The Bayesian mean of ratings with one decimal; null for too few of them. */
export function meanOf({ ratings, stars }: { ratings: number; stars: number }): number | null {
  if (ratings < SHOWN_FROM) return null;
  return Math.round(((PRIOR.ratings * PRIOR.stars + stars) / (PRIOR.ratings + ratings)) * 10) / 10;
}
