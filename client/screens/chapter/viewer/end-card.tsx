import { comicInfo } from '#contract/calls/comic';
import { comicRecommend } from '#contract/calls/listings';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { ComicCard, ComicCardSkeleton } from '../../../features/comics/comic-card/comic-card.tsx';
import { detailPayload } from '../../../features/comics/comic-detail/comic-detail.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { comicPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { Ending, EndingSkeleton } from './ending.tsx';

/** In the background: after a failure the card offers a retry, and no toast covers the page. */
const BEHIND = { background: true };

/** The card after the last chapter: when the next one comes, the actions for the comic, and similar comics. */
export function EndCard({ comicId, ended }: { comicId: number; ended: ReadChapter }) {
  const { data, error, retry } = useCall(comicInfo, detailPayload(comicId), BEHIND);
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-6 low:max-w-2xl low:flex-row low:*:flex-1">
      {data ? (
        <Ending comic={data} ended={ended} />
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
        <EndingSkeleton />
      )}
      <Related comicId={comicId} />
    </div>
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
        {(data ? list : [null, null, null]).map((comic, index) => (
          <li key={comic?.id ?? index} className="min-w-0">
            {comic ? <ComicCard comic={comic} /> : <ComicCardSkeleton />}
          </li>
        ))}
      </ul>
    </section>
  );
}
