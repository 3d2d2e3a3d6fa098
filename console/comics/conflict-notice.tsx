import { useState } from 'react';
import { COMIC_FIELD_NAMES } from '#contract/console/column-names';
import type { EditedFields } from '#contract/console/comic-shapes';
import { ConflictChoice } from '../parts/conflict-choice.tsx';
import { timeText } from '../parts/time.ts';
import type { FieldName } from './fields-values.ts';
import { fieldText } from './words.ts';

/** Fields that another person has changed since the form was opened: as they are now, and as this person wants them. */
export type Conflict = { current: Partial<EditedFields>; by: string | null; at: string | null; wanted: EditedFields };

type ConflictNoticeProps = {
  conflict: Conflict;
  onSettle(name: FieldName, current: EditedFields[FieldName], takesTheirs: boolean): void;
  onDone(): void;
};

/** Shows both values of each field, and lets the person choose. */
export function ConflictNotice({ conflict, onSettle, onDone }: ConflictNoticeProps) {
  const { current, by, at, wanted } = conflict;
  const [left, setLeft] = useState(Object.keys(current) as FieldName[]);
  const settle = (name: FieldName, takesTheirs: boolean) => {
    const value = current[name];
    if (value !== undefined) onSettle(name, value, takesTheirs);
    const others = left.filter((each) => each !== name);
    setLeft(others);
    if (others.length === 0) onDone();
  };
  return (
    <section role="alert" className="flex flex-col gap-4 rounded-2xl bg-raised p-4 ring-2 ring-danger sm:p-6">
      <p className="font-medium">
        {by ?? '导入'} {at !== null && timeText(at)} 改过同一处，你的修改还没有保存。请选择保留哪一个，再保存。
      </p>
      <ul className="flex flex-col gap-4">
        {left.map((name) => (
          <ConflictChoice
            key={name}
            title={COMIC_FIELD_NAMES[name]}
            theirs={{ label: '现在', text: fieldText(name, current[name]), keep: '保留现在的' }}
            mine={fieldText(name, wanted[name])}
            onChoose={(takesTheirs) => settle(name, takesTheirs)}
          />
        ))}
      </ul>
    </section>
  );
}
