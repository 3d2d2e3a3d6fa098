/** How far the sign has come down when letting go refreshes. */
export const ARMED_PX = 64;
const FARTHEST_PX = 96;
const CLEAR_PX = 8;

export type Pull = 'unclear' | 'no' | { px: number };

/**
 * What a finger that has moved by `dx` and `dy` from the top of a page does: nothing clear yet, something else, or a
 * pull that has brought the sign down by `px`, with growing resistance.
 */
export function pullOf(dx: number, dy: number): Pull {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < CLEAR_PX) return 'unclear';
  if (dy < 2 * Math.abs(dx)) return 'no';
  return { px: FARTHEST_PX * (1 - Math.exp(-dy / (2 * FARTHEST_PX))) };
}
