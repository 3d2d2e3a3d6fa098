import { chapterVerify } from '#contract/calls/comic';
import { chapterNotFound, teenModeForbids } from '#contract/codes';
import type { ChapterItem } from '#contract/shapes';
import { buttonClass } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { LockIcon } from '../../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { BuyPanel } from '../../../features/buying/chapters/buy-panel.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { goTo } from '../../../features/navigation/screen-link/screen-navigation.ts';
import { LazyImage } from '../../../features/pictures/lazy-image/lazy-image.tsx';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import { chapterPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';

type ChapterSheetProps = { chapter: ChapterItem; onBulk: (() => void) | null; onClose(): void };

/** Buys one locked chapter and opens it. */
export function ChapterSheet({ chapter, onBulk, onClose }: ChapterSheetProps) {
  const { data, error, retry } = useCall(
    chapterVerify,
    { id: chapter.id, panel: true },
    { staleMs: 0, expected: [chapterNotFound, teenModeForbids] },
  );
  const to = chapterPath(chapter.id);
  return (
    <Dialog title={chapterTitle(chapter)} onClose={onClose}>
      {chapter.thumb && (
        <div className="inset-ring relative mx-auto mb-3 aspect-5/3 h-24 low:hidden overflow-hidden rounded-lg bg-sunken">
          <LazyImage image={chapter.thumb} alt="" className="size-full object-cover" />
          <span className="absolute right-1.5 bottom-1.5 rounded-full bg-black/60 p-1 text-white">
            <LockIcon className="size-4" />
          </span>
        </div>
      )}
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <Skeleton className="h-56 w-full" />
      ) : data.readable ? (
        <ScreenLink to={to} className={buttonClass('primary', 'w-full')}>
          现在可以读了
        </ScreenLink>
      ) : (
        <BuyPanel access={data} back={to} onAccessChange={retry} onBought={() => goTo(to, { replace: false })} />
      )}
      <div className="mt-2 flex justify-center gap-3">
        <ScreenLink to={to} className={buttonClass('quiet')}>
          先看一眼
        </ScreenLink>
        {onBulk && (
          <button type="button" className={buttonClass('quiet')} onClick={onBulk}>
            批量解锁
          </button>
        )}
      </div>
    </Dialog>
  );
}
