import type { ComponentProps, ReactNode } from 'react';
import { Slider } from './slider.tsx';

/** A setting beside its name. */
export function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-3">
      <span aria-hidden className="w-16 shrink-0 text-sm">
        {name}
      </span>
      {children}
    </div>
  );
}

/** A slider beside its name and value. */
export function SliderRow(props: ComponentProps<typeof Slider>) {
  return (
    <Named name={props.label}>
      <Slider {...props} />
      <span aria-hidden className="w-10 shrink-0 text-right text-sm text-soft">
        {props.text}
      </span>
    </Named>
  );
}
