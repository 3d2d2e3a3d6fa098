import { Button } from '../../../ui/button.tsx';
import { useSecondTapIgnored } from '../../../ui/second-tap.ts';

type EditBarProps = {
  /** How many, or all there are. */
  picked: number | 'all';
  all: boolean;
  onAll(all: boolean): void;
  /** The word for removing entries from this list. */
  removing: '删除' | '移出';
  onRemove(): void;
  /** Null if the list is that of the favorites. */
  onFavour: (() => void) | null;
  /** Null if not all picked entries are known. */
  onGroup: (() => void) | null;
  /** Null if the list can't be cleared as a whole. */
  onClear: (() => void) | null;
};

/** The actions for the picked entries, shown above the bottom bar. */
export function EditBar({ picked, all, onAll, removing, onRemove, onFavour, onGroup, onClear }: EditBarProps) {
  const bar = useSecondTapIgnored<HTMLDivElement>();
  return (
    <div
      ref={bar}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-page pb-[env(safe-area-inset-bottom)]"
    >
      <div className="page-width flex h-14 items-center justify-between">
        <Button look="quiet" data-toggle className="-ml-4" onClick={() => onAll(!all)}>
          {all ? '取消全选' : '全选'}
        </Button>
        <div className="flex gap-2">
          {onClear && (
            <Button look="quiet" className="px-3 text-danger!" onClick={onClear}>
              清空
            </Button>
          )}
          {onFavour && (
            <Button look="tinted" className="px-4!" disabled={picked === 0} onClick={onFavour}>
              收藏
            </Button>
          )}
          {onGroup && (
            <Button look="tinted" className="px-4!" disabled={picked === 0} onClick={onGroup}>
              分组
            </Button>
          )}
          <Button className="bg-danger! px-4! text-page!" disabled={picked === 0} onClick={onRemove}>
            {picked === 'all' ? '全部删除' : `${removing}${picked > 0 ? ` ${picked}` : ''}`}
          </Button>
        </div>
      </div>
    </div>
  );
}
