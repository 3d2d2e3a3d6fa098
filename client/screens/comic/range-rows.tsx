import { useEffect, useRef, useState } from 'react';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { DownIcon } from '../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { areDated } from '../../features/comics/chapter-row/are-dated.ts';
import { isForNewReader } from '../../features/comics/comic-detail/for-new-reader.ts';
import { useDownloadedChapters } from '../../features/downloads/use-downloaded-chapters.ts';
import { useRangeChapters } from '../../features/reading/chapter-ranges/range-chapters.ts';
import { inOrder, type Order, type Range } from '../../features/reading/chapter-ranges/ranges.ts';
import { ChapterRow } from './chapter-row.tsx';
import { foldedBefore } from './folded.ts';
import { markedChapter } from './marking/marked-comic.ts';
import { useMarksOf, withMarks } from './marking/marks.ts';
import type { Selection } from './marking/use-selection.ts';

type RangeRowsProps = {
  comic: ComicDetail;
  range: Range;
  order: Order;
  jump: { no: number; count: number };
  selection: Selection;
  onBuy(chapter: ChapterItem): void;
};

const GRID = 'grid grid-cols-1 gap-x-8 lg:grid-cols-3';

/** The comics whose folded rows were unfolded, so that they stay so when the reader comes back. */
const unfolded = new Set<number>();
/** By comic, the chapter at which the rows were folded, so that the list is unchanged when the reader comes back. */
const foldedAt = new Map<number, number | undefined>();

function foldOnce(comic: ComicDetail): number | undefined {
  if (isForNewReader(comic)) return undefined;
  const { id, me } = comic;
  if (!foldedAt.has(id)) foldedAt.set(id, me.last?.chapterId);
  return foldedAt.get(id);
}

/**
 * The chapters of a range, with their final height while they are fetched. Those long before the last read one are folded, so
 * that it is near the top.
 */
export function RangeRows({ comic, range, order, jump, selection, onBuy }: RangeRowsProps) {
  const { data, error, retry } = useRangeChapters(comic, range);
  const [open, setOpen] = useState(() => unfolded.has(comic.id));
  const [foldAt] = useState(() => foldOnce(comic));
  const list = useRef<HTMLOListElement>(null);
  const downloaded = useDownloadedChapters();
  const marks = useMarksOf(comic.id);
  const isHere = data !== undefined;
  useEffect(() => {
    if (isHere && jump.count > 0)
      list.current?.querySelector(`[data-no="${jump.no}"]`)?.scrollIntoView({ block: 'center' });
  }, [isHere, jump]);
  if (error) return <ErrorState message="章节没有加载成功" onRetry={retry} />;
  if (!data) return <RowsToCome count={range.size} />;
  const { picked } = selection;
  const { last } = withMarks(comic, marks).me;
  const rows = inOrder(data, order);
  const folded = open || jump.count > 0 || order === 'newest' ? 0 : foldedBefore(rows, foldAt);
  const dated = areDated(data);
  const unfold = () => {
    unfolded.add(comic.id);
    setOpen(true);
  };
  return (
    <>
      {folded > 0 && (
        <button type="button" onClick={unfold} className="flex min-h-11 w-full items-center gap-1 text-sm text-accent">
          <DownIcon className="size-4 rotate-180" />
          展开前面 {folded} 话
        </button>
      )}
      <ol ref={list} className={GRID}>
        {rows.slice(folded).map((chapter) => (
          <ChapterRow
            key={chapter.id}
            chapter={marks.reduce(markedChapter, chapter)}
            last={chapter.id === last?.chapterId ? last : null}
            dated={dated}
            downloaded={downloaded.has(chapter.id)}
            picked={picked?.has(chapter.id) ?? null}
            onPick={(isPicked) => selection.pick([chapter], isPicked)}
            onSelect={() => selection.start(chapter)}
            onBuy={() => onBuy(chapter)}
          />
        ))}
      </ol>
    </>
  );
}

function RowsToCome({ count }: { count: number }) {
  return (
    <div className={GRID} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={index} className="row border-b border-line">
          <Skeleton className="h-12 w-full" />
        </div>
      ))}
    </div>
  );
}
