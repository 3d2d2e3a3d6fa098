import type { ReactNode } from 'react';
import { comicInfo } from '#contract/calls/comic';
import { comicRecommend } from '#contract/calls/listings';
import type { ComicDetail } from '#contract/shapes';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { ListIcon } from '../../../../ui/reader-icons.tsx';
import { BellIcon, HeartIcon, ShareIcon } from '../../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ComicCard, ComicCardSkeleton } from '../../../features/comics/comic-card/comic-card.tsx';
import { detailPayload } from '../../../features/comics/comic-detail/comic-detail.ts';
import { toggleFollow } from '../../../features/comics/follow/follow.ts';
import { FollowButton } from '../../../features/comics/follow/follow-button.tsx';
import { statusText } from '../../../features/comics/status-text.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../../features/pictures/lazy-image/lazy-image.tsx';
import { useRangeChapters } from '../../../features/reading/chapter-ranges/range-chapters.ts';
import { noteProgress } from '../../../features/reading/progress/progress.ts';
import { useShare } from '../../../features/share/share-button.tsx';
import { chapterPath, comicPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';

/** In the background: after a failure the card offers a retry, and no toast covers the page. */
const BEHIND = { background: true };

/** The card after the last chapter: when the next one comes, the actions for the comic, and similar comics. */
export function EndCard({ comicId }: { comicId: number }) {
  const { data, error, retry } = useCall(comicInfo, detailPayload(comicId), BEHIND);
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-6 low:max-w-2xl low:flex-row low:*:flex-1">
      {data ? (
        <Ending comic={data} />
      ) : error ? (
        <section className="flex flex-col items-center gap-2 text-center">
          <h2 className="text-[1.0625rem] font-medium">已是最后一话</h2>
          <p className="text-sm text-soft">{navigator.onLine ? '漫画的资料没有加载成功' : '没有网络'}</p>
          <div className="mt-4 flex justify-center gap-3">
            <ScreenLink to={comicPath(comicId)} replace className={buttonClass('tinted')}>
              返回目录
            </ScreenLink>
            <Button onClick={retry}>重试</Button>
          </div>
        </section>
      ) : (
        <EndingToCome />
      )}
      <Related comicId={comicId} />
    </div>
  );
}

function Ending({ comic }: { comic: ComicDetail }) {
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
            {isComplete ? '全剧终' : `已追到最新 · ${statusText(comic)}`}
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

const RELATED = 3;

/** Three similar comics, or nothing if there are none. */
function Related({ comicId }: { comicId: number }) {
  const { data, error } = useCall(comicRecommend, { id: comicId }, BEHIND);
  const list = data?.list.slice(0, RELATED) ?? [];
  if (error || (data && list.length === 0)) return null;
  return (
    <section aria-label="相关推荐">
      <h2 className="mb-3 text-[0.9375rem] font-medium">相关推荐</h2>
      <ul className="grid grid-cols-3 gap-3">
        {data
          ? list.map((comic) => (
              <Item key={comic.id}>
                <ComicCard comic={comic} />
              </Item>
            ))
          : [1, 2, 3].map((n) => (
              <Item key={n}>
                <ComicCardSkeleton />
              </Item>
            ))}
      </ul>
    </section>
  );
}

function Item({ children }: { children: ReactNode }) {
  return <li className="min-w-0">{children}</li>;
}

/** The placeholder of the ending, of the same height. */
function EndingToCome() {
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
