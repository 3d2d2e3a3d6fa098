import type { ReactNode } from 'react';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { chapterTitle } from '../../features/reading/chapter-words/chapter-title.ts';
import { ReaderFrame } from './chrome/reader-frame.tsx';
import { TopBar } from './chrome/top-bar.tsx';
import { useWayBack } from './chrome/use-way-back.ts';
import type { KnownChapter } from './known-comic.ts';

type ChapterFrameProps = { known: KnownChapter | null; title?: string; children: ReactNode };

/** The frame of everything that is not a chapter's pages: the top bar, and the content in the middle. */
export function ChapterFrame({ known, title = known?.comicTitle, children }: ChapterFrameProps) {
  const onBack = useWayBack(known?.comicId ?? null);
  useScreenTitle(title);
  return (
    <ReaderFrame>
      <TopBar title={title ?? '阅读'} subtitle={known ? chapterTitle(known.chapter) : undefined} onBack={onBack} />
      <div className="absolute inset-0 flex flex-col overflow-y-auto px-6 pt-[calc(env(safe-area-inset-top)+80px)] pb-6">
        <div className="my-auto">{children}</div>
      </div>
    </ReaderFrame>
  );
}
