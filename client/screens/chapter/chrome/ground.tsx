import type { ReactNode } from 'react';
import type { ReaderSettings } from '../settings/reader-settings.ts';

declare module 'react' {
  interface CSSProperties {
    /** The colour behind everything, see app.css. */
    '--page'?: string;
  }
}

type Background = ReaderSettings['background'];

/** A dark or light look, with a colour behind the pages. */
const GROUNDS: Record<Exclude<Background, 'auto'>, { theme: 'dark' | 'light'; color: string }> = {
  black: { theme: 'dark', color: '#000' },
  dark: { theme: 'dark', color: '#161a1a' },
  paper: { theme: 'light', color: '#f4ecd8' },
  white: { theme: 'light', color: '#fff' },
};

/** What is behind the pages; the words there go with it. By itself it goes with the theme, darker beside a strip. */
export function Ground({ background, children }: { background: Background; children: ReactNode }) {
  if (background === 'auto') return <div className="contents lg:[--page:var(--wall)]">{children}</div>;
  const { theme, color } = GROUNDS[background];
  return (
    <div data-theme={theme} className="contents text-ink" style={{ '--page': color }}>
      {children}
    </div>
  );
}
