import type { ComponentProps, ReactNode } from 'react';
import { CheckIcon } from '../../ui/screen-icons.tsx';

/** A check box. The whole label is its target, so that it is large enough for a finger. */
export function CheckBox({ children, ...input }: Omit<ComponentProps<'input'>, 'type'> & { children?: ReactNode }) {
  return (
    <label
      className={`relative flex min-h-11 items-center gap-2 ${children ? '' : 'min-w-11 shrink-0 justify-center'}`}
    >
      <input type="checkbox" className="peer absolute inset-0 size-full opacity-0" {...input} />
      <span
        aria-hidden
        className="pointer-events-none flex size-5 shrink-0 items-center justify-center rounded-md ring-1 ring-soft outline-offset-2 outline-accent peer-checked:bg-accent peer-checked:text-on-accent peer-checked:ring-accent peer-focus-visible:outline-2 [&>svg]:size-4 [&>svg]:opacity-0 peer-checked:[&>svg]:opacity-100"
      >
        <CheckIcon />
      </span>
      {children}
    </label>
  );
}
