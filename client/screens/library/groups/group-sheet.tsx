import { useState } from 'react';
import { groupComics } from '#contract/calls/groups';
import { MOST_GROUPS } from '#contract/group-limits';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { toast } from '../../../notices.ts';
import { request } from '../../../runtime/request.ts';
import { batches } from '../../../runtime/send/undoable.ts';
import { invalidateLists } from '../removal.ts';
import { type Choices, changesOf, type Group, type Part, partOf } from './choosing.ts';
import { GroupName } from './group-name.tsx';
import { refetchGroups, useChosenGroups } from './groups.ts';

type GroupSheetProps = { comicIds: readonly number[]; onClose(): void; onSaved(): void };

/** The groups that the picked comics are in. */
export function GroupSheet({ comicIds, onClose, onSaved }: GroupSheetProps) {
  const { data: list, error, refetch } = useChosenGroups(comicIds);
  return (
    <Dialog title={`分组（${comicIds.length} 部）`} onClose={onClose}>
      {list ? (
        <Choosing list={list} comicIds={comicIds} onSaved={onSaved} />
      ) : error ? (
        <ErrorState message="分组没有加载成功" onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-40 w-full rounded-lg" />
      )}
    </Dialog>
  );
}

type ChoosingProps = { list: Required<Group>[]; comicIds: readonly number[]; onSaved(): void };

function Choosing({ list, comicIds, onSaved }: ChoosingProps) {
  const [choices, setChoices] = useState<Choices>(new Map());
  const [busy, setBusy] = useState(false);
  const choose = (id: number, into: boolean) => setChoices((before) => new Map(before).set(id, into));
  const save = async () => {
    const changes = changesOf(list, comicIds.length, choices);
    setBusy(true);
    try {
      if (changes.into.length + changes.outOf.length > 0)
        for (const batch of batches(comicIds)) await request(groupComics, { comicIds: batch, ...changes });
    } catch {
      // The error has been shown by a toast, and the reader may try again.
      return setBusy(false);
    }
    toast('分组已保存');
    void invalidateLists();
    onSaved();
  };
  return (
    <>
      {list.length > 0 && (
        <ul className="max-h-[max(96px,calc(60dvh-256px))] overflow-y-auto overscroll-contain">
          {list.map((group) => (
            <GroupRow
              key={group.id}
              group={group}
              part={partOf(group, comicIds.length, choices)}
              onChoose={(into) => choose(group.id, into)}
            />
          ))}
        </ul>
      )}
      {list.length < MOST_GROUPS && (
        <GroupName
          label="新建分组"
          button="新建"
          onSaved={(id) => {
            choose(id, true);
            return refetchGroups();
          }}
        />
      )}
      <Button className="mt-4 w-full" disabled={busy || choices.size === 0} onClick={() => void save()}>
        保存
      </Button>
    </>
  );
}

type GroupRowProps = { group: Group; part: Part; onChoose(into: boolean): void };

function GroupRow({ group: { name, count }, part, onChoose }: GroupRowProps) {
  return (
    <li className="border-b border-line last:border-0">
      <label className="flex min-h-12 items-center gap-3">
        <input
          ref={(box) => {
            if (box) box.indeterminate = part === 'some';
          }}
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={part === 'all'}
          onChange={() => onChoose(part !== 'all')}
        />
        <span className="min-w-0 flex-1 break-words">{name}</span>
        <span className="shrink-0 text-sm text-soft">{count} 部</span>
      </label>
    </li>
  );
}
