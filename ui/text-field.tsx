import { type ComponentProps, type ReactNode, useId } from 'react';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'onChange'> & {
  label: string;
  onText(text: string): void;
  /** A hint under the field. */
  hint?: string;
  /** Why the value was refused; shown instead of the hint. */
  error?: string | null;
  /** Shown at the end of the field, such as a button. */
  children?: ReactNode;
};

/** Two fields below each other; side by side on a phone held sideways, where a sheet is too low for both and a button. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-4 low:grid low:grid-cols-2">{children}</div>;
}

/** A text field with its label above. */
export function TextField({ label, onText, hint, error = null, children, ...input }: TextFieldProps) {
  const id = useId();
  const noteId = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      {/* The focus ring is around the whole field, its button included. */}
      <div
        className={`mt-1 flex items-center rounded-lg bg-sunken outline-offset-2 outline-accent has-[input:focus-visible]:outline-2 ${error ? 'ring-1 ring-danger' : ''}`}
      >
        {/* Below 16 px, Safari would zoom in on it. */}
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          className="h-11 w-full min-w-0 flex-1 rounded-lg bg-transparent px-3 text-base outline-none"
          onChange={(event) => onText(event.target.value)}
          {...input}
        />
        {children}
      </div>
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
