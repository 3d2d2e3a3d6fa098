/** So many rows before the chapter read last are shown with it. */
const BEFORE = 2;
/** Fewer are not worth folding: the row is on the first screen anyway. */
const FEWEST = 4;

/** How many of these rows to fold, so that the chapter read last comes soon. */
export function foldedBefore(rows: readonly { id: number }[], lastId: number | undefined): number {
  const before = rows.findIndex(({ id }) => id === lastId) - BEFORE;
  return before < FEWEST ? 0 : before;
}
