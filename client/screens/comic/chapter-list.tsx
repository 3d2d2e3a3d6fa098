import { lazy, Suspense, useState } from 'react';
import type { ComicDetail } from '#contract/shapes';
import { SortIcon } from '../../../ui/screen-icons.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { RangeRow } from '../../features/reading/chapter-ranges/range-row.tsx';
import { nearestNo, type Order, outlineOf, rangesOf, rangeWith } from '../../features/reading/chapter-ranges/ranges.ts';
import { RangeRows } from './range-rows.tsx';
import { SaleNote } from './sale-note.tsx';
import { type Buying, useCanBuySeveral } from './unlock/buying.ts';

const DownloadSheet = lazy(() =>
  import('../../features/downloads/download-sheet.tsx').then((m) => ({ default: m.DownloadSheet })),
);

/** From so many chapters on, the latest one is far away. */
const LONG = 12;

type ChapterListProps = { comic: ComicDetail; onBuy(what: Buying): void };

/** All chapters, fifty at a time, newest or oldest first. */
export function ChapterList({ comic, onBuy }: ChapterListProps) {
  const { chapters, me } = comic;
  const lastId = me.last?.chapterId ?? null;
  const [downloading, setDownloading] = useState(false);
  const canBuySeveral = useCanBuySeveral(comic);
  const [order, setOrder] = useState<Order>('oldest');
  const outline = outlineOf(comic);
  const ranges = rangesOf(outline, order);
  const [picked, setPicked] = useState(() => rangeWith(ranges, outline, me.last?.no));
  // Counted, so that the same number can be gone to again.
  const [jump, setJump] = useState({ no: 0, count: 0 });
  const shown = ranges[picked];

  if (!shown) return <EmptyState title="还没有章节" hint="作者正在准备，过些时候再来看看。" />;
  const turn = () => {
    setOrder(order === 'oldest' ? 'newest' : 'oldest');
    setPicked(0);
    setJump({ no: 0, count: 0 });
  };
  const goTo = (no: number) => {
    setPicked(rangeWith(ranges, outline, no));
    setJump({ no: nearestNo(outline, no), count: jump.count + 1 });
  };
  return (
    <section aria-label="章节" className="chapters">
      <div className="chapters-head frosted">
        <div className="chapters-bar">
          <h2 className="mr-auto text-lg font-semibold">
            章节 <span className="text-sm font-normal text-soft">共 {outline.total} 话</span>
          </h2>
          <button type="button" onClick={() => setDownloading(true)} className="h-11 px-2 text-sm text-accent">
            下载
          </button>
          {canBuySeveral && (
            <button
              type="button"
              onClick={() => onBuy({ what: 'several', from: chapters.find(({ id }) => id === lastId) })}
              className="h-11 px-2 text-sm text-accent"
            >
              批量解锁
            </button>
          )}
          {outline.total >= LONG && (
            <button
              type="button"
              onClick={() => goTo(Number.POSITIVE_INFINITY)}
              className="h-11 px-2 text-sm text-accent"
            >
              最新
            </button>
          )}
          {outline.total > 1 && (
            <button type="button" onClick={turn} className="-mr-2 flex h-11 items-center gap-1 px-2 text-sm text-soft">
              <SortIcon className="size-4" />
              {order === 'oldest' ? '正序' : '倒序'}
            </button>
          )}
        </div>
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
      <SaleNote sale={comic.sale} />
      <RangeRows
        key={shown.label}
        comic={comic}
        range={shown}
        order={order}
        jump={jump}
        onBuy={(chapter) => onBuy({ what: 'chapter', chapter })}
      />
      <Suspense>{downloading && <DownloadSheet comic={comic} onClose={() => setDownloading(false)} />}</Suspense>
    </section>
  );
}
