import type { ComicDetail } from '#contract/shapes';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { ListIcon } from '../../../../ui/reader-icons.tsx';
import { BellIcon, HeartIcon, ShareIcon } from '../../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toggleFollow } from '../../../features/comics/follow/follow.ts';
import { FollowButton } from '../../../features/comics/follow/follow-button.tsx';
import { statusText } from '../../../features/comics/status-text.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../../features/pictures/lazy-image/lazy-image.tsx';
import { useRangeChapters } from '../../../features/reading/chapter-ranges/range-chapters.ts';
import { noteProgress } from '../../../features/reading/progress/progress.ts';
import { useShare } from '../../../features/share/share-button.tsx';
import { chapterPath, comicPath } from '../../../paths.ts';

/** Whether a comic is complete, and what the reader can do with it. */
export function Ending({ comic }: { comic: ComicDetail }) {
  const isComplete = comic.status === 'complete';
  const { openShare, shareSheet } = useShare(comic);
  return (
    <section aria-label="读完了" className="flex flex-col gap-4">
      <div className="flex h-32 items-center gap-4">
        <div className="h-full w-24 shrink-0 overflow-hidden rounded-lg bg-sunken">
          <LazyImage image={comic.cover} alt="" sizes={96} className="size-full object-cover" />
        </div>
        <div className="min-w-0">
          <h2 className="text-[1.0625rem] font-medium text-balance">
            {isComplete ? '全书完' : `已追到最新 · ${statusText(comic)}`}
          </h2>
          <p className="mt-1 line-clamp-2 text-sm text-soft">{comic.title}</p>
        </div>
      </div>
      {isComplete ? <Again comic={comic} /> : <Follow comic={comic} />}
      <div className="flex justify-around">
        <FollowButton comic={comic} follow="favorited" label="收藏" done="已收藏" icon={<HeartIcon />} />
        <button type="button" className={ACTION} onClick={openShare}>
          <ShareIcon />
          分享
        </button>
        <ScreenLink to={comicPath(comic.id)} replace className={ACTION}>
          <ListIcon />
          返回目录
        </ScreenLink>
      </div>
      {shareSheet}
    </section>
  );
}

const ACTION = 'flex h-11 min-w-14 flex-col items-center justify-center text-xs text-soft active:opacity-60';

/** The main action for a serial that the reader does not follow yet. */
function Follow({ comic }: { comic: ComicDetail }) {
  const on = comic.me.subscribed;
  return (
    <Button
      look={on ? 'tinted' : 'primary'}
      aria-pressed={on}
      onClick={() => void toggleFollow(comic.id, 'subscribed').catch(() => undefined)}
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
