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
