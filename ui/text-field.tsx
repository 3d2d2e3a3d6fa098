import type { ComponentProps, ReactNode } from 'react';
import { LabelledControl } from './labelled-control.tsx';

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
  return (
    <LabelledControl label={label} hint={hint} error={error}>
      {(control) => (
        // The focus ring is around the whole field, its button included.
        <div
          className={`mt-1 flex items-center rounded-lg bg-sunken outline-offset-2 outline-accent has-[input:focus-visible]:outline-2 ${error ? 'ring-1 ring-danger' : ''}`}
        >
          {/* Below 16 px, Safari would zoom in on it. */}
          <input
            {...control}
            className="h-11 w-full min-w-0 flex-1 rounded-lg bg-transparent px-3 text-base outline-none"
            onChange={(event) => onText(event.target.value)}
            {...input}
          />
          {children}
        </div>
      )}
    </LabelledControl>
  );
}
