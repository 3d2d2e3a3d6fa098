import { ConflictChoice } from '../parts/conflict-choice.tsx';
import type { PartConflict } from './merge-parts.ts';
import { fieldText } from './part-text.ts';

type MergeNoticeProps = {
  by: string;
  conflicts: readonly PartConflict[];
  onSettle(conflict: PartConflict, takesMine: boolean): void;
};

/** Shows that another person has saved the part since it was opened. If both changed the same field, this person chooses a value. */
export function MergeNotice({ by, conflicts, onSettle }: MergeNoticeProps) {
  return (
    <section
      role="alert"
      className={`flex flex-col gap-4 rounded-2xl bg-raised p-4 ring-1 sm:p-6 ${conflicts.length > 0 ? 'ring-danger' : 'ring-warm'}`}
    >
      <p className="font-medium">
        {conflicts.length > 0
          ? `${by} 刚刚改过同一处，你的改动还没有保存。请选择保留哪一个，再检查并保存。`
          : `${by} 刚刚改过这一部分的别处，已与你的改动合在一起。检查之后再保存。`}
      </p>
      <ul className="flex flex-col gap-4 empty:hidden">
        {conflicts.map((conflict) => {
          const { title, field, mine, theirs } = conflict;
          const textOf = (value: unknown) => (field ? fieldText(field, value) : String(value)) || '（空）';
          return (
            <ConflictChoice
              key={`${conflict.conflict} ${field?.name}`}
              title={[title, field?.label].filter(Boolean).join('：')}
              theirs={{ label: `${by} 的`, text: textOf(theirs), keep: `用${by}的` }}
              mine={textOf(mine)}
              onChoose={(takesTheirs) => onSettle(conflict, !takesTheirs)}
            />
          );
        })}
      </ul>
    </section>
  );
}
