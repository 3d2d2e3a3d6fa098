export type TapAction = 'menu' | 'backward' | 'forward';
export type TapShape = 'off' | 'edges' | 'sides' | 'rows' | 'L';

const M = 'menu';
const B = 'backward';
const F = 'forward';

/** The screen in three rows of three. The middle always shows the bars. */
export const TAP_ZONES: Record<TapShape, readonly (readonly TapAction[])[]> = {
  off: [
    [M, M, M],
    [M, M, M],
    [M, M, M],
  ],
  edges: [
    [F, M, F],
    [F, M, F],
    [F, B, F],
  ],
  sides: [
    [B, M, F],
    [B, M, F],
    [B, M, F],
  ],
  rows: [
    [B, B, B],
    [M, M, M],
    [F, F, F],
  ],
  L: [
    [B, B, B],
    [B, M, F],
    [F, F, F],
  ],
};

export type TapZones = {
  shape: TapShape;
  /** Swaps forward and backward. */
  inverted: boolean;
  /** The reading direction is to the left, so left and right are swapped. */
  mirrored: boolean;
};

/** The action of a tap at `x`, `y` (0..1 of the screen). */
export function tapAction({ shape, inverted, mirrored }: TapZones, x: number, y: number): TapAction {
  const third = (at: number) => Math.min(2, Math.max(0, Math.floor(at * 3)));
  const column = third(x);
  const action = TAP_ZONES[shape][third(y)]?.[mirrored ? 2 - column : column] ?? 'menu';
  if (!inverted || action === 'menu') return action;
  return action === 'forward' ? 'backward' : 'forward';
}
