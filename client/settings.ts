import { create } from 'zustand';
import { keep, readKept } from './runtime/storage/kept.ts';

/** What a reader chose for this device. */
export type Settings = {
  theme: 'system' | 'light' | 'dark';
  /** Whether reading places and history may be kept; null until the reader has said. */
  consent: 'given' | 'refused' | null;
};

const DEFAULTS: Settings = { theme: 'system', consent: null };

export const useSettings = create<Settings>(() => ({ ...DEFAULTS, ...readKept<Settings>(localStorage, 'settings') }));

/** Changes some settings and keeps them on the device. */
export function setSettings(changed: Partial<Settings>) {
  useSettings.setState(changed);
  keep(localStorage, 'settings', useSettings.getState());
}

/** Lets the page, and the browser's bar around it, follow the chosen theme; app.css knows both words. */
export function followTheme(page: HTMLElement) {
  const apply = ({ theme }: Settings) => {
    if (theme === 'system') page.removeAttribute('data-theme');
    else page.setAttribute('data-theme', theme);
    for (const bar of page.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
      const dark = theme === 'system' ? bar.media.includes('dark') : theme === 'dark';
      bar.content = dark ? '#161a1a' : '#ffffff';
    }
  };
  apply(useSettings.getState());
  useSettings.subscribe(apply);
}
