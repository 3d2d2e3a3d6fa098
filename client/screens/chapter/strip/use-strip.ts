import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { followFlings } from './follow-flings.ts';
import type { FetchPresentUrl } from './page-sources.ts';
import { reachOf, sourcesToLoad } from './preload-order.ts';
import type { Axis } from './strip-axis.ts';
import { layOutStrip, type StripLayout, type StripSize } from './strip-layout.ts';
import {
  endInView,
  pageShown,
  percentShown,
  type StripPosition,
  scrollPositionAtPercent,
  scrollPositionOf,
  seesEnd,
  stripPositionAt,
} from './strip-position.ts';
import {
  isAtEnd,
  positionIn,
  roomBefore,
  scrolledFromStart,
  scrollNow,
  scrollToPosition,
  viewportOf,
} from './strip-scroll.ts';
import { usePageSources } from './use-page-sources.ts';
import { type StripRoom, useStripSize } from './use-strip-size.ts';

type StripParts = {
  chapters: readonly ReadChapter[];
  axis: Axis;
  /** Where the strip is placed, and where it is from then on. */
  anchor: RefObject<StripPosition>;
  room: StripRoom;
  fetchPresentUrl: FetchPresentUrl;
  onShown: (shown: Shown) => void;
  /** Told whether what stands before the strip is in view. */
  onHead: (isThere: boolean) => void;
};

/** What the strip was placed by: its size, the space before it, and its first chapter. */
type Placed = { layout: StripLayout; size: StripSize; room: number; firstId: number | undefined };

/**
 * What is being read; `percent` is set only for a chapter of one long page. `isPast`: what follows the last page is in the middle
 * of the screen.
 */
export type Shown = { chapter: number; page: number; percent: number | null; isPast?: boolean };

export function isSameShown(a: Shown | null, b: Shown): boolean {
  return a?.chapter === b.chapter && a.page === b.page && a.percent === b.percent && a.isPast === b.isPast;
}

/** A strip on the screen: its layout, its images, and the position, which is kept through every change of size. */
export function useStrip({ chapters, axis, anchor, room, fetchPresentUrl, onShown, onHead }: StripParts) {
  const scroller = useRef<HTMLElement>(null);
  const beforeResize = useRef(() => {});
  const size = useStripSize(scroller, axis, room, beforeResize);
  const layout = useMemo(
    () =>
      layOutStrip(
        chapters.map(({ chapter, pages }) => ({ id: chapter.id, pages })),
        size,
      ),
    [chapters, size],
  );
  const told = useRef<Shown | null>(null);
  const asked = useRef('');
  const sources = usePageSources(fetchPresentUrl);

  /** Where the strip was placed, until the reader moves it. */
  const placedAt = useRef<number | null>(null);
  /** How far the element was scrolled when it was last looked at. */
  const seenAt = useRef(0);
  const updateShown = useCallback(
    (isFling = false) => {
      const box = scroller.current;
      if (!box) return;
      const position = positionIn(box, axis);
      const viewport = viewportOf(box, axis);
      seenAt.current = box.scrollTop + box.scrollLeft;
      const now = pageShown(layout, position, viewport);
      // Placed, but not moved since: near the end it may be as far as the strip goes, and not yet the place.
      const isMoved = position !== placedAt.current;
      if (isMoved) placedAt.current = null;
      const place = isMoved ? stripPositionAt(layout, position) : anchor.current;
      const atEnd = endInView(layout, place.chapter, position, viewport);
      anchor.current = { ...place, seesEnd: seesEnd(layout, place, now), atEnd };
      const isOnePage = layout.chapters[now.chapter]?.count === 1;
      const percent = isOnePage ? percentShown(layout, now.chapter, position, viewport) : null;
      const shown = { ...now, percent, isPast: position + viewport / 2 > layout.length };
      if (!isSameShown(told.current, shown)) {
        told.current = shown;
        onShown(shown);
      }
      onHead(position < 0 && scrolledFromStart(box, axis) <= -1);
      // What a fling passes by would be fetched, drawn and thrown away unseen, and its frames would wait for it.
      if (isFling) return;
      const view = { start: position, end: position + viewport };
      const reach = reachOf(layout, view);
      // Between two joints nothing else is wanted.
      const asking = `${reach.seen} ${reach.wanted}`;
      if (asked.current === asking) return;
      asked.current = asking;
      sources.setTargets(sourcesToLoad(layout, view, reach));
    },
    [layout, axis, anchor, sources, onShown, onHead],
  );

  useLayoutEffect(() => {
    // A fling goes on between two frames, and a phone may be turned there. What the browser pulls back at the end is none.
    beforeResize.current = () => {
      const box = scroller.current;
      if (box && box.scrollTop + box.scrollLeft !== seenAt.current && !isAtEnd(box)) updateShown();
    };
  }, [updateShown]);

  const placed = useRef<Placed | null>(null);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const room = roomBefore(box, axis);
    const wanted = scrollPositionOf(layout, anchor.current);
    const { current: before } = placed;
    const firstId = layout.chapters[0]?.id;
    if (before && before.size === size && before.firstId !== firstId) {
      // A chapter has come before the first one, in whose place that is then: what is seen stays where it is.
      const first = layout.chapters.find(({ id }) => id === before.firstId);
      scrollNow(box, axis, (first?.start ?? 0) + room - before.room);
      if (placedAt.current !== null) placedAt.current = positionIn(box, axis);
    } else if (!before || before.size !== size || scrollPositionOf(before.layout, anchor.current) !== wanted) {
      // Chapters appended below move nothing; setting the scroll position would stop a fling.
      scrollToPosition(box, axis, wanted);
      placedAt.current = positionIn(box, axis);
    }
    placed.current = { layout, size, room, firstId };
    // Another layout may have other images, or other addresses of the same.
    asked.current = '';
    told.current = null;
    updateShown();
  }, [layout, size, axis, anchor, updateShown]);

  useEffect(
    () => (scroller.current ? followFlings(scroller.current, axis, updateShown) : undefined),
    [axis, updateShown],
  );

  const goTo = useCallback(
    (place: StripPosition) => {
      if (scroller.current) scrollToPosition(scroller.current, axis, scrollPositionOf(layout, place));
    },
    [layout, axis],
  );
  const goToPercent = useCallback(
    (chapter: number, percent: number) => {
      const box = scroller.current;
      if (!box) return;
      scrollToPosition(box, axis, scrollPositionAtPercent(layout, chapter, percent, viewportOf(box, axis)));
    },
    [layout, axis],
  );
  return { scroller, layout, sources, goTo, goToPercent };
}
