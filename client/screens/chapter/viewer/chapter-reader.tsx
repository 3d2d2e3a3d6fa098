import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { chapterTitle } from '../../../features/chapter-words/chapter-title.ts';
import { unsentPosition } from '../../../features/progress/progress.ts';
import type { ReadingPosition } from '../../../features/progress/progress-outbox.ts';
import { useScreenTitle } from '../../../features/screen-title/use-screen-title.ts';
import { BottomBar, ProgressSlider } from '../chrome/bottom-bar.tsx';
import { ChapterDrawer } from '../chrome/chapter-drawer.tsx';
import { ReaderFrame } from '../chrome/reader-frame.tsx';
import { TopBar } from '../chrome/top-bar.tsx';
import { useBars } from '../chrome/use-bars.ts';
import { useWayBack } from '../chrome/use-way-back.ts';
import { useKeys } from '../hands/use-keys.ts';
import { useTaps } from '../hands/use-taps.ts';
import { axisOf, isPaged, modeOf, readsLeft } from '../modes/mode.ts';
import { NO_VIEWER, type Viewer } from '../modes/viewer.ts';
import { positionKey, recallPosition } from '../progress/position-memory.ts';
import { useReadingPosition } from '../progress/use-reading-position.ts';
import { useReaderSettings } from '../settings/reader-settings.ts';
import type { ReadChapter } from '../strip/strip-axis.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import type { Shown } from '../strip/use-strip.ts';
import { HeadCard } from './head-card.tsx';
import { noteReadOn } from './read-on.ts';
import { StripViewer } from './strip-viewer.tsx';
import { TailCard } from './tail-card.tsx';
import { useChapterFlow } from './use-chapter-flow.ts';

const PagedViewer = lazy(() => import('../paged/paged-viewer.tsx').then((m) => ({ default: m.PagedViewer })));

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

/** A chapter open for reading, and all those joined to it. */
export function ChapterReader({ first, entry }: { first: ReadChapter; entry: string }) {
  const settings = useReaderSettings(first.comic.id);
  const mode = modeOf(settings.mode, first);
  const [start] = useState(() => startOf(first, entry));
  const place = useRef<StripPosition>({ chapter: 0, ...start });
  const [shown, setShown] = useState<Shown>({ chapter: 0, page: start.page, percent: null });
  const [viewer, setViewer] = useState<Viewer>(NO_VIEWER);
  const [listed, setListed] = useState(false);
  const joins = (next: ReadChapter) => modeOf(settings.mode, next) === mode;
  const { chapters, head, tail, preparePrevious, prepareNext, refreshTail, openTail, fetchPresentUrl } = useChapterFlow(
    first,
    joins,
  );
  const onShown = useCallback((now: Shown) => setShown((old) => (isSame(old, now) ? old : now)), []);
  const { loadPrevious, onHead } = useHead(preparePrevious, (previous) => {
    const page = Math.max(0, previous.pages.length - 1);
    place.current = { chapter: 0, page, offset: 0 };
    setShown({ chapter: 0, page, percent: null });
  });

  const axis = axisOf(mode);
  const left = readsLeft(mode, first);
  // Opened in the middle, or without a space above the first page, the bars cover the pages.
  const covers = axis === 'horizontal' || start.page > 0 || start.offset > 0;
  const bars = useBars({ scroller: viewer.box, axis, isPlaced: viewer.isPlaced, leaveSoon: covers });
  const { setShown: setBars } = bars;
  const toggleBars = useCallback(() => setBars((isShown) => !isShown), [setBars]);
  const shape = settings.tapZones === 'auto' ? (isPaged(mode) ? 'sides' : 'off') : settings.tapZones;
  useTaps({ viewer, shape, inverted: settings.invertTaps, mirrored: left, onMenu: toggleBars });
  useKeys({ viewer, left, onMenu: toggleBars });
  useReadingPosition({ entry, box: viewer.box, anchor: place, chapters, shown, wholePages: isPaged(mode) });
  const onBack = useWayBack(first.comic.id);

  const opened = chapters[shown.chapter] ?? first;
  useScreenTitle(`${opened.comic.title} ${chapterTitle(opened.chapter)}`);

  const isLast = shown.chapter === chapters.length - 1;
  const nearEnd = isLast && shown.page >= opened.pages.length - READY_BEFORE_END;
  useEffect(() => {
    if (nearEnd) void prepareNext();
  }, [nearEnd, prepareNext]);

  const nextId = opened.next?.id ?? null;
  useEffect(() => noteReadOn(nextId), [nextId]);

  const chapterAt = (chapter: number) =>
    chapters[chapter] ? () => viewer.goTo({ chapter, page: 0, offset: 0 }) : null;
  const ViewerOfMode = isPaged(mode) ? PagedViewer : StripViewer;
  return (
    <ReaderFrame>
      <Suspense>
        <ViewerOfMode
          key={mode}
          mode={mode}
          chapters={chapters}
          place={place}
          onShown={onShown}
          onReady={setViewer}
          fetchPresentUrl={fetchPresentUrl}
          head={head && <HeadCard head={head} onRetry={loadPrevious} />}
          onHead={onHead}
          tail={
            <TailCard
              tail={tail}
              comicId={first.comic.id}
              onRetry={() => void prepareNext(true)}
              onTurn={refreshTail}
              onOpen={openTail}
            />
          }
        />
      </Suspense>
      <TopBar title={first.comic.title} subtitle={chapterTitle(opened.chapter)} shown={bars.shown} onBack={onBack} />
      <BottomBar
        shown={bars.shown}
        previous={{ item: opened.prev, go: chapterAt(shown.chapter - 1) }}
        next={{ item: opened.next, go: chapterAt(shown.chapter + 1) }}
        onList={() => setListed(true)}
      >
        <ProgressSlider
          axis={left ? 'horizontal' : 'vertical'}
          progress={
            shown.percent === null
              ? { unit: 'page', at: shown.page + 1, of: Math.max(1, opened.pages.length) }
              : { unit: 'percent', at: shown.percent, of: 100 }
          }
          held={bars.held}
          onSeek={(at) =>
            shown.percent === null
              ? viewer.goTo({ chapter: shown.chapter, page: at - 1, offset: 0 })
              : viewer.goToPercent(shown.chapter, at)
          }
        />
      </BottomBar>
      {listed && <ChapterDrawer comicId={first.comic.id} current={opened.chapter} onClose={() => setListed(false)} />}
    </ReaderFrame>
  );
}

function isSame(a: Shown, b: Shown): boolean {
  return a.chapter === b.chapter && a.page === b.page && a.percent === b.percent;
}

/** Joins the previous chapter when the reader is where it belongs, and only as long as nothing else is shown. */
function useHead(
  preparePrevious: (onJoin: (previous: ReadChapter) => boolean) => Promise<void>,
  onJoin: (previous: ReadChapter) => void,
) {
  const isThere = useRef(false);
  const latestOnJoin = useRef(onJoin);
  latestOnJoin.current = onJoin;
  const loadPrevious = useCallback(
    () =>
      void preparePrevious((previous) => {
        if (isThere.current) latestOnJoin.current(previous);
        return isThere.current;
      }),
    [preparePrevious],
  );
  const onHead = useCallback(
    (isNow: boolean) => {
      if (isNow && !isThere.current) loadPrevious();
      isThere.current = isNow;
    },
    [loadPrevious],
  );
  return { loadPrevious, onHead };
}
