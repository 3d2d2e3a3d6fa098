import { useLayoutEffect, useRef } from 'react';
import { comicInfo } from '#contract/calls/comic';
import type { ChapterItem } from '#contract/shapes';
import { useCall } from '../../api/queries.ts';
import { chapterTitle } from '../../features/chapter-words/chapter-title.ts';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { chapterPath } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LockIcon } from '../../ui/screen-icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

type ChapterDrawerProps = { comicId: number; currentId: number; onClose: () => void };

/** All chapters of the comic, opened at the one being read. */
export function ChapterDrawer({ comicId, currentId, onClose }: ChapterDrawerProps) {
  const { data, error, retry } = useCall(comicInfo, { id: comicId });
  return (
    <Dialog title="目录" onClose={onClose}>
      {data ? (
        <ChapterRows chapters={data.chapters} currentId={currentId} onChosen={onClose} />
      ) : error ? (
        <ErrorState message="目录没有加载成功" onRetry={retry} />
      ) : (
        <div className="flex flex-col gap-2">
          {[1, 2, 3, 4, 5, 6].map((n) => (
            <Skeleton key={n} className="h-12" />
          ))}
        </div>
      )}
    </Dialog>
  );
}

type ChapterRowsProps = { chapters: ChapterItem[]; currentId: number; onChosen: () => void };

function ChapterRows({ chapters, currentId, onChosen }: ChapterRowsProps) {
  const current = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => current.current?.scrollIntoView({ block: 'center' }), []);
  const ordered = [...chapters].sort((a, b) => a.no - b.no);
  return (
    <ol className="-mx-3">
      {ordered.map((item) => {
        const here = item.id === currentId;
        return (
          <li key={item.id} ref={here ? current : undefined}>
            <ScreenLink
              to={chapterPath(item.id)}
              replace
              aria-current={here ? 'page' : undefined}
              onClick={onChosen}
              className={`flex min-h-12 items-center gap-3 rounded-lg px-3 ${here ? 'bg-tint font-medium text-on-tint' : item.read ? 'text-soft' : ''}`}
            >
              <span className="min-w-0 flex-1 truncate">{chapterTitle(item)}</span>
              {item.access === 'locked' && (
                <span className="flex items-center gap-1 text-sm text-soft">
                  <LockIcon className="size-4" />
                  {item.salePrice}
                </span>
              )}
            </ScreenLink>
          </li>
        );
      })}
    </ol>
  );
}
