import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ImageFailure, loadImage } from '../../../runtime/images/image-loader.ts';
import { createPageSources } from './page-sources.ts';
import { wantedSources } from './preload-order.ts';
import type { Axis, Place, ReadChapter } from './strip-axis.ts';
import { layOutStrip, type StripSize } from './strip-layout.ts';
import { pageShown, percentShown, placeAt, positionAtPercent, positionOf, type StripPlace } from './strip-position.ts';
import { positionIn, scrollToPosition, viewportOf } from './strip-scroll.ts';
import { useStripSize } from './use-strip-size.ts';

type StripParts = {
  chapters: readonly ReadChapter[];
  axis: Axis;
  start: Place;
  /** The present address of a source. */
  renew: (key: string) => Promise<string | null>;
};

/** What is being read; a chapter of one long page is told by percent, null where there are pages to count. */
export type Shown = { chapter: number; page: number; percent: number | null };

/** A strip on the screen: its layout, its images, and the place the reader is at, kept through every change of size. */
export function useStrip({ chapters, axis, start, renew }: StripParts) {
  const scroller = useRef<HTMLElement>(null);
  const size = useStripSize(scroller, axis);
  const layout = useMemo(
    () =>
      size &&
      layOutStrip(
        chapters.map(({ chapter, pages }) => ({ id: chapter.id, pages })),
        size,
      ),
    [chapters, size],
  );
  const anchor = useRef<StripPlace>({ chapter: 0, ...start });
  const near = useRef(new Set<string>());
  const [shown, setShown] = useState<Shown>({ chapter: 0, page: start.page, percent: null });
  const [sources] = useState(() =>
    createPageSources({
      load: loadImage,
      isExpired: (failure) => failure instanceof ImageFailure && failure.status === 403,
      renew,
    }),
  );

  const look = useCallback(() => {
    const box = scroller.current;
    if (!box || !layout) return;
    const position = positionIn(box, axis);
    const viewport = viewportOf(box, axis);
    anchor.current = placeAt(layout, position);
    const now = pageShown(layout, position, viewport);
    const isOnePage = layout.chapters[now.chapter]?.count === 1;
    const percent = isOnePage ? percentShown(layout, now.chapter, position, viewport) : null;
    setShown((old) =>
      old.chapter === now.chapter && old.page === now.page && old.percent === percent ? old : { ...now, percent },
    );
    sources.want(wantedSources(layout, { start: position, end: position + viewport }, near.current));
  }, [layout, axis, sources]);

  const placedFor = useRef<StripSize | null>(null);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !layout) return;
    // Chapters that come later stand below and move nothing; touching the scroll position would stop a fling.
    if (placedFor.current !== size) scrollToPosition(box, axis, positionOf(layout, anchor.current));
    placedFor.current = size;
    look();
  }, [layout, size, axis, look]);

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
        look();
      },
      { root: box, rootMargin: margin },
    );
    for (const slot of box.querySelectorAll('[data-source]')) observer.observe(slot);
    return () => observer.disconnect();
  }, [layout, axis, look]);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      box.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [look]);

  useEffect(() => () => sources.dispose(), [sources]);

  const goTo = useCallback(
    (place: StripPlace) => {
      if (scroller.current && layout) scrollToPosition(scroller.current, axis, positionOf(layout, place));
    },
    [layout, axis],
  );
  const goToPercent = useCallback(
    (chapter: number, percent: number) => {
      const box = scroller.current;
      if (!box || !layout) return;
      scrollToPosition(box, axis, positionAtPercent(layout, chapter, percent, viewportOf(box, axis)));
    },
    [layout, axis],
  );
  return { scroller, layout, shown, anchor, sources, goTo, goToPercent };
}
