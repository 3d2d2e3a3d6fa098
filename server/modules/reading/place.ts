/** A position in a chapter: the page, counted from 0, and how far down in it. */
export type Place = { page: number; offset: number };

/** A place in a chapter of this many pages; one beyond its end is the end. */
export function placeWithin({ page, offset }: { page: number | null; offset: number | null }, pages: number): Place {
  if (page === null) return { page: 0, offset: 0 };
  return page < pages ? { page, offset: offset ?? 0 } : { page: pages - 1, offset: 1 };
}
