import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { PartFields } from './field.ts';
import type { PartForm } from './field-input.tsx';
import { toForm, writeField } from './form-values.ts';
import { type EditedItem, type Merged, mergeParts, numbered, type PartConflict, REMOVED } from './merge-parts.ts';

export type Opened = { version: string; value: unknown };

/**
 * Keeps the form of a part up to date when another person saves a new version. A form without changes shows the new version. A form
 * with changes is merged with it. `version`: the version that the form starts from.
 */
export function useMerging(part: PartFields, form: UseFormReturn<PartForm>, latest: Opened, onMerged: () => void) {
  const [opened, setOpened] = useState(latest);
  const [merged, setMerged] = useState<Merged | null>(null);
  const { isDirty } = form.formState;
  useEffect(() => {
    if (opened.version === latest.version) return;
    const theirs = numbered(toForm(part, latest.value));
    const mine = form.getValues().items;
    form.reset({ items: theirs });
    setOpened(latest);
    if (!isDirty) return setMerged(null);
    const found = mergeParts(part, toForm(part, opened.value), mine, theirs);
    form.reset({ items: found.items }, { keepDefaultValues: true });
    setMerged(found);
    onMerged();
  });

  /** Resolves a conflict with one of the two values. */
  function settle(settled: PartConflict, takesMine: boolean) {
    const items: EditedItem[] = structuredClone(form.getValues().items);
    const index = items.findIndex(({ conflict }) => conflict === settled.conflict);
    const item = items[index];
    const { field, mine, theirs } = settled;
    if (item && field && takesMine) writeField(item, field.name, mine);
    const isRemoved = field === null && (takesMine ? mine : theirs) === REMOVED;
    if (item && isRemoved) items.splice(index, 1);
    form.reset({ items }, { keepDefaultValues: true });
    setMerged((before) => before && { ...before, conflicts: before.conflicts.filter((each) => each !== settled) });
  }

  return { version: opened.version, merged, settle };
}
