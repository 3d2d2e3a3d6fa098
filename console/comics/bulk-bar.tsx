import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { BulkDialog, type Selection } from './bulk-dialog.tsx';
import type { Filter } from './comic-filter.tsx';

type BulkBarProps = {
  /** The ids that are shown. */
  shown: readonly number[];
  filter: Filter;
  chosen: ReadonlySet<number>;
  onChoose(ids: ReadonlySet<number>): void;
};

/** Chooses the comics that are shown, or all with the filter, and changes them together. */
export function BulkBar({ shown, filter, chosen, onChoose }: BulkBarProps) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const all = shown.length > 0 && shown.every((id) => chosen.has(id));
  const { sort: _sort, ...conditions } = filter;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button look="quiet" onClick={() => onChoose(new Set(all ? [] : shown))}>
        {all ? '取消选择' : '全选这一页'}
      </Button>
      {chosen.size > 0 ? (
        <Button look="tinted" onClick={() => setSelection({ ids: [...chosen] })}>
          修改选中的 {chosen.size} 部
        </Button>
      ) : (
        <Button look="tinted" onClick={() => setSelection({ filter: conditions, except: [] })}>
          修改全部符合条件的
        </Button>
      )}
      {selection && (
        <BulkDialog
          selection={selection}
          onClose={() => setSelection(null)}
          onDone={() => {
            setSelection(null);
            onChoose(new Set());
          }}
        />
      )}
    </div>
  );
}
