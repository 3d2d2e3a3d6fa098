import { type Choice, ChoiceRow } from '../../../features/listings/choice-row.tsx';
import type { GroupPart, Part } from '../tabs.ts';
import type { Group } from './choosing.ts';

type GroupRowProps = { groups: readonly Group[]; picked: Part; onPick(part: Part): void; onManage(): void };

/** The reader's own groups below the lists of the shelf; nothing without any. */
export function GroupRow({ groups, picked, onPick, onManage }: GroupRowProps) {
  if (groups.length === 0) return null;
  const choices = groups.map(({ id, name }): Choice<Part> => ({ key: `group-${id}` satisfies GroupPart, label: name }));
  return (
    <div className="mx-auto flex max-w-[1200px]">
      <div className="min-w-0 flex-1">
        <ChoiceRow<Part> label="分组" choices={choices} picked={picked} onPick={onPick} />
      </div>
      {/* Beside the row, because the groups may be wider than the screen. */}
      <button
        type="button"
        aria-label="管理分组"
        className="mt-3 h-11 shrink-0 pr-[max(16px,env(safe-area-inset-right))] pl-1 text-sm text-accent"
        onClick={onManage}
      >
        管理
      </button>
    </div>
  );
}
