import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { showMistakes } from '../form-mistakes.ts';
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
import { ProviderMistakes } from './provider-mistakes.tsx';

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

/** Adds or changes a provider. A stored secret is kept unless a new one is typed. */
export function ProviderDialog({ spec, provider, isSaving, error, onSave, onClose, children }: ProviderDialogProps) {
  const form = useForm<ProviderValues>({ defaultValues: toForm(spec, provider) });
  const [others, setOthers] = useState<readonly Mistake[]>([]);
  const values = form.watch();
  const save = form.handleSubmit((given) => {
    setOthers([]);
    onSave(fromForm(spec, given, provider), (mistakes) => {
      const nameOf = (field: string) => {
        const name = fieldOfMistake(spec, field);
        return name && formName(name);
      };
      setOthers(showMistakes(mistakes, nameOf, form.setError));
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
        <ProviderMistakes mistakes={others} />
        <Problem error={error} />
        {children}
        <Button type="submit" disabled={isSaving}>
          {isSaving ? '正在保存…' : '保存'}
        </Button>
      </form>
    </Dialog>
  );
}
