/** The number of rows that are shown before the last read chapter. */
const BEFORE = 2;
/** Fewer rows are not folded: the last read chapter is on the first screen anyway. */
const FEWEST = 4;

/** How many rows to fold, so that the last read chapter is near the top. */
export function foldedBefore(rows: readonly { id: number }[], lastId: number | undefined): number {
  const before = rows.findIndex(({ id }) => id === lastId) - BEFORE;
  return before < FEWEST ? 0 : before;
}
