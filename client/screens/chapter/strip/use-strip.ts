import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { followFlings } from './follow-flings.ts';
import type { FetchCurrentUrl } from './page-sources.ts';
import type { Axis } from './strip-axis.ts';
import { layOutStrip } from './strip-layout.ts';
import { type StripPosition, scrollPositionAtPercent, scrollPositionOf } from './strip-position.ts';
import { isAtEnd, scrollToPosition, viewportOf } from './strip-scroll.ts';
import { usePageSources } from './use-page-sources.ts';
import { useStripPlacement } from './use-strip-placement.ts';
import { type StripRoom, useStripSize } from './use-strip-size.ts';
import { type ShownPosition, useStripView } from './use-strip-view.ts';

type StripParts = {
  chapters: readonly ReadChapter[];
  axis: Axis;
  /** The reading position: where the strip is placed, and where it is from then on. */
  anchor: RefObject<StripPosition>;
  room: StripRoom;
  fetchCurrentUrl: FetchCurrentUrl;
  onShown: (shown: ShownPosition) => void;
  /** Called with whether the content before the strip is in view. */
  onHead: (isThere: boolean) => void;
};

/** A strip on the screen: its layout, its images, and the reading position, which is kept through every change of size. */
export function useStrip({ chapters, axis, anchor, room, fetchCurrentUrl, onShown, onHead }: StripParts) {
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
  const sources = usePageSources(fetchCurrentUrl);
  const view = useStripView({ scroller, layout, axis, anchor, sources, onShown, onHead });
  const { update, seenAt } = view;

  useLayoutEffect(() => {
    // A phone may be turned during a fling, which scrolls between two frames. At its end a strip is scrolled by the browser alone.
    beforeResize.current = () => {
      const box = scroller.current;
      if (box && box.scrollTop + box.scrollLeft !== seenAt.current && !isAtEnd(box)) update();
    };
  }, [update, seenAt]);
  useStripPlacement({ scroller, layout, size, axis, anchor, view });
  useEffect(() => (scroller.current ? followFlings(scroller.current, axis, update) : undefined), [axis, update]);

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
