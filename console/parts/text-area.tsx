import type { ComponentProps } from 'react';
import { LabelledControl } from '../../ui/labelled-control.tsx';
import { useCutNote } from './cut-note.ts';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  error?: string | null;
  hint?: string | undefined;
};

/** A field of several lines with its label above. */
export function TextArea({ label, error: given = null, hint, ...rest }: TextAreaProps) {
  const cut = useCutNote(rest.maxLength);
  const error = given ?? cut.note;
  return (
    <LabelledControl label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          onPaste={cut.onPaste}
          className={`mt-1 min-h-28 w-full rounded-lg bg-sunken px-3 py-2 text-base ${error ? 'ring-1 ring-danger' : ''}`}
          {...rest}
        />
      )}
    </LabelledControl>
  );
}
