import type { ReactNode } from 'react';

type SwitchRowProps = { on: boolean; onSwitch(on: boolean): void; disabled?: boolean; children: ReactNode };

/** A switch at the end of a row; `children` is its name. */
export function SwitchRow({ on, onSwitch, disabled = false, children }: SwitchRowProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-left text-sm">
      <span className="flex-1">{children}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="h-7 w-12 shrink-0 appearance-none rounded-full bg-soft/50 p-0.5 transition-colors duration-150 before:block before:size-6 before:rounded-full before:bg-raised before:shadow-sm before:transition-transform before:duration-150 checked:bg-accent checked:before:translate-x-5 disabled:opacity-50"
        checked={on}
        disabled={disabled}
        onChange={(event) => onSwitch(event.target.checked)}
      />
    </label>
  );
}
