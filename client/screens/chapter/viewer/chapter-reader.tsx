import { useState } from 'react';
import { useScreenTitle } from '../../../features/navigation/use-screen-title.ts';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import { ReaderChrome } from '../chrome/reader-chrome.tsx';
import { ReaderFrame } from '../chrome/reader-frame.tsx';
import { isPaged, modeOf, readsLeft } from '../modes/mode.ts';
import { NO_VIEWER, type Viewer } from '../modes/viewer.ts';
import { useReaderSettings } from '../settings/reader-settings.ts';
import { EndLike } from './end-like.tsx';
import { HeadCard } from './head-card.tsx';
import { ReaderPages } from './reader-pages.tsx';
import { TailCard } from './tail-card.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { useReaderInput } from './use-reader-input.ts';
import { useReading } from './use-reading.ts';

/** A chapter that is open for reading, and the chapters that are joined to it. */
export function ChapterReader({ first, entry }: { first: ReadChapter; entry: string }) {
  const settings = useReaderSettings(first.comic.id);
  const mode = modeOf(settings.mode, first);
  const left = readsLeft(mode, first);
  const [viewer, setViewer] = useState<Viewer>(NO_VIEWER);
  const reading = useReading(first, { entry, settings, mode, viewer });
  const { shown, opened, locked, head } = reading;
  useScreenTitle(`${opened.comic.title} ${chapterTitle(locked ?? opened.chapter)}`);
  const ended = reading.laidOut.at(-1) ?? first;
  const neighbours = useNeighbours({ ...reading, viewer });
  const page = `${opened.chapter.id}/${shown.page}`;
  const { bars, zones, magnifier, keyHelp } = useReaderInput({ viewer, settings, mode, left, page, neighbours });
  return (
    <ReaderFrame>
      <ReaderPages
        mode={mode}
        settings={settings}
        left={left}
        chapters={reading.laidOut}
        place={reading.place}
        viewer={viewer}
        magnifier={magnifier}
        onShown={reading.onShown}
        onReady={setViewer}
        fetchCurrentUrl={reading.fetchCurrentUrl}
        head={head && <HeadCard head={head} onRetry={reading.loadPrevious} />}
        onHead={reading.onHead}
        tail={
          <>
            <EndLike ended={ended} tail={reading.tail} />
            <TailCard
              tail={reading.tail}
              near={reading.nearEnd}
              comicId={first.comic.id}
              ended={ended}
              prepareNext={reading.prepareNext}
              refreshTail={reading.refreshTail}
              openTail={reading.openTail}
            />
          </>
        }
      />
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
        shown={shown}
        useLatestShown={reading.useLatestShown}
        onSeek={(at) => {
          const { chapter, percent } = reading.useLatestShown.getState();
          if (percent === null) viewer.goTo({ chapter, page: at - 1, offset: 0 });
          else viewer.goToPercent(chapter, at);
        }}
        previous={neighbours.previous}
        next={neighbours.next}
      />
      {keyHelp.Sheet && <keyHelp.Sheet left={left} onClose={keyHelp.close} />}
    </ReaderFrame>
  );
}
