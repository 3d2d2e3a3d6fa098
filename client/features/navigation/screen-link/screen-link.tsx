import type { ComponentProps, MouseEvent } from 'react';
import { noteTappedPicture } from '../../pictures/tapped-picture.ts';
import { goTo, preloadScreen } from './screen-navigation.ts';

type ScreenLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target' | 'onClick' | 'onPointerDown'> & {
  to: string;
  /** Replaces the current entry of the browser's history. */
  replace?: boolean;
  /** A tap also counts when that screen is open: it scrolls to its top. */
  again?: boolean;
  /** Called at a tap: goes back by these entries of the history (negative) instead of adding one; 0 adds one. */
  stepsBack?: () => number;
  onClick?: () => void;
};

/**
 * A link to a screen whose code is fetched as soon as a finger touches it. The second of two quick taps does nothing, because the
 * address has already changed.
 */
export function ScreenLink({ to, replace = false, again = false, stepsBack, onClick, ...rest }: ScreenLinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onPointerDown={() => preloadScreen(to)}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        onClick?.();
        noteTappedPicture(event.currentTarget, to);
        const isHere = to === location.pathname + location.search;
        if (!isHere || again) goTo(stepsBack?.() || to, { replace: replace || isHere });
      }}
    />
  );
}

/** The browser handles other tabs and windows, and downloads. */
export function opensElsewhere({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || altKey || ctrlKey || metaKey || shiftKey;
}
