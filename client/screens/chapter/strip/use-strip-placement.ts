import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Axis } from './strip-axis.ts';
import type { StripLayout, StripSize } from './strip-layout.ts';
import { type StripPosition, scrollPositionOf } from './strip-position.ts';
import { positionIn, roomBefore, scrollNow, scrollToPosition } from './strip-scroll.ts';
import type { StripView } from './use-strip-view.ts';

/** The values from which the strip was placed: its size, the space before it, and its first chapter. */
type PlacedStrip = { layout: StripLayout; size: StripSize; room: number; firstId: number | undefined };

type PlacementParts = {
  scroller: RefObject<HTMLElement | null>;
  layout: StripLayout;
  size: StripSize;
  axis: Axis;
  anchor: RefObject<StripPosition>;
  view: Pick<StripView, 'updateAll' | 'placedAt'>;
};

/** Scrolls the strip to its reading position at first, and keeps the position when the layout changes. */
export function useStripPlacement({ scroller, layout, size, axis, anchor, view }: PlacementParts) {
  const { updateAll, placedAt } = view;
  const placed = useRef<PlacedStrip | null>(null);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const room = roomBefore(box, axis);
    const wanted = scrollPositionOf(layout, anchor.current);
    const { current: before } = placed;
    const firstId = layout.chapters[0]?.id;
    if (before && before.size === size && before.firstId !== firstId) {
      // A chapter was joined before the first one: the visible content stays in its place.
      const first = layout.chapters.find(({ id }) => id === before.firstId);
      scrollNow(box, axis, (first?.start ?? 0) + room - before.room);
      if (placedAt.current !== null) placedAt.current = positionIn(box, axis);
    } else if (!before || before.size !== size || scrollPositionOf(before.layout, anchor.current) !== wanted) {
      // Chapters joined below move nothing, and setting the scroll position would stop a fling.
      scrollToPosition(box, axis, wanted);
      placedAt.current = positionIn(box, axis);
    }
    placed.current = { layout, size, room, firstId };
    updateAll();
  }, [scroller, layout, size, axis, anchor, placedAt, updateAll]);
}
