import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Problem } from '../page.tsx';
import { ProviderField } from './provider-field.tsx';
import {
  fieldOfMistake,
  formName,
  fromForm,
  type KindSpec,
  type ProviderFields,
  type ProviderValues,
  type ShownProvider,
  toForm,
} from './provider-form.ts';

type Mistake = { field: string; what: string };

type ProviderDialogProps = {
  spec: KindSpec;
  /** As it is now; null = a new one. */
  provider: ShownProvider | null;
  isSaving: boolean;
  error: Error | null;
  /** Calls `onMistakes` where nothing was saved. */
  onSave(fields: ProviderFields, onMistakes: (mistakes: readonly Mistake[]) => void): void;
  onClose(): void;
  /** Shown above the button. */
  children?: ReactNode;
};

/** Adds or changes a provider. What is stored and secret is kept unless it is written again. */
export function ProviderDialog({ spec, provider, isSaving, error, onSave, onClose, children }: ProviderDialogProps) {
  const form = useForm<ProviderValues>({ defaultValues: toForm(spec, provider) });
  const [others, setOthers] = useState<string[]>([]);
  const values = form.watch();
  const save = form.handleSubmit((given) => {
    setOthers([]);
    onSave(fromForm(spec, given, provider), (mistakes) => {
      for (const { field, what } of mistakes) {
        const name = fieldOfMistake(spec, field);
        if (name) form.setError(formName(name), { message: what });
        else setOthers((all) => [...all, field === '' ? what : `${field}：${what}`]);
      }
    });
  });
  return (
    <Dialog title={provider ? `改${spec.title}` : `加${spec.title}`} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={save} noValidate>
        {spec.fields.map((field) =>
          field.isFor?.(values) === false ? null : (
            <ProviderField
              key={field.name}
              spec={field}
              stored={provider?.stored.find(({ name }) => name === field.name) ?? null}
              form={form}
            />
          ),
        )}
        {others.map((what) => (
          <p key={what} role="alert" className="text-sm break-words text-danger">
            {what}
          </p>
        ))}
        <Problem error={error} />
        {children}
        <Button type="submit" disabled={isSaving}>
          {isSaving ? '正在保存…' : '保存'}
        </Button>
      </form>
    </Dialog>
  );
}
