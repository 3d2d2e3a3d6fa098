/** If the sign has moved down this far when the finger is lifted, the list is refreshed. */
export const ARMED_PX = 64;
const FARTHEST_PX = 96;
const CLEAR_PX = 8;

export type Pull = 'unclear' | 'no' | { px: number };

/**
 * The gesture of a finger that has moved by `dx` and `dy` from the top of a page: not known yet, another one, or a pull, which
 * moves the sign down by `px`, with growing resistance.
 */
export function pullOf(dx: number, dy: number): Pull {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < CLEAR_PX) return 'unclear';
  if (dy < 2 * Math.abs(dx)) return 'no';
  return { px: FARTHEST_PX * (1 - Math.exp(-dy / (2 * FARTHEST_PX))) };
}
