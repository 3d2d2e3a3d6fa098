export type TapAction = 'menu' | 'backward' | 'forward';
export type TapShape = 'off' | 'edges' | 'sides' | 'L';

const M = 'menu';
const B = 'backward';
const F = 'forward';

/** The screen in three rows of three; the middle always shows the bars, so that they can be found again. */
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
  L: [
    [B, B, B],
    [B, M, F],
    [F, F, F],
  ],
};

/** The action of a tap at `x`, `y` (0..1 of the screen); `inverted` swaps forward and backward. */
export function tapAction(shape: TapShape, x: number, y: number, inverted = false): TapAction {
  const third = (at: number) => Math.min(2, Math.max(0, Math.floor(at * 3)));
  const action = TAP_ZONES[shape][third(y)]?.[third(x)] ?? 'menu';
  if (!inverted || action === 'menu') return action;
  return action === 'forward' ? 'backward' : 'forward';
}
