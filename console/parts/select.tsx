import { type ComponentProps, useId } from 'react';

type SelectProps = ComponentProps<'select'> & { label: string; options: readonly (readonly [string, string])[] };

/** A choice with its label above. */
export function Select({ label, options, ...rest }: SelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <select id={id} className="mt-1 h-11 w-full rounded-lg bg-sunken px-3 text-base" {...rest}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
