import { SortIcon } from '../../../ui/screen-icons.tsx';
import type { Order } from '../../features/reading/chapter-ranges/ranges.ts';

/** A list of this many chapters has a link to the latest one. */
const LONG = 12;

type ChaptersBarProps = {
  total: number;
  order: Order;
  onDownload(): void;
  /** Null if there are not several chapters to buy. */
  onBuySeveral: (() => void) | null;
  onLatest(): void;
  onReverse(): void;
};

const ACTION = 'h-11 px-2 text-sm text-accent';

/** The heading of the chapters, with the actions on all of them. */
export function ChaptersBar({ total, order, onDownload, onBuySeveral, onLatest, onReverse }: ChaptersBarProps) {
  return (
    <div className="chapters-bar">
      <h2 className="mr-auto text-lg font-semibold">
        章节 <span className="text-sm font-normal text-soft">共 {total} 话</span>
      </h2>
      <button type="button" onClick={onDownload} className={ACTION}>
        下载
      </button>
      {onBuySeveral && (
        <button type="button" onClick={onBuySeveral} className={ACTION}>
          批量解锁
        </button>
      )}
      {total >= LONG && (
        <button type="button" onClick={onLatest} className={ACTION}>
          最新
        </button>
      )}
      {total > 1 && (
        <button type="button" onClick={onReverse} className="-mr-2 flex h-11 items-center gap-1 px-2 text-sm text-soft">
          <SortIcon className="size-4" />
          {order === 'oldest' ? '正序' : '倒序'}
        </button>
      )}
    </div>
  );
}
