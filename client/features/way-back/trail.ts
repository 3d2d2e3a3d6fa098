/** A place in the browser's history: its full path, and the remembered way back from a comic's detail at that time. */
export type Visited = { fullPath: string; way: string | null };

/** The places visited, by their place in the browser's history. */
export type Trail = readonly (Visited | null)[];

/**
 * The trail with a visit at `index` put in. `remembered` is the way that the visit made, undefined where it made none:
 * then the one before it holds. A place come back to has the way it had, or two comics that lead to each other would
 * lead back to each other for ever.
 */
export function withVisit(
  trail: Trail,
  index: number,
  visit: { fullPath: string; type: 'POP' | 'PUSH' | 'REPLACE'; remembered: string | undefined; before: string | null },
): Trail {
  const { fullPath, type, remembered, before } = visit;
  const known = trail[index];
  if (type === 'POP' && known?.fullPath === fullPath) return trail;
  const kept = type === 'PUSH' ? [] : trail.slice(index + 1);
  const earlier = Array.from({ length: index }, (_, place) => trail[place] ?? null);
  return [...earlier, { fullPath, way: remembered ?? before }, ...kept];
}
