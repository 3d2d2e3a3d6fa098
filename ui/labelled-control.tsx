import { type ReactNode, useId } from 'react';

/** The attributes that connect a control with its label and its note. */
export type ControlAttributes = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type LabelledControlProps = {
  label: string;
  /** A hint under the control. */
  hint?: string | undefined;
  /** Why the value was refused; shown instead of the hint. */
  error: string | null;
  children(control: ControlAttributes): ReactNode;
};

/** A control with its label above and a note below. */
export function LabelledControl({ label, hint, error, children }: LabelledControlProps) {
  const id = useId();
  const noteId = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note ? noteId : undefined })}
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
