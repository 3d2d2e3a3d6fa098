import { SortIcon } from '../../../ui/screen-icons.tsx';
import type { Order } from '../../features/reading/chapter-ranges/ranges.ts';

/** A list of this many chapters has a link to the latest one. */
const LONG = 12;

type ChaptersBarProps = {
  total: number;
  order: Order;
  /** While chapters are being selected, only the actions that change the view are shown. */
  isSelecting: boolean;
  onSelect(): void;
  onSelected(): void;
  onDownload(): void;
  /** Null if there are not several chapters to buy. */
  onBuySeveral: (() => void) | null;
  onLatest(): void;
  onReverse(): void;
};

const ACTION = 'h-11 px-2 text-sm text-accent';

/** The heading of the chapters, with the actions on all of them. */
export function ChaptersBar({ total, order, isSelecting, ...rest }: ChaptersBarProps) {
  return (
    <div className="chapters-bar">
      <h2 className="mr-auto text-lg font-semibold">
        章节 <span className="text-sm font-normal text-soft">共 {total} 话</span>
      </h2>
      {!isSelecting && (
        <button type="button" onClick={rest.onDownload} className={ACTION}>
          下载
        </button>
      )}
      {!isSelecting && rest.onBuySeveral && (
        <button type="button" onClick={rest.onBuySeveral} className={ACTION}>
          批量解锁
        </button>
      )}
      {total >= LONG && (
        <button type="button" onClick={rest.onLatest} className={ACTION}>
          最新
        </button>
      )}
      {total > 1 && (
        <button
          type="button"
          data-toggle
          onClick={rest.onReverse}
          className="flex h-11 items-center gap-1 px-2 text-sm text-soft"
        >
          <SortIcon className="size-4" />
          {order === 'oldest' ? '正序' : '倒序'}
        </button>
      )}
      <button
        type="button"
        data-toggle
        onClick={isSelecting ? rest.onSelected : rest.onSelect}
        // A phone has no room for it beside the other five; a long press begins to select too.
        className={`${ACTION} -mr-2 min-w-11 ${rest.onBuySeveral && !isSelecting ? 'max-[30rem]:hidden' : ''}`}
      >
        {isSelecting ? '完成' : '选择'}
      </button>
    </div>
  );
}
