import { type ComponentProps, type RefObject, useCallback, useDeferredValue, useState } from 'react';
import type { ChapterItem } from '#contract/shapes';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import type { ReaderSettings } from '../settings/reader-settings.ts';
import type { TapZones } from '../settings/tap-zones.ts';
import type { PageSources } from '../strip/page-sources.ts';
import type { Axis } from '../strip/strip-axis.ts';
import type { ShownPosition } from '../strip/use-strip-view.ts';
import { useAutoScroll } from './auto-scroll.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Dimmer } from './dimmer.tsx';
import { FirstHint } from './first-hint.tsx';
import { PagePreview } from './page-preview.tsx';
import { progressOf, progressText, type UseLatestShown } from './progress.ts';
import { ProgressSlider } from './progress-slider.tsx';
import { ReaderActions } from './reader-actions.tsx';
import { TopBar } from './top-bar.tsx';
import { useAwake } from './use-awake.ts';
import { useWayBack } from './use-way-back.ts';

type ReaderChromeProps = {
  scroller: RefObject<HTMLElement | null>;
  opened: ReadChapter;
  /** The locked chapter whose price is shown; it has no progress. */
  locked: ChapterItem | null;
  settings: ReaderSettings;
  zones: TapZones;
  axis: Axis;
  /** The pages are turned and do not scroll. */
  paged: boolean;
  sources: Pick<PageSources, 'get' | 'subscribe'>;
  /** The page that the hidden bars name: the one at which the reader has stopped. */
  shown: ShownPosition;
  useLatestShown: UseLatestShown;
  bars: { shown: boolean; held: RefObject<boolean> };
  onSeek: (at: number) => void;
} & Pick<ComponentProps<typeof BottomBar>, 'previous' | 'next'>;

/** Everything around the pages: the bars, and the page number while they are hidden. */
export function ReaderChrome(props: ReaderChromeProps) {
  const { scroller, opened, settings, zones, axis, paged, sources, bars, onSeek, previous, next } = props;
  const { shown, useLatestShown } = props;
  const progress = progressOf(
    useLatestShown((latest) => (bars.shown ? latest : shown)),
    opened,
  );
  const { comic } = opened;
  const chapter = props.locked ?? opened.chapter;
  const [scrolls, setScrolls] = useState(false);
  const stop = useCallback(() => setScrolls(false), []);
  useAutoScroll(scrolls, { scroller, axis, speed: settings.scrollSpeed, onStop: stop });
  useAwake(settings.keepsAwake);
  const onBack = useWayBack(comic.id);
  // The pages come first.
  const isWhole = useDeferredValue(true, false);
  return (
    <>
      {!settings.hinted && !(zones.shape === 'off' && settings.menuHinted) && <FirstHint zones={zones} />}
      {!bars.shown && !props.locked && (
        <div aria-hidden className="pointer-events-none absolute bottom-0 left-0 pb-[env(safe-area-inset-bottom)]">
          <PageNumber opened={opened} useLatestShown={useLatestShown} />
        </div>
      )}
      <TopBar title={comic.title} subtitle={chapterTitle(chapter)} shown={bars.shown} onBack={onBack}>
        <ReaderActions
          comic={comic}
          chapter={chapter}
          progress={props.locked ? null : progress}
          likes={props.locked ? undefined : props.opened.likes}
        />
      </TopBar>
      {isWhole && (
        <BottomBar
          shown={bars.shown}
          comicId={comic.id}
          current={chapter}
          previous={previous}
          next={next}
          onAutoScroll={paged ? undefined : () => setScrolls(true)}
        >
          {props.locked ? (
            // As high as the slider, so that the bar does not change.
            <p className="flex h-11 flex-1 items-center text-sm text-soft">本话未解锁</p>
          ) : (
            <ProgressSlider
              left={axis === 'horizontal'}
              progress={progress}
              held={bars.held}
              onSeek={onSeek}
              preview={(at) => <PagePreview opened={opened} progress={{ ...progress, at }} sources={sources} />}
            />
          )}
        </BottomBar>
      )}
      <Dimmer settings={settings} />
    </>
  );
}

function PageNumber({ opened, useLatestShown }: { opened: ReadChapter; useLatestShown: UseLatestShown }) {
  // The content after the last page has no page number.
  const text = useLatestShown((latest) => (latest.isPast ? null : progressText(progressOf(latest, opened))));
  return text && <p className="m-2 rounded-full bg-black/55 px-2 text-xs text-white">{text}</p>;
}
