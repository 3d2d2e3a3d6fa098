import { useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button, IconButton } from '../../ui/button.tsx';
import { CloseIcon, DownIcon } from '../../ui/screen-icons.tsx';
import { useFilter } from '../parts/filter.ts';
import { plainText } from '../parts/plain-text.ts';
import { Sortable } from '../parts/sortable.tsx';
import type { Field, PartFields } from './field.ts';
import { FieldInput, type PartForm } from './field-input.tsx';
import { isShown, itemToForm } from './form-values.ts';
import type { Mistake } from './mistakes.ts';
import { spanState } from './span-state.ts';

/** In the address: a new item is opened at once. */
const ADD = 'add';

type ItemListProps = { part: PartFields; label: string; mistakes: readonly Mistake[] };

/** The items of a part: each is opened, moved and removed on its own. */
export function ItemList({ part, label, mistakes }: ItemListProps) {
  const { control } = useFormContext<PartForm>();
  const { fields, append, move, remove } = useFieldArray({ control, name: 'items' });
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const items = useWatch({ control, name: 'items' });
  const wrong = new Set(mistakes.map(({ path }) => path[0]));
  const toggle = (id: string) =>
    setOpened((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    );
  const titleAt = (index: number) => part.titleOf?.(items[index] ?? {}) ?? '';
  const [added, setAdded] = useState(false);
  const add = () => {
    setAdded(true);
    append(itemToForm(part.fields, part.fresh?.(items) ?? {}), { shouldFocus: false });
  };
  const { params, setMany } = useFilter();
  const wasOpened = useRef(false);
  useEffect(() => {
    if (wasOpened.current || !params.has(ADD)) return;
    wasOpened.current = true;
    setMany({ [ADD]: '' });
    add();
  });

  return (
    <>
      {fields.length === 0 && (
        <p className="rounded-2xl bg-raised p-6 text-soft ring-1 ring-line">还没有{part.item}。</p>
      )}
      <Sortable
        label={label}
        className="divide-y divide-line overflow-hidden rounded-2xl ring-1 ring-line empty:hidden"
        items={fields}
        keyOf={({ id }) => id}
        nameOf={(_item, index) => titleAt(index)}
        onMove={move}
      >
        {({ id }, index, controls) => {
          const isOpen = opened.has(id) || wrong.has(index) || (added && index === fields.length - 1);
          return (
            <>
              <div className="flex min-h-14 flex-wrap items-center gap-x-2 pl-4 sm:pl-6">
                <button
                  type="button"
                  aria-expanded={isOpen}
                  className="flex min-h-14 min-w-24 flex-1 items-center gap-2 text-left"
                  onClick={() => {
                    setAdded(false);
                    toggle(id);
                  }}
                >
                  <DownIcon
                    className={`size-4 shrink-0 text-soft transition-transform ${isOpen ? '' : '-rotate-90'}`}
                  />
                  <span className="min-w-0 break-words">
                    {titleAt(index)}
                    <SpanText item={items[index] ?? {}} />
                  </span>
                </button>
                <span className="ml-auto flex">
                  {controls}
                  <IconButton label={`去掉 ${titleAt(index)}`} className="text-danger" onClick={() => remove(index)}>
                    <CloseIcon className="size-5" />
                  </IconButton>
                </span>
              </div>
              {isOpen && (
                <div className="px-4 pb-4 sm:px-6 sm:pb-6">
                  <ItemFields fields={part.fields} at={`items.${index}`} />
                </div>
              )}
            </>
          );
        }}
      </Sortable>
      <Button look="tinted" className="self-start" onClick={add}>
        加一个{part.item}
      </Button>
    </>
  );
}

export function ItemFields({ fields, at }: { fields: readonly Field[]; at: `items.${number}` }) {
  const { control } = useFormContext<PartForm>();
  const item = useWatch({ control, name: at }) ?? {};
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields
        .filter((field) => isShown(fields, field, item))
        .map((field) => (
          <FieldInput key={field.name} field={field} at={at} />
        ))}
    </div>
  );
}

function SpanText({ item }: { item: Readonly<Record<string, unknown>> }) {
  const state = spanState(plainText(item.start), plainText(item.end), new Date());
  return state === '' ? null : <span className="text-sm text-soft"> · {state}</span>;
}
