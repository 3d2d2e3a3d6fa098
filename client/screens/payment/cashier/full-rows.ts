export const FULL_ROWS = 'mt-2 flex flex-wrap gap-3';

/**
 * The width of each of so many cards in a row of two, or of three on a wider screen. The cards of the last row grow, so that it is
 * full; a card alone in it would be too wide beside three.
 */
export function cardWidth(count: number): string {
  return count % 3 === 1 ? 'grow basis-[40%]' : 'grow basis-[40%] sm:basis-[30%]';
}
