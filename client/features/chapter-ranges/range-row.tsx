import { useLayoutEffect, useRef } from 'react';
import { centreIn } from '../../ui/centre.ts';

type RangeRowProps = { ranges: readonly { label: string }[]; picked: number; onPick: (index: number) => void };

/** The ranges of a long list to jump to, the picked one in view; nothing where there is but one. */
export function RangeRow({ ranges, picked, onPick }: RangeRowProps) {
  const row = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is picked is what moves the row.
  useLayoutEffect(() => {
    centreIn(row.current, '[aria-pressed=true]');
  }, [picked]);
  if (ranges.length < 2) return null;
  return (
    <fieldset ref={row} aria-label="跳到" className="no-scrollbar -mx-4 min-w-0 flex gap-2 overflow-x-auto px-4 py-1">
      {ranges.map(({ label }, index) => (
        <button
          key={label}
          type="button"
          aria-pressed={index === picked}
          onClick={() => onPick(index)}
          className="h-11 shrink-0 rounded-full bg-sunken px-4 text-sm text-soft aria-pressed:bg-tint aria-pressed:text-on-tint"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
