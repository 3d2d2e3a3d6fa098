import { useEffect } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { chapterTitle } from '../../features/reading/chapter-words/chapter-title.ts';
import { ReaderFrame } from './chrome/reader-frame.tsx';
import { TopBar } from './chrome/top-bar.tsx';
import { useWayBack } from './chrome/use-way-back.ts';
import { knownComicOf } from './known-comic.ts';

export const loadLockedChapter = () => import('./viewer/locked-chapter.tsx');

/** A chapter that is loading, with its title where the comic's detail is known. */
export function OpeningSkeleton({ chapterId }: { chapterId: number }) {
  const known = knownComicOf(chapterId);
  const onBack = useWayBack(known?.comicId ?? null);
  const isLocked = known?.chapter.access === 'locked';
  useEffect(() => {
    if (isLocked) void loadLockedChapter().catch(() => undefined);
  }, [isLocked]);
  return (
    <ReaderFrame>
      <div role="status" aria-label="加载中" className="absolute inset-0 mx-auto max-w-[800px]">
        <Skeleton className="size-full rounded-none" />
      </div>
      <TopBar
        title={known?.comicTitle ?? '加载中'}
        subtitle={known ? chapterTitle(known.chapter) : undefined}
        onBack={onBack}
      />
    </ReaderFrame>
  );
}
