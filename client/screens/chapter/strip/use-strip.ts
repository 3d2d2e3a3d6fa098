import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { fetchUnlessKept } from '../../../features/downloads/kept-pages.ts';
import { fetchInWorker } from '../../../runtime/images/fetch-in-worker.ts';
import { ImageFailure, loadImage } from '../../../runtime/images/image-loader.ts';
import { createPageSources, type FetchPresentUrl } from './page-sources.ts';
import { reachOf, sourcesToLoad } from './preload-order.ts';
import type { Axis, ReadChapter } from './strip-axis.ts';
import { layOutStrip, type StripSize } from './strip-layout.ts';
import {
  pageShown,
  percentShown,
  type StripPosition,
  scrollPositionAtPercent,
  scrollPositionOf,
  stripPositionAt,
} from './strip-position.ts';
import { positionIn, scrollToPosition, viewportOf } from './strip-scroll.ts';
import { type StripRoom, useStripSize } from './use-strip-size.ts';

type StripParts = {
  chapters: readonly ReadChapter[];
  axis: Axis;
  /** Where the strip is placed, and where it is from then on. */
  anchor: RefObject<StripPosition>;
  room: StripRoom;
  fetchPresentUrl: FetchPresentUrl;
};

/** What is being read; `percent` is set only for a chapter of one long page. */
export type Shown = { chapter: number; page: number; percent: number | null };

/** A strip on the screen: its layout, its images, and the position, which is kept through every change of size. */
export function useStrip({ chapters, axis, anchor, room, fetchPresentUrl }: StripParts) {
  const scroller = useRef<HTMLElement>(null);
  const size = useStripSize(scroller, axis, room);
  const layout = useMemo(
    () =>
      size &&
      layOutStrip(
        chapters.map(({ chapter, pages }) => ({ id: chapter.id, pages })),
        size,
      ),
    [chapters, size],
  );
  const asked = useRef('');
  const [shown, setShown] = useState<Shown>(() => {
    const { chapter, page } = anchor.current;
    return { chapter, page, percent: null };
  });
  const [sources] = useState(() =>
    createPageSources({
      load: (url, distance, key) => loadImage(url, distance, fetchUnlessKept(key, fetchInWorker)),
      isExpired: (failure) => failure instanceof ImageFailure && failure.status === 403,
      fetchPresentUrl,
    }),
  );

  const updateShown = useCallback(() => {
    const box = scroller.current;
    if (!box || !layout) return;
    const position = positionIn(box, axis);
    const viewport = viewportOf(box, axis);
    anchor.current = stripPositionAt(layout, position);
    const now = pageShown(layout, position, viewport);
    const isOnePage = layout.chapters[now.chapter]?.count === 1;
    const percent = isOnePage ? percentShown(layout, now.chapter, position, viewport) : null;
    setShown((old) =>
      old.chapter === now.chapter && old.page === now.page && old.percent === percent ? old : { ...now, percent },
    );
    const view = { start: position, end: position + viewport };
    const reach = reachOf(layout, view);
    // Between two joints nothing else is wanted.
    const asking = `${reach.seen} ${reach.wanted}`;
    if (asked.current === asking) return;
    asked.current = asking;
    sources.setTargets(sourcesToLoad(layout, view, reach));
  }, [layout, axis, anchor, sources]);

  const placedFor = useRef<StripSize | null>(null);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !layout) return;
    // Chapters appended below move nothing; setting the scroll position would stop a fling.
    if (placedFor.current !== size) scrollToPosition(box, axis, scrollPositionOf(layout, anchor.current));
    placedFor.current = size;
    // Another layout may have other images, or other addresses of the same.
    asked.current = '';
    updateShown();
  }, [layout, size, axis, anchor, updateShown]);

  useScrollFrames(scroller, updateShown);
  useEffect(() => () => sources.dispose(), [sources]);

  const goTo = useCallback(
    (place: StripPosition) => {
      if (scroller.current && layout) scrollToPosition(scroller.current, axis, scrollPositionOf(layout, place));
    },
    [layout, axis],
  );
  const goToPercent = useCallback(
    (chapter: number, percent: number) => {
      const box = scroller.current;
      if (!box || !layout) return;
      scrollToPosition(box, axis, scrollPositionAtPercent(layout, chapter, percent, viewportOf(box, axis)));
    },
    [layout, axis],
  );
  return { scroller, layout, shown, sources, goTo, goToPercent };
}

/** Calls back at most once a frame while the strip scrolls. */
function useScrollFrames(scroller: RefObject<HTMLElement | null>, onFrame: () => void) {
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let frame: number | null = null;
    const inFrame = () => {
      frame = null;
      onFrame();
    };
    const onScroll = () => {
      frame ??= requestAnimationFrame(inFrame);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      box.removeEventListener('scroll', onScroll);
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [scroller, onFrame]);
}
