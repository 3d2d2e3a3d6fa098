import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { preloadScreen } from './preload.ts';

/**
 * A link to a screen whose code is fetched as soon as a finger is down on it. The second of two quick taps does nothing:
 * the address is there already, though the screen may not be.
 */
export function ScreenLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  return (
    <Link
      to={to}
      onPointerDown={() => preloadScreen(to)}
      onClick={(event) => {
        if (to === location.pathname + location.search) event.preventDefault();
      }}
      {...rest}
    />
  );
}
