import { useState } from 'react';
import { groupComics } from '#contract/calls/groups';
import { addFavoriteBatch } from '#contract/calls/library';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../notices.ts';
import { request } from '../../runtime/request.ts';
import { batches } from '../../runtime/send/undoable.ts';
import { EditBar } from './edit-bar.tsx';
import { GroupSheet } from './groups/groups-on-demand.tsx';
import { invalidateLists, remove } from './removal.ts';
import { TABS, type Tab } from './tabs.ts';

type EditActionsProps = {
  tab: Tab;
  /** The group that the list shows; null for other lists. */
  groupId: number | null;
  /** The picked comics; `all` includes those that are not loaded yet. */
  picked: ReadonlySet<number> | 'all';
  /** Whether all entries of the list are picked. */
  all: boolean;
  onAll(all: boolean): void;
  onDone(): void;
};

/** The actions for the picked entries. */
export function EditActions({ tab, groupId, picked, all, onAll, onDone }: EditActionsProps) {
  const { removeCalls, changedLists } = TABS[tab];
  const [clearing, setClearing] = useState(false);
  const [grouping, setGrouping] = useState(false);
  const ids = picked === 'all' ? null : [...picked];
  const removeComics = (which: readonly number[] | 'all', text: string) => {
    remove({ paths: removeCalls.map(({ path }) => path), lists: changedLists, ids: which, text });
    onDone();
  };
  const onRemove = () => {
    if (ids === null) return removeComics('all', '已全部删除');
    if (groupId !== null) return void takeOut(ids, groupId, onDone);
    removeComics(ids, `已删除 ${ids.length} 部`);
  };
  return (
    <>
      <EditBar
        picked={ids?.length ?? 'all'}
        all={all}
        onAll={onAll}
        // In a group it removes from the group only, as in the other lists.
        removing={groupId === null ? '删除' : '移出'}
        onRemove={onRemove}
        onFavour={tab === 'favorite' || ids === null ? null : () => void addFavorites(ids, onDone)}
        onGroup={tab === 'history' || ids === null ? null : () => setGrouping(true)}
        onClear={tab === 'history' ? () => setClearing(true) : null}
      />
      {grouping && ids && <GroupSheet comicIds={ids} onClose={() => setGrouping(false)} onSaved={onDone} />}
      {clearing && (
        <ConfirmDialog
          title="清空历史"
          text="所有阅读历史和续看的位置都会删除。"
          confirm="清空"
          onConfirm={() => {
            setClearing(false);
            removeComics('all', '已清空历史');
          }}
          onClose={() => setClearing(false)}
        />
      )}
    </>
  );
}

/** Takes comics out of a group; they stay on the shelf. After a failure, which a toast has shown, `onTaken` is not called. */
async function takeOut(ids: readonly number[], groupId: number, onTaken: () => void): Promise<void> {
  try {
    for (const batch of batches(ids)) await request(groupComics, { comicIds: batch, outOf: [groupId] });
  } catch {
    return;
  }
  toast(`已移出 ${ids.length} 部`);
  void invalidateLists();
  onTaken();
}

/** Adds comics to the favorites. After a failure, which a toast has shown, `onAdded` is not called. */
async function addFavorites(ids: readonly number[], onAdded: () => void): Promise<void> {
  let added = 0;
  try {
    for (const batch of batches(ids)) added += (await request(addFavoriteBatch, { ids: batch })).added;
  } catch {
    return;
  }
  toast(added > 0 ? `已收藏 ${added} 部` : '都在收藏里了');
  void invalidateLists();
  onAdded();
}
