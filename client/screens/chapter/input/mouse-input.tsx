import './mouse-input.css';
import type { ReactNode } from 'react';
import { BackIcon } from '../../../../ui/screen-icons.tsx';
import { type DragParts, useMouseDrag } from './use-mouse-drag.ts';

/** A little less than the viewport, like for keys. */
const SCREEN = 0.9;

type MouseInputProps = DragParts & {
  /** The reading direction is to the left. */
  left: boolean;
};

/** Input of a mouse: it drags pages, and wide screens have an arrow at each side. */
export function MouseInput({ left, ...drag }: MouseInputProps): ReactNode {
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
          aria-label={way === 'forward' ? '下一页' : '上一页'}
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
