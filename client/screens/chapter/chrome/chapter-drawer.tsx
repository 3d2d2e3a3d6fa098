import './chapter-drawer.css';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { comicInfo } from '#contract/calls/comic';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { areDated } from '../../../features/comics/chapter-row/are-dated.ts';
import { ChapterSummary } from '../../../features/comics/chapter-row/chapter-summary.tsx';
import { detailPayload } from '../../../features/comics/comic-detail/comic-detail.ts';
import { useDownloadedChapters } from '../../../features/downloads/use-downloaded-chapters.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { JumpForm } from '../../../features/reading/chapter-ranges/jump-form.tsx';
import { useRangeChapters } from '../../../features/reading/chapter-ranges/range-chapters.ts';
import { hasJump, RangeRow } from '../../../features/reading/chapter-ranges/range-row.tsx';
import { nearestNo, outlineOf, rangesOf, rangeWith } from '../../../features/reading/chapter-ranges/ranges.ts';
import { chapterPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';

type ChapterDrawerProps = { comicId: number; current: { id: number; no: number }; onClose: () => void };

/** All chapters of the comic, fifty at a time, opened at the one being read; at the right side of a wide screen. */
export function ChapterDrawer({ comicId, current, onClose }: ChapterDrawerProps) {
  const { data, error, retry } = useCall(comicInfo, detailPayload(comicId));
  // The current row must be laid out before the list is scrolled to it, so known chapters are rendered in the frame in which the
  // dialog opens.
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => setIsOpen(true), []);
  return (
    <Dialog title="目录" onClose={onClose}>
      <div data-chapter-drawer>
        {data && isOpen ? (
          <Ranges comic={data} current={current} onChosen={onClose} />
        ) : error ? (
          <ErrorState message="目录没有加载成功" onRetry={retry} />
        ) : (
          <RowsToCome />
        )}
      </div>
    </Dialog>
  );
}

function RowsToCome() {
  return (
    <div className="flex flex-col gap-2">
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <Skeleton key={n} className="h-14" />
      ))}
    </div>
  );
}

/** A list of this many chapters has a field to jump to a number. */
const SEARCHED_FROM = 20;

type RangesProps = { comic: ComicDetail; current: { id: number; no: number }; onChosen: () => void };

function Ranges({ comic, current, onChosen }: RangesProps) {
  const outline = outlineOf(comic);
  const ranges = rangesOf(outline, 'oldest');
  const [picked, setPicked] = useState(() => rangeWith(ranges, outline, current.no));
  const [target, setTarget] = useState(current.no);
  const range = ranges[picked] ?? { from: 0, size: 0 };
  const { data, error, retry } = useRangeChapters(comic, range);
  const jump = (no: number) => {
    setTarget(nearestNo(outline, no));
    setPicked(rangeWith(ranges, outline, no));
  };
  return (
    <>
      <div className="sticky top-0 z-10 -mx-2 bg-raised px-2">
        <RangeRow ranges={ranges} picked={picked} onPick={setPicked} onJump={jump} />
        {!hasJump(ranges) && outline.total > SEARCHED_FROM && <JumpForm onJump={jump} />}
      </div>
      {data ? (
        <ChapterRows
          key={`${picked} ${target}`}
          chapters={data}
          currentId={current.id}
          target={target}
          onChosen={onChosen}
        />
      ) : error ? (
        <ErrorState message="目录没有加载成功" onRetry={retry} />
      ) : (
        <RowsToCome />
      )}
    </>
  );
}

type ChapterRowsProps = { chapters: ChapterItem[]; currentId: number; target: number; onChosen: () => void };

/** At least as many rows before and after the target as a tall screen shows. */
const ROWS_AROUND = 12;

/** Scrolls to the chapter with the number `target`, or to the first one. */
function ChapterRows({ chapters, currentId, target, onChosen }: ChapterRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const downloaded = useDownloadedChapters();
  const dated = areDated(chapters);
  // The rows around the target first, without pictures: fifty rows with pictures would delay the opening.
  const [whole, setWhole] = useState(false);
  useEffect(() => startTransition(() => setWhole(true)), []);
  const targetAt = chapters.findIndex(({ no }) => no === target);
  useLayoutEffect(() => {
    const row = list.current?.querySelector(`[data-no="${target}"]`) ?? list.current?.firstElementChild;
    row?.scrollIntoView({ block: 'center' });
  }, [target]);
  return (
    <ol ref={list} className="-mx-3">
      {chapters.map((item, at) => {
        if (!whole && Math.abs(at - targetAt) > ROWS_AROUND) return <li key={item.id} className="h-16" />;
        const here = item.id === currentId;
        return (
          <li key={item.id} data-no={item.no}>
            <ScreenLink
              to={chapterPath(item.id)}
              replace
              aria-current={here ? 'page' : undefined}
              onClick={onChosen}
              className={`flex min-h-16 items-center gap-3 rounded-lg px-3 py-1 ${here ? 'bg-tint' : ''}`}
            >
              <ChapterSummary
                chapter={item}
                last={null}
                shown={here}
                dated={dated}
                downloaded={downloaded.has(item.id)}
                bare={!whole}
              />
            </ScreenLink>
          </li>
        );
      })}
    </ol>
  );
}
