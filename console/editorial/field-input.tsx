import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../parts/field.tsx';
import { plainText } from '../parts/plain-text.ts';
import { Select } from '../parts/select.tsx';
import { TextArea } from '../parts/text-area.tsx';
import { ColorInput } from './color-input.tsx';
import { ComicsInput } from './comics-input.tsx';
import type { Field as FieldOf } from './field.ts';
import type { FormItem } from './form-values.ts';
import { NotesInput } from './notes-input.tsx';
import { PictureInput } from './picture-input.tsx';
import { ThemeSelect } from './theme-select.tsx';

export type PartForm = { items: FormItem[] };

/** One field of an item; `at` is the name of the item in the form. */
export function FieldInput({ field, at }: { field: FieldOf; at: `items.${number}` }) {
  const { register, control, getFieldState, formState } = useFormContext<PartForm>();
  const name = `${at}.${field.name}` as const;
  const error = getFieldState(name, formState).error?.message ?? null;
  const { kind, label, hint, options = [] } = field;
  switch (kind) {
    case 'yes':
      return (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="size-5 accent-accent" {...register(name)} />
          {label}
        </label>
      );
    case 'select':
    case 'choice':
      return <Select label={label} options={options} {...register(name)} />;
    case 'theme':
      return <ThemeSelect label={label} error={error} field={register(name)} />;
    case 'lines':
    case 'prices':
      return (
        <div className="sm:col-span-2">
          <TextArea label={label} hint={hint} error={error} rows={kind === 'lines' ? 6 : 2} {...register(name)} />
        </div>
      );
    case 'comics':
    case 'comic':
      return (
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange } }) => (
            <ComicsInput
              label={label}
              error={error}
              isSingle={kind === 'comic'}
              titles={kind === 'comic' ? [plainText(value)].filter(Boolean) : ((value ?? []) as string[])}
              onTitles={(titles) => onChange(kind === 'comic' ? (titles[0] ?? '') : titles)}
            />
          )}
        />
      );
    case 'color':
      return (
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange } }) => (
            <ColorInput label={label} hint={hint} error={error} color={plainText(value)} onColor={onChange} />
          )}
        />
      );
    case 'notes':
      return <Notes at={at} name={name} label={label} error={error} />;
    case 'picture':
    case 'icon':
    case 'logo':
      return (
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange } }) => (
            <PictureInput
              label={label}
              hint={hint}
              error={error}
              use={kind}
              source={plainText(value)}
              onSource={onChange}
            />
          )}
        />
      );
    default:
      return (
        <Field
          label={label}
          hint={hint}
          error={error}
          type={kind === 'time' ? 'datetime-local' : 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          autoComplete="off"
          field={register(name)}
        />
      );
  }
}

type NotesProps = { at: `items.${number}`; name: `items.${number}.${string}`; label: string; error: string | null };

function Notes({ at, name, label, error }: NotesProps) {
  const { control } = useFormContext<PartForm>();
  const titles = useWatch({ control, name: `${at}.comics` });
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <NotesInput
          label={label}
          error={error}
          titles={(titles ?? []) as string[]}
          notes={(value ?? {}) as Record<string, string>}
          onNotes={onChange}
        />
      )}
    />
  );
}
