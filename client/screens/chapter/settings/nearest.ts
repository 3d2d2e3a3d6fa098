/** The level whose value is closest to a number; the lower one of two. */
export function nearest<Level extends { value: number }>(levels: readonly Level[], at: number): Level | null {
  const [closest = null] = levels.toSorted((a, b) => Math.abs(a.value - at) - Math.abs(b.value - at));
  return closest;
}
