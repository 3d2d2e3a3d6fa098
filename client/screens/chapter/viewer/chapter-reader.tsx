import { lazy, Suspense, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { chapterTitle } from '../../../features/chapter-words/chapter-title.ts';
import { noteOpened } from '../../../features/read-ahead/ahead-answer.ts';
import { useScreenTitle } from '../../../features/screen-title/use-screen-title.ts';
import { chapterPath } from '../../../paths.ts';
import { Ground } from '../chrome/ground.tsx';
import { ReaderChrome } from '../chrome/reader-chrome.tsx';
import { ReaderFrame } from '../chrome/reader-frame.tsx';
import { useBars } from '../chrome/use-bars.ts';
import { toggleFullscreen } from '../input/toggle-fullscreen.ts';
import { useKeyHelp } from '../input/use-key-help.ts';
import { useKeys } from '../input/use-keys.ts';
import { useMagnifier } from '../input/use-magnifier.ts';
import { useTaps } from '../input/use-taps.ts';
import { cropped } from '../modes/crop.ts';
import { axisOf, isPaged, type Mode, modeOf, readsLeft } from '../modes/mode.ts';
import { NO_VIEWER, type Viewer } from '../modes/viewer.ts';
import { startOf } from '../progress/start-of.ts';
import { useReadingPosition } from '../progress/use-reading-position.ts';
import { type ReaderSettings, useReaderSettings } from '../settings/reader-settings.ts';
import type { TapZones } from '../settings/tap-zones.ts';
import type { ReadChapter } from '../strip/strip-axis.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import { isSameShown, type Shown } from '../strip/use-strip.ts';
import { HeadCard } from './head-card.tsx';
import { noteReadOn } from './read-on.ts';
import { StripViewer } from './strip-viewer.tsx';
import { TailCard } from './tail-card.tsx';
import { useChapterFlow } from './use-chapter-flow.ts';
import { useHead } from './use-head.ts';

// Where its code can't be loaded, a strip shows the same pages.
const PagedViewer = lazy(() =>
  import('../paged/paged-viewer.tsx').then(
    (m) => ({ default: m.PagedViewer }),
    () => ({ default: StripViewer }),
  ),
);

// Where there is no mouse nothing is dragged by one; where its code can't be loaded, keys and the wheel do the same.
const hasMouse = matchMedia('(any-pointer: fine)').matches;
const MouseInput = lazy(() =>
  import('../input/mouse-input.tsx').then(
    (m) => ({ default: m.MouseInput }),
    () => ({ default: () => null }),
  ),
);

/** The next chapter is fetched from this many pages before the end on. */
const READY_BEFORE_END = 5;
/** A chapter open for reading, and all those joined to it. */
export function ChapterReader({ first, entry }: { first: ReadChapter; entry: string }) {
  const settings = useReaderSettings(first.comic.id);
  const mode = modeOf(settings.mode, first);
  const [start] = useState(() => startOf(first, entry));
  const place = useRef<StripPosition>({ chapter: 0, ...start });
  const [shown, setShown] = useState<Shown>({ chapter: 0, page: start.page, percent: null });
  const [viewer, setViewer] = useState<Viewer>(NO_VIEWER);
  const joins = (next: ReadChapter) => modeOf(settings.mode, next) === mode;
  const { chapters, head, tail, preparePrevious, prepareNext, refreshTail, openTail, fetchPresentUrl } = useChapterFlow(
    first,
    joins,
  );
  const laidOut = useMemo(
    () => chapters.map((chapter) => cropped(chapter, settings.crops, mode)),
    [chapters, settings.crops, mode],
  );
  // After the frame that shows it: the pages themselves move without rendering.
  const told = useRef(shown);
  const onShown = useCallback(
    (now: Shown) => {
      const isTurned = told.current.chapter !== now.chapter || told.current.page !== now.page;
      told.current = now;
      const show = () => setShown((old) => (isSameShown(old, now) ? old : now));
      // But a last page has been read as soon as it is shown: who turns on at once must not overtake that.
      const isLast = now.page >= (chapters[now.chapter]?.pages.length ?? 0) - 1;
      if (isTurned && isLast) show();
      else startTransition(show);
    },
    [chapters],
  );
  const { loadPrevious, onHead } = useHead(preparePrevious, (previous, isThere) => {
    if (!isPaged(mode)) {
      // A strip stays where it is; its chapters are counted anew.
      place.current = { ...place.current, chapter: place.current.chapter + 1 };
      setShown((old) => ({ ...old, chapter: old.chapter + 1 }));
      return true;
    }
    // Where pages are turned, nothing is joined while another is shown.
    if (!isThere) return false;
    const page = Math.max(0, previous.pages.length - 1);
    place.current = { chapter: 0, page, offset: 0 };
    setShown({ chapter: 0, page, percent: null });
    return true;
  });

  const axis = axisOf(mode);
  const left = readsLeft(mode, first);
  const bars = useBars({ scroller: viewer.box, axis, isPlaced: viewer.isPlaced });
  const { setShown: setBars } = bars;
  const toggleBars = useCallback(() => setBars((isShown) => !isShown), [setBars]);
  const zones = zonesOf(settings, mode, left);
  const magnifier = useMagnifier(viewer);
  useTaps({ viewer, zones, magnifier, onMenu: toggleBars });
  useReadingPosition({ entry, box: viewer.box, anchor: place, chapters, shown, wholePages: isPaged(mode) });

  const opened = chapters[shown.chapter] ?? first;
  // The card of a locked chapter fills the screen: what is around it is about that chapter.
  const locked = shown.isPast && tail.kind === 'locked' && !tail.cut ? tail.item : null;
  useScreenTitle(`${opened.comic.title} ${chapterTitle(locked ?? opened.chapter)}`);

  const openedId = opened.chapter.id;
  useEffect(() => noteOpened(openedId), [openedId]);

  const isLast = shown.chapter === chapters.length - 1;
  const nearEnd = isLast && shown.page >= opened.pages.length - READY_BEFORE_END;
  useEffect(() => {
    if (nearEnd) void prepareNext();
  }, [nearEnd, prepareNext]);

  const nextId = opened.next?.id ?? null;
  useEffect(() => noteReadOn(nextId), [nextId]);

  // A page that is turned to is seen as a whole.
  const turned = isPaged(mode) ? `${opened.chapter.id}/${shown.page}` : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
  useEffect(() => magnifier.reset(), [turned, magnifier]);

  const chapterAt = (chapter: number) =>
    chapters[chapter] ? () => viewer.goTo({ chapter, page: 0, offset: 0 }) : null;
  const previous = locked
    ? { item: opened.chapter, go: chapterAt(shown.chapter) }
    : { item: opened.prev, go: chapterAt(shown.chapter - 1) };
  const next = locked ? { item: null, go: null } : { item: opened.next, go: chapterAt(shown.chapter + 1) };
  const navigate = useNavigate();
  const goBeside = ({ item, go }: typeof next) => {
    if (go) go();
    else if (item) void navigate(chapterPath(item.id), { replace: true });
  };
  const keyHelp = useKeyHelp();
  useKeys({
    viewer,
    left,
    commands: {
      previous: () => goBeside(previous),
      next: () => goBeside(next),
      fullscreen: toggleFullscreen,
      menu: () => (magnifier.isOn() ? magnifier.reset() : toggleBars()),
      help: keyHelp.open,
    },
  });
  const ViewerOfMode = isPaged(mode) ? PagedViewer : StripViewer;
  return (
    <ReaderFrame>
      <Ground background={settings.background}>
        <Suspense>
          <ViewerOfMode
            key={mode}
            mode={mode}
            settings={settings}
            chapters={laidOut}
            place={place}
            onShown={onShown}
            onReady={setViewer}
            fetchPresentUrl={fetchPresentUrl}
            head={head && <HeadCard head={head} onRetry={loadPrevious} />}
            onHead={onHead}
            tail={
              <TailCard
                tail={tail}
                near={nearEnd}
                comicId={first.comic.id}
                onRetry={() => void prepareNext(true)}
                onTurn={refreshTail}
                onOpen={openTail}
              />
            }
          />
        </Suspense>
        {hasMouse && (
          <Suspense>
            <MouseInput viewer={viewer} mode={mode} left={left} isMagnified={magnifier.isOn} />
          </Suspense>
        )}
      </Ground>
      <ReaderChrome
        scroller={viewer.box}
        settings={settings}
        zones={zones}
        opened={opened}
        locked={locked}
        axis={left ? 'horizontal' : 'vertical'}
        paged={isPaged(mode)}
        sources={viewer.sources}
        bars={bars}
        progress={
          shown.percent === null
            ? { unit: 'page', at: shown.page + 1, of: Math.max(1, opened.pages.length) }
            : { unit: 'percent', at: shown.percent, of: 100 }
        }
        onSeek={(at) =>
          shown.percent === null
            ? viewer.goTo({ chapter: shown.chapter, page: at - 1, offset: 0 })
            : viewer.goToPercent(shown.chapter, at)
        }
        previous={previous}
        next={next}
      />
      {keyHelp.Sheet && <keyHelp.Sheet left={left} onClose={keyHelp.close} />}
    </ReaderFrame>
  );
}

/** Pages are turned by their sides, a strip is left to be scrolled, unless the reader has chosen. */
function zonesOf({ tapZones, invertTaps }: ReaderSettings, mode: Mode, left: boolean): TapZones {
  const suitable = isPaged(mode) ? 'sides' : 'off';
  return { shape: tapZones === 'auto' ? suitable : tapZones, inverted: invertTaps, mirrored: left };
}
