import type { ComponentProps, RefObject } from 'react';
import { chapterTitle } from '../../../features/chapter-words/chapter-title.ts';
import type { PageSources } from '../strip/page-sources.ts';
import type { Axis, ReadChapter } from '../strip/strip-axis.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ComicActions } from './comic-actions.tsx';
import { PagePreview } from './page-preview.tsx';
import { type Progress, ProgressSlider, progressText } from './progress-slider.tsx';
import { TopBar } from './top-bar.tsx';
import { useWayBack } from './use-way-back.ts';

type ReaderChromeProps = {
  opened: ReadChapter;
  axis: Axis;
  sources: PageSources;
  progress: Progress;
  bars: { shown: boolean; held: RefObject<boolean> };
  onSeek: (at: number) => void;
} & Pick<ComponentProps<typeof BottomBar>, 'previous' | 'next'>;

/** Everything around the pages: the bars, and what remains where they have left. */
export function ReaderChrome({ opened, axis, sources, progress, bars, onSeek, ...neighbours }: ReaderChromeProps) {
  const { comic, chapter } = opened;
  const onBack = useWayBack(comic.id);
  return (
    <>
      {!bars.shown && (
        <span
          aria-hidden
          className="pointer-events-none absolute right-2 bottom-[calc(env(safe-area-inset-bottom)+8px)] rounded-full bg-black/55 px-2 text-xs text-white"
        >
          {progressText(progress)}
        </span>
      )}
      <TopBar title={comic.title} subtitle={chapterTitle(chapter)} shown={bars.shown} onBack={onBack}>
        <ComicActions comic={comic} />
      </TopBar>
      <BottomBar shown={bars.shown} comicId={comic.id} current={chapter} {...neighbours}>
        <ProgressSlider
          axis={axis}
          progress={progress}
          held={bars.held}
          onSeek={onSeek}
          preview={(at) => <PagePreview opened={opened} progress={{ ...progress, at }} sources={sources} />}
        />
      </BottomBar>
    </>
  );
}
