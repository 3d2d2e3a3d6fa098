import { useLayoutEffect, useRef } from 'react';
import { centreIn } from '../../ui/centre.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

export type Choice<Key> = { key: Key; label: string; spoken?: string };

type ChoiceRowProps<Key> = {
  label: string;
  choices: Choice<Key>[];
  picked: Key;
  onPick(key: Key): void;
  /** More choices are on their way: their room is kept. */
  pending?: boolean;
  /** In as many lines as they need, at the edges of what is around them. */
  wrap?: boolean;
};

/** One choice out of a row that scrolls sideways where it does not fit. */
export function ChoiceRow<Key extends string | number>(props: ChoiceRowProps<Key>) {
  const { label, choices, picked, onPick, pending = false, wrap = false } = props;
  const row = useRef<HTMLDivElement>(null);
  const centred = useRef<Key | null>(null);

  useLayoutEffect(() => {
    // Coming back to a kept screen runs this again, and must leave the row where the reader put it.
    if (centred.current === picked) return;
    centred.current = picked;
    centreIn(row.current, '[aria-pressed=true]');
  }, [picked]);

  return (
    <fieldset aria-label={label} className="min-w-0">
      {/* Not the fieldset itself: hidden and shown again, Chromium would put its scroll back to the start. */}
      <div ref={row} className={`flex gap-2 ${wrap ? 'flex-wrap' : 'page-width no-scrollbar overflow-x-auto pt-3'}`}>
        {choices.map(({ key, label: text, spoken }) => (
          <button
            key={key}
            type="button"
            aria-label={spoken}
            aria-pressed={key === picked}
            onClick={() => onPick(key)}
            className="h-11 min-w-11 shrink-0 rounded-full bg-sunken px-4 text-sm text-soft aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-on-tint"
          >
            {text}
          </button>
        ))}
        {pending &&
          [1, 2, 3, 4, 5].map((place) => <Skeleton key={place} className="h-11 w-16 shrink-0 rounded-full" />)}
      </div>
    </fieldset>
  );
}
