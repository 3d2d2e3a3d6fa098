import type { ReactNode } from 'react';

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

type SliderRowProps = {
  label: string;
  range: readonly [least: number, most: number];
  step: number;
  at: number;
  /** The value as it is said. */
  text: string;
  onSlide: (at: number) => void;
};

export function SliderRow({ label, range: [least, most], step, at, text, onSlide }: SliderRowProps) {
  return (
    <label className="flex flex-col text-sm">
      <span className="flex justify-between">
        {label}
        <span className="text-soft">{text}</span>
      </span>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={text}
        min={least}
        max={most}
        step={step}
        value={at}
        className="h-11 accent-accent"
        onChange={(event) => onSlide(Number(event.target.value))}
      />
    </label>
  );
}
