import { comicInfo } from '#contract/calls/comic';
import { comicRecommend } from '#contract/calls/listings';
import type { ComicDetail } from '#contract/shapes';
import { ComicCard, ComicCover } from '../../../features/comic-card/comic-card.tsx';
import { detailPayload } from '../../../features/comic-detail/comic-detail.ts';
import { statusText } from '../../../features/comic-status/status-text.ts';
import { toggleFollow } from '../../../features/follow/follow.ts';
import { ScreenLink } from '../../../features/screen-link/screen-link.tsx';
import { chapterPath, comicPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';

const RELATED = 3;
/** Nobody waits for it: the end says what it says without. */
const BEHIND = { background: true };

/** The end of what there is of a comic: to follow it or read it again, and what its readers also read. */
export function EndCard({ comicId }: { comicId: number }) {
  const { data: comic } = useCall(comicInfo, detailPayload(comicId), BEHIND);
  const { data: related } = useCall(comicRecommend, { id: comicId }, BEHIND);
  const isComplete = comic?.status === 'complete';
  return (
    <section aria-label="读完了" className="mx-auto flex w-full max-w-sm flex-col items-center gap-2 text-center">
      {/* Its place is kept while it loads, so that nothing moves under a finger. */}
      <div className="aspect-3/4 w-20">{comic && <ComicCover comic={comic} clockless />}</div>
      <h2 className="mt-2 text-[17px] font-medium">{isComplete ? '全剧终' : '已是最后一话'}</h2>
      <p className="text-sm text-soft">
        {comic && !isComplete ? `已追到最新 · ${statusText(comic)}` : '谢谢你读到这里'}
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <ScreenLink to={comicPath(comicId)} replace className={buttonClass('tinted')}>
          返回目录
        </ScreenLink>
        {comic && <NextStep comic={comic} />}
      </div>
      {related && related.list.length > 0 && (
        <div className="mt-10 w-full text-left">
          <h3 className="mb-3 text-[15px] font-medium">接着看看这些</h3>
          <div className="grid grid-cols-3 gap-x-3">
            {related.list.slice(0, RELATED).map((each) => (
              <ComicCard key={each.id} comic={each} />
            ))}
          </div>
        </div>
      )}
    </section>
  );
}

/** Who follows a comic is told when it goes on; a complete one can be read again. */
function NextStep({ comic }: { comic: ComicDetail }) {
  const [first] = comic.chapters;
  if (comic.status === 'complete')
    return (
      first && (
        <ScreenLink to={chapterPath(first.id)} replace className={buttonClass()}>
          从头再看
        </ScreenLink>
      )
    );
  if (comic.me.subscribed) return null;
  return <Button onClick={() => void toggleFollow(comic.id, 'subscribed').catch(() => undefined)}>订阅</Button>;
}
