import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ImageFailure, loadImage } from '../../../runtime/images/image-loader.ts';
import { createPageSources, type FetchPresentUrl } from './page-sources.ts';
import { sourcesToLoad } from './preload-order.ts';
import type { Axis, ReadChapter } from './strip-axis.ts';
import { layOutStrip, type StripLayout, type StripSize } from './strip-layout.ts';
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
  const near = useRef(new Set<string>());
  const [shown, setShown] = useState<Shown>(() => {
    const { chapter, page } = anchor.current;
    return { chapter, page, percent: null };
  });
  const [sources] = useState(() =>
    createPageSources({
      load: loadImage,
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
    sources.setTargets(sourcesToLoad(layout, { start: position, end: position + viewport }, near.current));
  }, [layout, axis, anchor, sources]);

  const placedFor = useRef<StripSize | null>(null);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !layout) return;
    // Chapters appended below move nothing; setting the scroll position would stop a fling.
    if (placedFor.current !== size) scrollToPosition(box, axis, scrollPositionOf(layout, anchor.current));
    placedFor.current = size;
    updateShown();
  }, [layout, size, axis, anchor, updateShown]);

  useNearSources(scroller, { layout, axis, near, onChange: updateShown });
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

type NearSourcesParts = {
  layout: StripLayout | null;
  axis: Axis;
  near: RefObject<Set<string>>;
  onChange: () => void;
};

/** Keeps the keys of the sources within two viewports of the present one. */
function useNearSources(scroller: RefObject<HTMLElement | null>, { layout, axis, near, onChange }: NearSourcesParts) {
  useEffect(() => {
    const box = scroller.current;
    if (!box || !layout) return;
    const margin = axis === 'vertical' ? '200% 0px' : '0px 200%';
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const key = target.getAttribute('data-source') ?? '';
          if (isIntersecting) near.current.add(key);
          else near.current.delete(key);
        }
        onChange();
      },
      { root: box, rootMargin: margin },
    );
    for (const slot of box.querySelectorAll('[data-source]')) observer.observe(slot);
    return () => observer.disconnect();
  }, [scroller, layout, axis, near, onChange]);
}

/** Calls back at most once a frame while the strip scrolls. */
function useScrollFrames(scroller: RefObject<HTMLElement | null>, onFrame: () => void) {
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(onFrame);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      box.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [scroller, onFrame]);
}
