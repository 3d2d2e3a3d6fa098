import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '../../ui/text-field.tsx';
import { useCutNote } from './cut-note.ts';

type FieldProps = Omit<ComponentProps<typeof TextField>, 'onText'> & { field: UseFormRegisterReturn };

/** A text field of a form. */
export function Field({ field, ...props }: FieldProps) {
  const { note, onPaste } = useCutNote(props.maxLength);
  return <TextField onText={() => {}} onPaste={onPaste} {...props} error={props.error ?? note} {...field} />;
}

/** The field of a six-digit code, which phones and password programs fill in. */
export function CodeField({ label = '验证码', ...props }: Omit<FieldProps, 'label'> & { label?: string }) {
  return (
    <Field
      label={label}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...props}
    />
  );
}
