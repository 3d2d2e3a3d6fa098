/** An entry of the browser's history: its full path, and the remembered way back from a comic's detail at that time. */
export type Visited = { fullPath: string; way: string | null };

/** The visited entries, by their index in the browser's history. */
export type Trail = readonly (Visited | null)[];

/** How many entries back `to` is, as a negative number, if only `between` come after it; else 0. */
export function stepsBackTo(before: Trail, to: string, between: readonly string[]): number {
  const last = before.findLastIndex((visited) => !between.includes(visited?.fullPath.split('?')[0] ?? ''));
  return before[last]?.fullPath === to ? last - before.length : 0;
}

/**
 * The trail with a visit at `index`. `remembered` is the way back that the visit sets; undefined keeps the previous one. An entry
 * that is returned to keeps its own way back: otherwise two comics that link to each other would lead back to each other forever.
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
