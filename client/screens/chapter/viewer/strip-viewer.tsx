import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
} from 'react';
import { listen } from '../../../../ui/listen.ts';
import { axisOf } from '../modes/mode.ts';
import type { Step, Viewer, ViewerProps } from '../modes/viewer.ts';
import type { ReaderSettings } from '../settings/reader-settings.ts';
import { BarRoom } from '../strip/bar-room.tsx';
import { Strip } from '../strip/strip.tsx';
import type { Axis } from '../strip/strip-axis.ts';
import { scrolledFromStart, scrollOn, viewportOf } from '../strip/strip-scroll.ts';
import { useStrip } from '../strip/use-strip.ts';
import type { StripRoom } from '../strip/use-strip-size.ts';

const SMALL_GAP_PX = 8;

function roomOf({ stripWidth, stripPadding, pageGap }: ReaderSettings): StripRoom {
  return { widest: stripWidth, padding: stripPadding / 100, gap: pageGap === 'small' ? SMALL_GAP_PX : 0 };
}

/** All pages in one strip, downwards or to the left. */
export function StripViewer(props: ViewerProps) {
  const { mode, settings, chapters, place, onShown, onReady, fetchCurrentUrl, head, onHead, tail } = props;
  const axis = axisOf(mode);
  const { scroller, layout, sources, goTo, goToPercent } = useStrip({
    chapters,
    axis,
    anchor: place,
    room: roomOf(settings),
    fetchCurrentUrl,
    onShown,
    onHead,
  });

  const step = useCallback(
    (by: Step) => {
      const box = scroller.current;
      if (!box) return;
      if (typeof by === 'number') scrollOn(box, axis, by * viewportOf(box, axis));
      else scrollOn(box, axis, by === 'end' ? box.scrollHeight + box.scrollWidth : -scrolledFromStart(box, axis));
    },
    [scroller, axis],
  );
  const pan = useCallback(({ x, y }: { x: number; y: number }) => scroller.current?.scrollBy(-x, -y), [scroller]);
  const viewer = useMemo<Viewer>(
    () => ({ box: scroller, isPlaced: true, sources, goTo, goToPercent, step, pan }),
    [scroller, sources, goTo, goToPercent, step, pan],
  );
  useLayoutEffect(() => onReady(viewer), [viewer, onReady]);
  useWheelAcross(scroller, axis);

  return (
    <StripScroller ref={scroller} axis={axis}>
      <StripContent
        axis={axis}
        layout={layout}
        chapters={chapters}
        sources={sources}
        anchor={place}
        cut={chapters.at(-1)?.cut === true}
        head={head}
      >
        {tail}
      </StripContent>
    </StripScroller>
  );
}

/** A vertical wheel scrolls a horizontal strip. */
function useWheelAcross(scroller: RefObject<HTMLElement | null>, axis: Axis) {
  useEffect(() => {
    const box = scroller.current;
    if (!box || axis === 'vertical') return;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      box.scrollBy({ left: -event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1) });
    };
    return listen(box, { wheel: onWheel }, { passive: false });
  }, [scroller, axis]);
}

type StripScrollerProps = { ref: RefObject<HTMLElement | null>; axis: Axis; children: ReactNode };

/** The element that scrolls, along the strip's axis. */
function StripScroller({ ref, axis, children }: StripScrollerProps) {
  const horizontal = axis === 'horizontal';
  return (
    <section
      ref={ref}
      dir={horizontal ? 'rtl' : 'ltr'}
      data-reader={axis}
      aria-label="漫画"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className={`absolute inset-0 bg-page outline-none [overflow-anchor:none] overscroll-contain select-none ${horizontal ? 'no-scrollbar flex overflow-x-scroll overflow-y-hidden' : 'overflow-x-hidden overflow-y-scroll'}`}
    >
      {children}
    </section>
  );
}

type StripContentProps = ComponentProps<typeof Strip> & { cut: boolean; head: ReactNode; children: ReactNode };

/** The strip, with the head and the space for the top bar above it, and the tail below it. */
function StripContent({ cut, head, children, ...strip }: StripContentProps) {
  const horizontal = strip.axis === 'horizontal';
  const { length } = strip.layout;
  return (
    <>
      {/* Not padding, which would displace the sticky buttons of failed pages. */}
      <div data-room-before dir="ltr" className="flex-none">
        {head !== null && (
          <div className={`flex flex-col justify-center px-6 ${horizontal ? 'h-full w-80' : 'h-80'}`}>{head}</div>
        )}
        {!horizontal && <BarRoom layout={strip.layout} sources={strip.sources} />}
      </div>
      <Strip {...strip} />
      {/* After pages were cut it fills the screen, because a strip that ends above the lower edge would move down. Otherwise it fills the rest of the screen below a short strip, so that the content before the strip stays out of view. */}
      <div
        key={strip.chapters.length}
        dir="ltr"
        className={`flex flex-none flex-col justify-center px-6 py-16 ${horizontal ? 'w-[min(100vw,420px)]' : cut ? 'min-h-dvh' : ''}`}
        style={
          horizontal
            ? { minWidth: `calc(100vw - ${length}px)` }
            : cut
              ? undefined
              : { minHeight: `max(60dvh, 100dvh - ${length}px)` }
        }
      >
        {children}
      </div>
    </>
  );
}
