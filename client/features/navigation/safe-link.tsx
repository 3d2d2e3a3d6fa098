import type { ReactNode } from 'react';
import { isScreenPath } from '../../paths.ts';
import { ScreenLink } from './screen-link/screen-link.tsx';

type SafeLinkProps = {
  to: string;
  /** The accessible name, where the children may not provide one. */
  label?: string;
  className?: string;
  children: ReactNode;
};

/**
 * A link from editorial content, to an existing screen or by https to another site. Any other address is no link, and
 * only the children are shown.
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

/** Whether an address may be opened in the reader's browser as one of another site. */
export function leadsOut(to: string): boolean {
  return /^https:\/\//i.test(to) && URL.canParse(to);
}
