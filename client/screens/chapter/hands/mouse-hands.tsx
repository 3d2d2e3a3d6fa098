import './mouse-hands.css';
import type { ReactNode } from 'react';
import { BackIcon } from '../../../ui/screen-icons.tsx';
import { type DragParts, useMouseDrag } from './use-mouse-drag.ts';

/** A little less than the viewport, as for a key. */
const SCREEN = 0.9;

type MouseHandsProps = DragParts & {
  /** One reads on towards the left. */
  left: boolean;
};

/** What there is for a mouse: pages are dragged by it, and on a wide screen an arrow at each side leads on or back. */
export function MouseHands({ left, ...drag }: MouseHandsProps): ReactNode {
  useMouseDrag(drag);
  const sides = left ? (['forward', 'backward'] as const) : (['backward', 'forward'] as const);
  return (
    <div>
      {sides.map((way, side) => (
        <button
          key={way}
          type="button"
          className="side-arrow"
          style={side === 0 ? { left: 0 } : { right: 0 }}
          aria-label={way === 'forward' ? '往后' : '往前'}
          onClick={() => drag.viewer.step(way === 'forward' ? SCREEN : -SCREEN)}
        >
          <i>
            <BackIcon />
          </i>
        </button>
      ))}
    </div>
  );
}
