import { useCallback, useEffect, useState } from 'react';
import { chapterTitle } from '../../features/chapter-words/chapter-title.ts';
import { untoldPlace } from '../../features/progress/progress.ts';
import { useScreenTitle } from '../../features/screen-title/use-screen-title.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ChapterDrawer } from './chapter-drawer.tsx';
import { placeKey, recallPlace } from './place-memory.ts';
import { ReaderFrame } from './reader-frame.tsx';
import { Strip } from './strip.tsx';
import { type Place, type ReadChapter, stripAxis } from './strip-axis.ts';
import { TailCard } from './tail-card.tsx';
import { TopBar } from './top-bar.tsx';
import { useBars } from './use-bars.ts';
import { useChapterFlow } from './use-chapter-flow.ts';
import { useKeys } from './use-keys.ts';
import { usePlace } from './use-place.ts';
import { useStrip } from './use-strip.ts';
import { useTaps } from './use-taps.ts';
import { useWayBack } from './use-way-back.ts';

/** From this many pages before the end on, the next chapter is made ready. */
const READY_BEFORE_END = 5;
const START = { page: 0, offset: 0 };

/**
 * Where a chapter opens: what the server has not heard of comes first, then what it says, for a page that a phone loads
 * anew may be older than what was read elsewhere; what the tab remembers is for readers of whom nothing is kept.
 */
function startOf({ chapter, progress }: ReadChapter, entry: string): Place {
  return untoldPlace(chapter.id) ?? progress ?? recallPlace(sessionStorage, placeKey(entry, chapter.id)) ?? START;
}

/** A chapter open for reading, and all that flow on after it. */
export function StripReader({ first, entry }: { first: ReadChapter; entry: string }) {
  const [axis] = useState(() => stripAxis(first.comic.direction, first.pages));
  const [start] = useState(() => startOf(first, entry));
  const [listed, setListed] = useState(false);
  const { chapters, tail, prepareNext, forgetLock, renew } = useChapterFlow(first);
  const { scroller, layout, shown, anchor, sources, goTo } = useStrip({ chapters, axis, start, renew });
  const bars = useBars(scroller, axis, layout !== null);
  const { setShown: setBars } = bars;
  const toggleBars = useCallback(() => setBars((isShown) => !isShown), [setBars]);
  useTaps(scroller, axis, toggleBars);
  useKeys(scroller, axis, toggleBars);
  usePlace({ entry, scroller, anchor, chapters, shown });
  const onBack = useWayBack(first.comic.id);

  const opened = chapters[shown.chapter] ?? first;
  useScreenTitle(`${opened.comic.title} ${chapterTitle(opened.chapter)}`);

  const isLast = shown.chapter === chapters.length - 1;
  const nearEnd = isLast && shown.page >= opened.pages.length - READY_BEFORE_END;
  useEffect(() => {
    if (nearEnd) void prepareNext();
  }, [nearEnd, prepareNext]);

  const chapterAt = (chapter: number) => (chapters[chapter] ? () => goTo({ chapter, page: 0, offset: 0 }) : null);
  const horizontal = axis === 'horizontal';
  return (
    <ReaderFrame>
      <section
        ref={scroller}
        dir={horizontal ? 'rtl' : 'ltr'}
        data-reader={axis}
        aria-label="漫画"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className={`absolute inset-0 bg-page outline-none [overflow-anchor:none] overscroll-contain select-none ${horizontal ? 'no-scrollbar flex overflow-x-scroll overflow-y-hidden' : 'overflow-x-hidden overflow-y-scroll'}`}
      >
        {layout && (
          <>
            <Strip axis={axis} layout={layout} chapters={chapters} sources={sources} />
            <div
              key={chapters.length}
              dir="ltr"
              className={`flex flex-none flex-col justify-center px-6 py-16 ${horizontal ? 'w-[min(100vw,420px)]' : 'min-h-[60dvh]'}`}
            >
              <TailCard
                tail={tail}
                comicId={first.comic.id}
                onRetry={() => void prepareNext(true)}
                onFree={forgetLock}
              />
            </div>
          </>
        )}
      </section>
      <TopBar title={first.comic.title} subtitle={chapterTitle(opened.chapter)} shown={bars.shown} onBack={onBack} />
      <BottomBar
        shown={bars.shown}
        axis={axis}
        page={shown.page}
        pages={opened.pages.length}
        previous={{ item: opened.prev, go: chapterAt(shown.chapter - 1) }}
        next={{ item: opened.next, go: chapterAt(shown.chapter + 1) }}
        held={bars.held}
        onPage={(page) => goTo({ chapter: shown.chapter, page, offset: 0 })}
        onList={() => setListed(true)}
      />
      {listed && (
        <ChapterDrawer comicId={first.comic.id} currentId={opened.chapter.id} onClose={() => setListed(false)} />
      )}
    </ReaderFrame>
  );
}
