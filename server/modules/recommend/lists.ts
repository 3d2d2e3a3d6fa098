/** A comic of a list, and from which age on readers are shown it. */
export type Listed = { comicId: number; fromAge: number };

/** How related a comic is, the more the higher. */
export type Related = Listed & { score: number };

/** The recommendations for readers of a comic: the most related first, and new comics of its genres in no order. */
export type RelatedList = { comicId: number; comics: readonly Related[]; fresh: readonly Listed[] };

/** The recommendations for everybody: the most popular comics, best first, and new comics in no order. */
export type GeneralList = { comics: readonly Listed[]; fresh: readonly Listed[] };
