import type { UseFormReturn } from 'react-hook-form';
import { CheckBox } from '../check-box.tsx';
import { Field } from '../field.tsx';
import { FileButton } from '../file-button.tsx';
import { Select } from '../select.tsx';
import { TextArea } from '../text-area.tsx';
import { type FieldSpec, formName, type ProviderValues } from './provider-form.ts';

type ProviderFieldProps = {
  spec: FieldSpec;
  stored: { print: string | null } | null;
  form: UseFormReturn<ProviderValues>;
};

export function ProviderField({ spec, stored, form }: ProviderFieldProps) {
  const { label, input = 'text', options = [] } = spec;
  const name = formName(spec.name);
  const { register, setValue, formState } = form;
  const error = formState.errors[name]?.message ?? null;
  const ownText = register(name, {
    validate: (value) => spec.isOptional || stored !== null || String(value).trim() !== '' || '要填写',
  });
  const hint = stored ? `已设置${stored.print ? `（${stored.print}）` : ''}，不写就用现在的` : spec.hint;
  switch (input) {
    case 'flag':
      return (
        <div>
          <CheckBox {...register(name)}>{label}</CheckBox>
          {spec.hint && <p className="text-xs text-soft">{spec.hint}</p>}
        </div>
      );
    case 'select':
      return <Select label={label} options={options} {...register(name)} />;
    case 'several':
      return (
        <fieldset>
          <legend className="text-sm text-soft">{label}</legend>
          {options.map(([value, text]) => (
            <CheckBox key={value} value={value} {...register(name)}>
              {text}
            </CheckBox>
          ))}
          {(error ?? spec.hint) && (
            <p role={error ? 'alert' : undefined} className={`text-xs ${error ? 'text-danger' : 'text-soft'}`}>
              {error ?? spec.hint}
            </p>
          )}
        </fieldset>
      );
    case 'key':
      return (
        <div className="flex flex-col gap-2">
          <TextArea
            label={label}
            rows={3}
            error={error}
            hint={hint}
            autoComplete="off"
            spellCheck={false}
            {...ownText}
          />
          <FileButton
            text="选文件"
            label={`${label}的文件`}
            accept=".pem,.key,.crt,.cer,.txt"
            disabled={false}
            className="self-start"
            onPick={async ([file]) => setValue(name, (await file?.text()) ?? '')}
          />
        </div>
      );
    default:
      return (
        <Field
          label={label}
          type={input === 'secret' ? 'password' : 'text'}
          autoComplete={input === 'secret' ? 'new-password' : 'off'}
          hint={hint}
          error={error}
          field={ownText}
        />
      );
  }
}
