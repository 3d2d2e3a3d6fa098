import type { ReactNode } from 'react';
import { isScreenPath } from '../../paths.ts';
import { ScreenLink } from '../screen-link/screen-link.tsx';

type SafeLinkProps = {
  to: string;
  /** Its name, where what it stands on may not be there to give it one. */
  label?: string;
  className?: string;
  children: ReactNode;
};

/**
 * What an editor linked: a screen there is, or another site by https. An address of any other kind leads nowhere, and
 * what it stands on is shown all the same.
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
