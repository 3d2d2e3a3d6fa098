import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { delGroup, groups, sortGroups } from '#contract/calls/groups';
import { MOST_GROUPS } from '#contract/group-limits';
import { IconButton } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { CloseIcon, DownIcon } from '../../../../ui/screen-icons.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { request } from '../../../runtime/request.ts';
import { retryWhileBlocked } from '../../../runtime/send/retry-while-blocked.ts';
import type { Group } from './choosing.ts';
import { GroupName } from './group-name.tsx';
import { refetchGroups } from './groups.ts';

type ManageSheetProps = { list: readonly Group[]; onClose(): void };

/** Renames, orders and deletes the groups, and creates new ones. */
export function ManageSheet({ list, onClose }: ManageSheetProps) {
  const [renaming, setRenaming] = useState<number | null>(null);
  const [deleting, setDeleting] = useState<Group | null>(null);
  const { busy, change: drop } = useChange(
    delGroup,
    () => {
      setDeleting(null);
      void refetchGroups();
    },
    '已删除分组',
  );
  const move = useOrder(list);
  return (
    <Dialog title="管理分组" onClose={onClose}>
      <ul className="-mx-1 max-h-[max(96px,calc(60dvh-196px))] overflow-y-auto overscroll-contain px-1">
        {list.map((group, place) => (
          <li key={group.id} className="flex min-h-12 items-center border-b border-line last:border-0">
            {renaming === group.id ? (
              <>
                <div className="flex-1 pb-2">
                  <GroupName
                    label="分组的名字"
                    id={group.id}
                    name={group.name}
                    button="保存"
                    onSaved={async () => {
                      await refetchGroups();
                      setRenaming(null);
                    }}
                  />
                </div>
                <IconButton label="不改名" className="mb-2 self-end text-soft" onClick={() => setRenaming(null)}>
                  <CloseIcon className="size-5" />
                </IconButton>
              </>
            ) : (
              <>
                <button
                  type="button"
                  className="min-h-12 min-w-0 flex-1 py-1 text-left break-words"
                  onClick={() => setRenaming(group.id)}
                >
                  {group.name}
                  <span className="block text-xs leading-5 text-soft">{group.count} 部 · 改名</span>
                </button>
                <MoveButton label={`上移 ${group.name}`} disabled={place === 0} onMove={() => move(place, -1)} up />
                <MoveButton
                  label={`下移 ${group.name}`}
                  disabled={place === list.length - 1}
                  onMove={() => move(place, 1)}
                />
                <button
                  type="button"
                  aria-label={`删除 ${group.name}`}
                  className="h-11 min-w-11 shrink-0 px-2 text-sm text-danger"
                  onClick={() => setDeleting(group)}
                >
                  删除
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {list.length < MOST_GROUPS && <GroupName label="新建分组" button="新建" onSaved={refetchGroups} />}
      {deleting && (
        <ConfirmDialog
          title={`删除「${deleting.name}」`}
          text="只删除这个分组，里面的漫画都留在书架上。"
          confirm="删除"
          busy={busy}
          onConfirm={() => drop({ id: deleting.id })}
          onClose={() => setDeleting(null)}
        />
      )}
    </Dialog>
  );
}

type MoveButtonProps = { label: string; disabled: boolean; onMove(): void; up?: boolean };

function MoveButton({ label, disabled, onMove, up = false }: MoveButtonProps) {
  return (
    <IconButton
      label={label}
      className="text-soft aria-disabled:opacity-30"
      // Not `disabled`: the button would lose the focus when its group arrives at the end.
      aria-disabled={disabled}
      onClick={({ currentTarget }) => {
        if (disabled) return;
        flushSync(onMove);
        // The browser takes the focus from a row that is moved.
        currentTarget.focus();
      }}
    >
      <DownIcon className={`size-5 ${up ? 'rotate-180' : ''}`} />
    </IconButton>
  );
}

/** Moves a group up or down at once; the orders are sent one after the other, so that the last one holds. */
function useOrder(list: readonly Group[]) {
  const sent = useRef(Promise.resolve());
  return (place: number, by: -1 | 1) => {
    const next = [...list];
    next.splice(place + by, 0, ...next.splice(place, 1));
    queryClient.setQueryData([groups.path, {}], { list: next });
    const send = () => retryWhileBlocked(() => request(sortGroups, { ids: next.map(({ id }) => id) }));
    // After an error, which a toast has shown, the order of the server is shown again.
    sent.current = sent.current.then(send).then(
      () => undefined,
      () => void refetchGroups(),
    );
  };
}
