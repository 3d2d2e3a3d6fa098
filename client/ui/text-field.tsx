import { type ComponentProps, type ReactNode, useId } from 'react';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'onChange'> & {
  label: string;
  onText(text: string): void;
  /** What stands at the end of the line, such as a button. */
  children?: ReactNode;
};

/** A line of text with its name above. */
export function TextField({ label, onText, children, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <div className="mt-1 flex items-center rounded-lg bg-sunken">
        {/* Below 16 px, Safari would zoom in on it. */}
        <input
          id={id}
          className="h-11 w-full min-w-0 flex-1 rounded-lg bg-transparent px-3 text-base"
          onChange={(event) => onText(event.target.value)}
          {...input}
        />
        {children}
      </div>
    </div>
  );
}
