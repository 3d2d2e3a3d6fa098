import { type ComponentProps, useId } from 'react';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  error?: string | null;
  hint?: string | undefined;
};

/** A field of several lines with its label above. */
export function TextArea({ label, error = null, hint, ...rest }: TextAreaProps) {
  const id = useId();
  const noteId = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={`mt-1 min-h-28 w-full rounded-lg bg-sunken px-3 py-2 text-base ${error ? 'ring-1 ring-danger' : ''}`}
        {...rest}
      />
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={`mt-1 text-xs ${error ? 'text-danger' : 'text-soft'}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}
