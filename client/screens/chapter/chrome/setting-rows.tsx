import type { ComponentProps, ReactNode } from 'react';
import { Slider } from './slider.tsx';

/** A setting under its name. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-soft">{label}</p>
      {children}
    </div>
  );
}

type SwitchRowProps = { label: string; on: boolean; onSwitch: (on: boolean) => void };

export function SwitchRow({ label, on, onSwitch }: SwitchRowProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <span className="flex-1">{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="size-5 accent-accent"
        checked={on}
        onChange={(event) => onSwitch(event.target.checked)}
      />
    </label>
  );
}

export function SliderRow(props: ComponentProps<typeof Slider>) {
  const { label, text } = props;
  return (
    <div className="flex flex-col text-sm">
      <p className="flex justify-between">
        {label}
        <span className="text-soft">{text}</span>
      </p>
      <Slider {...props} />
    </div>
  );
}
