import { useLayoutEffect, useRef } from 'react';
import { centreIn } from '../../../../ui/centre.ts';
import { JumpForm } from './jump-form.tsx';

type RangeRowProps = {
  ranges: readonly { label: string }[];
  picked: number;
  onPick: (index: number) => void;
  /** Jumps to the chapter of a number; shown if there are many ranges. */
  onJump?: (no: number) => void;
};

const MANY = 2;

/** Whether the row of these ranges has a field to jump to a number. */
export function hasJump(ranges: readonly unknown[]): boolean {
  return ranges.length > MANY;
}

/** The ranges of a long list, with the picked one in view; nothing if there is only one. */
export function RangeRow({ ranges, picked, onPick, onJump }: RangeRowProps) {
  const row = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice scrolls the row.
  useLayoutEffect(() => {
    centreIn(row.current, '[aria-pressed=true]');
  }, [picked]);
  if (ranges.length < 2) return null;
  const jumps = onJump && hasJump(ranges);
  return (
    <div className="flex items-center gap-2">
      <fieldset
        ref={row}
        aria-label="跳到"
        className={`no-scrollbar -ml-4 flex min-w-0 flex-1 gap-2 overflow-x-auto py-1 pl-4 ${jumps ? '' : '-mr-4 pr-4'}`}
      >
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
      {jumps && <JumpForm onJump={onJump} />}
    </div>
  );
}
