import type { ReactNode } from 'react';
import type { ReaderSettings } from '../settings/reader-settings.ts';

declare module 'react' {
  interface CSSProperties {
    /** The colour behind everything, see palette.css. */
    '--page'?: string;
  }
}

type Background = ReaderSettings['background'];

/** The theme of each background, and its colour where that is not the theme's own. */
const GROUNDS: Record<Exclude<Background, 'auto'>, { theme: 'dark' | 'light'; color?: string }> = {
  black: { theme: 'dark', color: '#000' },
  dark: { theme: 'dark' },
  paper: { theme: 'light', color: '#f4ecd8' },
  white: { theme: 'light' },
};

/** The background of the pages. By default it follows the theme, and is darker beside a strip. */
export function Ground({ background, children }: { background: Background; children: ReactNode }) {
  if (background === 'auto') return <div className="contents lg:[--page:var(--wall)]">{children}</div>;
  const { theme, color } = GROUNDS[background];
  return (
    <div data-theme={theme} className="contents text-ink" style={color ? { '--page': color } : undefined}>
      {children}
    </div>
  );
}
