import * as v from 'valibot';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How many readers like a chapter, and whether this one does. */
export const Likes = v.object({ count: Count, mine: v.boolean() });
export type Likes = v.InferOutput<typeof Likes>;

export const Rating = v.object({
  /** How many readers have rated. */
  count: Count,
  /** The Bayesian mean, of one decimal; null for less than ten ratings. */
  mean: v.nullable(v.number()),
  /** The stars of this reader; null = not rated. */
  mine: v.nullable(Count),
});
export type Rating = v.InferOutput<typeof Rating>;

/** The opinions of readers about a comic. Each is set only if the operator has switched it on. `likes`: of all chapters. */
export const OPINIONS = { likes: v.optional(Count), rating: v.optional(Rating) };
