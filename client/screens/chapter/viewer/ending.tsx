import type { ComicDetail } from '#contract/shapes';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { BellIcon } from '../../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toggleFollow } from '../../../features/comics/follow/follow.ts';
import { ringBell } from '../../../features/comics/follow/ring-bell.ts';
import { statusText } from '../../../features/comics/status-text.ts';
import { LikeButton } from '../../../features/community/like-button.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../../features/pictures/lazy-image/lazy-image.tsx';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { useRangeChapters } from '../../../features/reading/chapter-ranges/range-chapters.ts';
import { chapterName } from '../../../features/reading/chapter-words/chapter-title.ts';
import { noteProgress } from '../../../features/reading/progress/progress.ts';
import { chapterPath } from '../../../paths.ts';
import { EndingActions } from './ending-actions.tsx';

/** Whether a comic is complete, and the next actions of the reader after its last chapter. */
export function Ending({ comic, ended }: { comic: ComicDetail; ended: ReadChapter }) {
  const { chapter, likes } = ended;
  const isComplete = comic.status === 'complete';
  return (
    <section aria-label="读完了" className="flex flex-col gap-4">
      <div className="flex h-32 items-center gap-4">
        <div className="h-full w-24 shrink-0 overflow-hidden rounded-lg bg-sunken">
          <LazyImage image={comic.cover} alt="" sizes={96} className="size-full object-cover" />
        </div>
        <div className="min-w-0">
          <h2 className="text-[1.0625rem] font-medium">
            {isComplete ? '全书完' : '已追到最新'}
            {!isComplete && <span className="block">{statusText(comic)}</span>}
          </h2>
          <p className="mt-1 line-clamp-2 text-sm text-soft">
            {comic.title} · 看完{chapterName(chapter)}
          </p>
        </div>
      </div>
      {isComplete ? <Again comic={comic} /> : <Follow comic={comic} />}
      <EndingActions comic={comic}>
        {likes && <LikeButton chapter={chapter} answered={likes} look="bar" />}
      </EndingActions>
    </section>
  );
}

/** The main action for a serial that the reader does not follow yet. */
function Follow({ comic }: { comic: ComicDetail }) {
  const on = comic.me.subscribed;
  return (
    <Button
      look={on ? 'tinted' : 'primary'}
      aria-pressed={on}
      onClick={({ currentTarget }) => {
        if (!on) ringBell(currentTarget);
        void toggleFollow(comic.id, 'subscribed').catch(() => undefined);
      }}
    >
      <BellIcon />
      {on ? '已订阅，有新话会提醒' : '订阅，有新话时提醒我'}
    </Button>
  );
}

/** Starts a completed comic again from its beginning. */
function Again({ comic }: { comic: ComicDetail }) {
  const { data } = useRangeChapters(comic, { from: 0, size: 1 });
  const first = data?.[0];
  if (!first) return <Skeleton className="h-11 rounded-full" />;
  return (
    <ScreenLink
      to={chapterPath(first.id)}
      replace
      className={buttonClass()}
      // Otherwise it would open at the end, where the reader stopped.
      onClick={() => noteProgress(first.id, { page: 0, offset: 0 }, false)}
    >
      重看
    </ScreenLink>
  );
}

/** The placeholder of the ending, of the same height. */
export function EndingSkeleton() {
  return (
    <div role="status" aria-label="加载中" className="flex flex-col gap-4">
      <div className="flex h-32 items-center gap-4">
        <Skeleton className="h-full w-24 shrink-0" />
        <Skeleton className="h-5 flex-1" />
      </div>
      <Skeleton className="h-11 rounded-full" />
      <Skeleton className="h-11" />
    </div>
  );
}
