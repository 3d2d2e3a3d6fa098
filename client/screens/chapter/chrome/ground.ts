import type { ReaderSettings } from '../settings/reader-settings.ts';

/** A dark or light look for a part of the page, with its own colour behind the pages. */
const GROUNDS: Record<Exclude<ReaderSettings['background'], 'auto'>, { theme: 'dark' | 'light'; color: string }> = {
  black: { theme: 'dark', color: '#000' },
  dark: { theme: 'dark', color: '#161a1a' },
  paper: { theme: 'light', color: '#f4ecd8' },
  white: { theme: 'light', color: '#fff' },
};

/** What gives an element the chosen background: its words go with it. Nothing where it goes with the theme. */
export function groundOf(background: ReaderSettings['background']) {
  if (background === 'auto') return {};
  const { theme, color } = GROUNDS[background];
  return { 'data-theme': theme, style: { backgroundColor: color } };
}
