import { useState } from 'react';
import type { ComicDetail } from '#contract/shapes';
import { onDemand } from '../../../ui/on-demand.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { WaitNote } from '../../features/buying/chapters/wait-note.tsx';
import { useHasDownloads } from '../../features/downloads/use-downloaded-chapters.ts';
import { RangeRow } from '../../features/reading/chapter-ranges/range-row.tsx';
import { nearestNo, type Order, outlineOf, rangesOf, rangeWith } from '../../features/reading/chapter-ranges/ranges.ts';
import { NotLoaded } from '../../features/text/not-loaded.tsx';
import { type Buying, useCanBuySeveral } from './buying/buying.ts';
import { ChaptersBar } from './chapters-bar.tsx';
import { SelectionBar } from './marking/selection-bar.tsx';
import type { Selection } from './marking/use-selection.ts';
import { PassNote } from './pass-note.tsx';
import { RangeRows } from './range-rows.tsx';
import { SaleNote } from './sale-note.tsx';

const DownloadSheet = onDemand(
  () => import('../../features/downloads/download-sheet.tsx').then((m) => m.DownloadSheet),
  NotLoaded,
);

// Most readers have no downloads.
const DownloadNote = onDemand(() => import('./download-note.tsx').then((m) => m.DownloadNote));

type ChapterListProps = { comic: ComicDetail; selection: Selection; onBuy(what: Buying): void };

/** All chapters, fifty at a time, newest or oldest first. */
export function ChapterList({ comic, selection, onBuy }: ChapterListProps) {
  const { chapters, me } = comic;
  const lastId = me.last?.chapterId ?? null;
  const [downloading, setDownloading] = useState(false);
  const hasDownloads = useHasDownloads();
  const canBuySeveral = useCanBuySeveral(comic);
  const [order, setOrder] = useState<Order>('oldest');
  const outline = outlineOf(comic);
  const ranges = rangesOf(outline, order);
  const [picked, setPicked] = useState(() => rangeWith(ranges, outline, me.last?.no));
  // The count lets the same number be chosen again.
  const [jump, setJump] = useState({ no: 0, count: 0 });
  const shown = ranges[picked];

  if (!shown) return <EmptyState title="还没有章节" hint="作者正在准备，过些时候再来看看。" />;
  const reverse = () => {
    setOrder(order === 'oldest' ? 'newest' : 'oldest');
    setPicked(0);
    setJump({ no: 0, count: 0 });
  };
  const goTo = (no: number) => {
    setPicked(rangeWith(ranges, outline, no));
    setJump({ no: nearestNo(outline, no), count: jump.count + 1 });
  };
  return (
    <section aria-label="章节" className="chapters by-reader">
      <div className="chapters-head frosted">
        <ChaptersBar
          total={outline.total}
          order={order}
          isSelecting={selection.picked !== null}
          onSelect={() => selection.start()}
          onSelected={selection.end}
          onDownload={() => setDownloading(true)}
          onBuySeveral={
            canBuySeveral ? () => onBuy({ what: 'several', from: chapters.find(({ id }) => id === lastId) }) : null
          }
          onLatest={() => goTo(Number.POSITIVE_INFINITY)}
          onReverse={reverse}
        />
        <RangeRow
          ranges={ranges}
          picked={picked}
          onPick={(range) => {
            setPicked(range);
            setJump({ no: 0, count: 0 });
          }}
          onJump={goTo}
        />
      </div>
      {hasDownloads && <DownloadNote comicId={comic.id} />}
      <SaleNote comic={comic} />
      {comic.waitFree && <WaitNote waitFree={comic.waitFree} className="py-2 text-sm text-warm" />}
      <PassNote comic={comic} />
      <RangeRows
        key={shown.label}
        comic={comic}
        range={shown}
        order={order}
        jump={jump}
        selection={selection}
        onBuy={(chapter) => onBuy({ what: 'chapter', chapter })}
      />
      {selection.picked && (
        <SelectionBar
          comic={comic}
          range={shown}
          picked={selection.picked}
          onPick={selection.pick}
          onEnd={selection.end}
        />
      )}
      {downloading && <DownloadSheet comic={comic} onClose={() => setDownloading(false)} />}
    </section>
  );
}
