import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { centreIn } from '../../../ui/centre.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useMarked } from '../navigation/screen-link/use-marked.ts';

export type Choice<Key> = { key: Key; label: string; spoken?: string };

type ChoiceRowProps<Key> = {
  label: string;
  choices: Choice<Key>[];
  picked: Key;
  onPick(key: Key): void;
  /** More choices are loading: their space is reserved. */
  pending?: boolean;
  /** Wraps into several lines, aligned with the surrounding content. */
  wrap?: boolean;
  /** A few short choices, on a phone all visible in columns of equal width. */
  even?: boolean;
  /** Follows the choices in the row. */
  children?: ReactNode;
};

const ROWS = {
  plain: 'page-width no-scrollbar gap-2 overflow-x-auto pt-3',
  wrap: 'flex-wrap gap-2',
  even: 'page-width no-scrollbar overflow-x-auto pt-3 sm:gap-2',
};
/** With the transparent edge of a pill, the row begins at the left edge of the content. */
const ALIGNED = 'max-sm:px-3.5';
/** Eight columns of 44 px fit a phone of 360 px only with almost no margin. */
const EIGHT = 'max-sm:px-1';
/** The pill is narrower than its touch target. */
const EVEN = 'max-sm:flex-1 max-sm:border-x-2 max-sm:border-transparent max-sm:bg-clip-padding sm:px-4';

/** A row of choices that scrolls sideways if it does not fit. */
export function ChoiceRow<Key extends string | number>(props: ChoiceRowProps<Key>) {
  const { label, choices, picked, onPick, pending = false, wrap = false, even = false, children } = props;
  const [marked, mark] = useMarked(picked);
  const pick = (key: Key) => mark(key, () => onPick(key));
  const row = useRef<HTMLDivElement>(null);
  const centred = useRef<Key | null>(null);
  // The choices may load after the screen.
  const hasMarked = choices.some(({ key }) => key === marked);

  useLayoutEffect(() => {
    // Runs again when a kept screen is shown, and must leave the row where the reader scrolled it.
    if (centred.current === marked || !hasMarked) return;
    centred.current = marked;
    centreIn(row.current, '[aria-pressed=true]');
  }, [marked, hasMarked]);

  return (
    // Not the fieldset itself: what it paints would count as a shift.
    <div className={wrap ? undefined : 'words min-h-14'}>
      <fieldset aria-label={label} className="min-w-0">
        {/* Not the fieldset itself: Chromium resets its scroll position when it is hidden and shown again. */}
        <div
          ref={row}
          className={`flex ${ROWS[wrap ? 'wrap' : even ? 'even' : 'plain']} ${even ? (choices.length < 8 ? ALIGNED : EIGHT) : ''}`}
        >
          {choices.map(({ key, label: text, spoken }) => (
            <button
              key={key}
              type="button"
              aria-label={spoken}
              aria-pressed={key === marked}
              onClick={() => pick(key)}
              className={`h-11 min-w-11 shrink-0 rounded-full bg-sunken text-sm text-soft aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-on-tint ${even ? EVEN : 'px-4'}`}
            >
              {text}
            </button>
          ))}
          {pending &&
            [1, 2, 3, 4, 5].map((place) => <Skeleton key={place} className="h-11 w-16 shrink-0 rounded-full" />)}
          {children}
        </div>
      </fieldset>
    </div>
  );
}
