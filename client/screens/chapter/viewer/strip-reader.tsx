import { type ComponentProps, type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react';
import { chapterTitle } from '../../../features/chapter-words/chapter-title.ts';
import { unsentPosition } from '../../../features/progress/progress.ts';
import type { ReadingPosition } from '../../../features/progress/progress-outbox.ts';
import { useScreenTitle } from '../../../features/screen-title/use-screen-title.ts';
import { groundOf } from '../chrome/ground.ts';
import { ReaderChrome } from '../chrome/reader-chrome.tsx';
import { ReaderFrame } from '../chrome/reader-frame.tsx';
import { useBars } from '../chrome/use-bars.ts';
import { positionKey, recallPosition } from '../progress/position-memory.ts';
import { useReadingPosition } from '../progress/use-reading-position.ts';
import { type ReaderSettings, useReaderSettings } from '../settings/reader-settings.ts';
import { Strip } from '../strip/strip.tsx';
import { type Axis, type ReadChapter, stripAxis } from '../strip/strip-axis.ts';
import { useStrip } from '../strip/use-strip.ts';
import type { StripRoom } from '../strip/use-strip-size.ts';
import { noteReadOn } from './read-on.ts';
import { TailCard } from './tail-card.tsx';
import { useChapterFlow } from './use-chapter-flow.ts';
import { useKeys } from './use-keys.ts';
import { useTaps } from './use-taps.ts';

/** The next chapter is fetched from this many pages before the end on. */
const READY_BEFORE_END = 5;
const START = { page: 0, offset: 0 };

/**
 * Where a chapter opens: a position not yet sent comes first, then the server's, since a page that a phone reloads may
 * be older than what was read on another device. The tab's own position is for readers without stored progress.
 */
function startOf({ chapter, progress }: ReadChapter, entry: string): ReadingPosition {
  return (
    unsentPosition(chapter.id) ?? progress ?? recallPosition(sessionStorage, positionKey(entry, chapter.id)) ?? START
  );
}

const SMALL_GAP_PX = 8;

function roomOf({ stripWidth, stripPadding, pageGap }: ReaderSettings): StripRoom {
  return { widest: stripWidth, padding: stripPadding / 100, gap: pageGap === 'small' ? SMALL_GAP_PX : 0 };
}

/** A chapter open for reading, and all that follow it in the same strip. */
export function StripReader({ first, entry }: { first: ReadChapter; entry: string }) {
  const [axis] = useState(() => stripAxis(first.comic.direction, first.pages));
  const settings = useReaderSettings(first.comic.id);
  const [start] = useState(() => startOf(first, entry));
  const { chapters, tail, prepareNext, refreshTail, openTail, fetchPresentUrl } = useChapterFlow(first);
  const { scroller, layout, shown, anchor, sources, goTo, goToPercent } = useStrip({
    chapters,
    axis,
    start,
    room: roomOf(settings),
    fetchPresentUrl,
  });
  const bars = useBars({ scroller, axis, isPlaced: layout !== null });
  const { setShown: setBars } = bars;
  const toggleBars = useCallback(() => setBars((isShown) => !isShown), [setBars]);
  useTaps(scroller, axis, toggleBars);
  useKeys(scroller, axis, toggleBars);
  useReadingPosition({ entry, scroller, anchor, chapters, shown });

  const opened = chapters[shown.chapter] ?? first;
  useScreenTitle(`${opened.comic.title} ${chapterTitle(opened.chapter)}`);

  const isLast = shown.chapter === chapters.length - 1;
  const nearEnd = isLast && shown.page >= opened.pages.length - READY_BEFORE_END;
  useEffect(() => {
    if (nearEnd) void prepareNext();
  }, [nearEnd, prepareNext]);

  const nextId = opened.next?.id ?? null;
  useEffect(() => noteReadOn(nextId), [nextId]);

  const chapterAt = (chapter: number) => (chapters[chapter] ? () => goTo({ chapter, page: 0, offset: 0 }) : null);
  return (
    <ReaderFrame>
      <StripScroller ref={scroller} axis={axis} background={settings.background}>
        {layout && (
          <StripContent
            axis={axis}
            layout={layout}
            chapters={chapters}
            sources={sources}
            cut={tail.kind === 'locked' && tail.cut}
          >
            <TailCard
              tail={tail}
              near={nearEnd}
              comicId={first.comic.id}
              onRetry={() => void prepareNext(true)}
              onTurn={refreshTail}
              onOpen={openTail}
            />
          </StripContent>
        )}
      </StripScroller>
      <ReaderChrome
        scroller={scroller}
        settings={settings}
        zones={{ shape: 'off', inverted: false, mirrored: false }}
        opened={opened}
        axis={axis}
        sources={sources}
        bars={bars}
        progress={
          shown.percent === null
            ? { unit: 'page', at: shown.page + 1, of: Math.max(1, opened.pages.length) }
            : { unit: 'percent', at: shown.percent, of: 100 }
        }
        onSeek={(at) =>
          shown.percent === null
            ? goTo({ chapter: shown.chapter, page: at - 1, offset: 0 })
            : goToPercent(shown.chapter, at)
        }
        previous={{ item: opened.prev, go: chapterAt(shown.chapter - 1) }}
        next={{ item: opened.next, go: chapterAt(shown.chapter + 1) }}
      />
    </ReaderFrame>
  );
}

type StripScrollerProps = {
  ref: RefObject<HTMLElement | null>;
  axis: Axis;
  background: ReaderSettings['background'];
  children: ReactNode;
};

/** The element that scrolls, along the strip's axis. */
function StripScroller({ ref, axis, background, children }: StripScrollerProps) {
  const horizontal = axis === 'horizontal';
  return (
    <section
      ref={ref}
      {...groundOf(background)}
      dir={horizontal ? 'rtl' : 'ltr'}
      data-reader={axis}
      aria-label="漫画"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className={`absolute inset-0 bg-page text-ink lg:bg-[color-mix(in_srgb,var(--page),black_8%)] outline-none [overflow-anchor:none] overscroll-contain select-none ${horizontal ? 'no-scrollbar flex overflow-x-scroll overflow-y-hidden' : 'overflow-x-hidden overflow-y-scroll'}`}
    >
      {children}
    </section>
  );
}

type StripContentProps = ComponentProps<typeof Strip> & { cut: boolean; children: ReactNode };

/** The strip, with the space for the top bar above it and the tail below it. */
function StripContent({ cut, children, ...strip }: StripContentProps) {
  const horizontal = strip.axis === 'horizontal';
  return (
    <>
      {/* Not padding, which would displace the sticky buttons of failed pages. */}
      {!horizontal && (
        <div
          data-room-above
          className="h-[calc(env(safe-area-inset-top)+57px)] low:h-[calc(env(safe-area-inset-top)+49px)]"
        />
      )}
      <Strip {...strip} />
      {/* Where pages have gone, it fills the screen: a strip that ends above the lower edge would be pulled down. */}
      <div
        key={strip.chapters.length}
        dir="ltr"
        className={`flex flex-none flex-col justify-center px-6 py-16 ${horizontal ? 'w-[min(100vw,420px)]' : cut ? 'min-h-dvh' : 'min-h-[60dvh]'}`}
      >
        {children}
      </div>
    </>
  );
}
