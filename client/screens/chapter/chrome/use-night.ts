import { useSyncExternalStore } from 'react';
import { listen } from '../../../../ui/listen.ts';
import { setSettings, useSettings } from '../../../settings.ts';

const DARK = '(prefers-color-scheme: dark)';

function watchDevice(onChange: () => void) {
  return listen(matchMedia(DARK), { change: onChange });
}

/** Whether the theme is dark, by the reader's choice or the device's, and a function that switches it. */
export function useNight(): [night: boolean, toggle: () => void] {
  const theme = useSettings((settings) => settings.theme);
  const deviceIsDark = useSyncExternalStore(watchDevice, () => matchMedia(DARK).matches);
  const night = theme === 'system' ? deviceIsDark : theme === 'dark';
  return [night, () => setSettings({ theme: night ? 'light' : 'dark' })];
}
