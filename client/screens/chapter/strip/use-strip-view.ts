import { type RefObject, useCallback, useRef } from 'react';
import type { PageSources } from './page-sources.ts';
import { reachOf, sourcesToLoad } from './preload-order.ts';
import type { Axis } from './strip-axis.ts';
import type { StripLayout } from './strip-layout.ts';
import { endInView, pageShown, percentShown, type StripPosition, seesEnd, stripPositionAt } from './strip-position.ts';
import { positionIn, scrolledFromStart, viewportOf } from './strip-scroll.ts';

/**
 * The reading position; `percent` is set only for a chapter of one long page. `isPast`: the content after the last page is in the
 * middle of the screen.
 */
export type ShownPosition = { chapter: number; page: number; percent: number | null; isPast?: boolean };

export function isSamePosition(a: ShownPosition | null, b: ShownPosition): boolean {
  return a?.chapter === b.chapter && a.page === b.page && a.percent === b.percent && a.isPast === b.isPast;
}

type StripViewParts = {
  scroller: RefObject<HTMLElement | null>;
  layout: StripLayout;
  axis: Axis;
  anchor: RefObject<StripPosition>;
  sources: PageSources;
  onShown: (shown: ShownPosition) => void;
  onHead: (isThere: boolean) => void;
};

/** The last values that the strip has seen and reported. They are refs because they change while the strip scrolls. */
export type StripView = ReturnType<typeof useStripView>;

/** Derives the page that is shown, the reading position and the images to load from the scroll position. */
export function useStripView({ scroller, layout, axis, anchor, sources, onShown, onHead }: StripViewParts) {
  const reported = useRef<ShownPosition | null>(null);
  /** The part of the strip whose images were last requested. */
  const requested = useRef('');
  /** Where the strip was placed, until the reader moves it. */
  const placedAt = useRef<number | null>(null);
  /** The scroll offset at the last update. */
  const seenAt = useRef(0);

  const update = useCallback(
    (isFling = false) => {
      const box = scroller.current;
      if (!box) return;
      const position = positionIn(box, axis);
      const viewport = viewportOf(box, axis);
      seenAt.current = box.scrollTop + box.scrollLeft;
      const now = pageShown(layout, position, viewport);
      // Near its end a strip may not scroll as far as its reading position. Until the reader moves it, the position stays.
      const isMoved = position !== placedAt.current;
      if (isMoved) placedAt.current = null;
      const place = isMoved ? stripPositionAt(layout, position) : anchor.current;
      const atEnd = endInView(layout, place.chapter, position, viewport);
      anchor.current = { ...place, seesEnd: seesEnd(layout, place, now), atEnd };
      const isOnePage = layout.chapters[now.chapter]?.count === 1;
      const percent = isOnePage ? percentShown(layout, now.chapter, position, viewport) : null;
      const shown = { ...now, percent, isPast: position + viewport / 2 > layout.length };
      if (!isSamePosition(reported.current, shown)) {
        reported.current = shown;
        onShown(shown);
      }
      onHead(position < 0 && scrolledFromStart(box, axis) <= -1);
      // Images that a fling passes would be fetched and drawn unseen, and would delay its frames.
      if (isFling) return;
      const view = { start: position, end: position + viewport };
      const reach = reachOf(layout, view);
      const request = `${reach.seen} ${reach.wanted}`;
      if (requested.current === request) return;
      requested.current = request;
      sources.setTargets(sourcesToLoad(layout, view, reach));
    },
    [scroller, layout, axis, anchor, sources, onShown, onHead],
  );

  /** Updates everything after a change of the layout, which may have other images or other addresses. */
  const updateAll = useCallback(() => {
    requested.current = '';
    reported.current = null;
    update();
  }, [update]);

  return { update, updateAll, placedAt, seenAt };
}
