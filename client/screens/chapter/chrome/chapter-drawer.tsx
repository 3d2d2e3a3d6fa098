import { useLayoutEffect, useRef, useState } from 'react';
import { comicInfo } from '#contract/calls/comic';
import type { ChapterItem } from '#contract/shapes';
import { RangeRow } from '../../../features/chapter-ranges/range-row.tsx';
import { inOrder, rangesOf, rangeWith } from '../../../features/chapter-ranges/ranges.ts';
import { chapterTitle } from '../../../features/chapter-words/chapter-title.ts';
import { ScreenLink } from '../../../features/screen-link/screen-link.tsx';
import { chapterPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LockIcon } from '../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';

type ChapterDrawerProps = { comicId: number; currentId: number; onClose: () => void };

/** All chapters of the comic, fifty at a time, opened at the one being read. */
export function ChapterDrawer({ comicId, currentId, onClose }: ChapterDrawerProps) {
  const { data, error, retry } = useCall(comicInfo, { id: comicId });
  return (
    <Dialog title="目录" onClose={onClose}>
      {data ? (
        <Ranges chapters={data.chapters} currentId={currentId} onChosen={onClose} />
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

function Ranges({ chapters, ...rest }: ChapterRowsProps) {
  const ranges = rangesOf(inOrder(chapters, 'oldest'));
  const [picked, setPicked] = useState(() => rangeWith(ranges, rest.currentId));
  return (
    <>
      <div className="sticky top-0 -mx-2 bg-raised px-2">
        <RangeRow ranges={ranges} picked={picked} onPick={setPicked} />
      </div>
      <ChapterRows key={picked} chapters={ranges[picked]?.chapters ?? []} {...rest} />
    </>
  );
}

function ChapterRows({ chapters, currentId, onChosen }: ChapterRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const row = list.current?.querySelector('[aria-current=page]') ?? list.current?.firstElementChild;
    row?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <ol ref={list} className="-mx-3">
      {chapters.map((item) => {
        const here = item.id === currentId;
        return (
          <li key={item.id}>
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
