import type { ReactNode } from 'react';
import { isScreenPath } from '../../paths.ts';
import { ScreenLink } from './screen-link/screen-link.tsx';

type SafeLinkProps = {
  to: string;
  /** The accessible name, if the children may not provide one. */
  label?: string;
  className?: string;
  children: ReactNode;
};

/**
 * A link in editorial content: to an existing screen, or by https to another site. For any other address only the children are
 * rendered.
 */
export function SafeLink({ to, label, className, children }: SafeLinkProps) {
  if (isScreenPath(to)) {
    return (
      <ScreenLink to={to} aria-label={label} className={className}>
        {children}
      </ScreenLink>
    );
  }
  if (!leadsOut(to)) return <>{children}</>;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" aria-label={label} className={className}>
      {children}
    </a>
  );
}

/** Whether an address may be opened as a link to another site. */
export function leadsOut(to: string): boolean {
  return /^https:\/\//i.test(to) && URL.canParse(to);
}
