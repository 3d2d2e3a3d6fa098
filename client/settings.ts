import { create } from 'zustand';
import { readStored, writeStored } from './runtime/storage/stored-json.ts';

/** What a reader chose for this device. */
export type Settings = {
  theme: 'system' | 'light' | 'dark';
  /** Whether reading positions and history may be stored; null until the reader has chosen. */
  consent: 'given' | 'refused' | null;
};

export const useSettings = create<Settings>(keptSettings);

/** What this device keeps; a damaged choice counts as none. */
function keptSettings(): Settings {
  const { theme, consent } = { theme: null, consent: null, ...readStored(localStorage, 'settings') };
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    consent: consent === 'given' || consent === 'refused' ? consent : null,
  };
}

/** Changes some settings and stores them on the device. */
export function setSettings(changed: Partial<Settings>) {
  useSettings.setState(changed);
  writeStored(localStorage, 'settings', useSettings.getState());
}

/** Applies the chosen theme to the page and to the browser's bar around it; app.css defines both themes. */
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
