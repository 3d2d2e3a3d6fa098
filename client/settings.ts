import { create } from 'zustand';
import { deviceStorage } from './runtime/storage/safe-storage.ts';
import { readStored, writeStored } from './runtime/storage/stored-json.ts';

/** The settings that a reader has chosen for this device. */
export type Settings = {
  theme: 'system' | 'light' | 'dark';
  /** Whether reading positions and history may be stored; null until the reader has chosen. */
  consent: 'given' | 'refused' | null;
};

export const useSettings = create<Settings>(storedSettings);

/** The settings stored on this device. A damaged value is ignored. */
function storedSettings(): Settings {
  const { theme, consent } = { theme: null, consent: null, ...readStored(deviceStorage, 'settings') };
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    consent: consent === 'given' || consent === 'refused' ? consent : null,
  };
}

/** Changes some settings and stores them on the device. */
export function setSettings(changed: Partial<Settings>) {
  useSettings.setState(changed);
  writeStored(deviceStorage, 'settings', useSettings.getState());
}

/** Applies the chosen theme to the page and to the browser's bars, whose colours the page has in a meta element for each theme. */
export function followTheme(root: HTMLElement) {
  const bars = [...root.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
  const colors = bars.map(({ media, content }) => ({ theme: media.includes('dark') ? 'dark' : 'light', content }));
  const apply = ({ theme }: Settings) => {
    if (root.hasAttribute('data-night')) return;
    if (theme === 'system') root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', theme);
    for (const [index, bar] of bars.entries()) {
      const color = theme === 'system' ? colors[index] : colors.find((one) => one.theme === theme);
      if (color) bar.content = color.content;
    }
  };
  apply(useSettings.getState());
  useSettings.subscribe(apply);
}

/** Must be called when the reader is there, which has its theme itself: the page, which had it before, gets the site's theme. */
export function endFirstNight(root: HTMLElement) {
  if (!root.hasAttribute('data-night')) return;
  root.removeAttribute('data-night');
  // Applies the theme again.
  useSettings.setState({});
}
