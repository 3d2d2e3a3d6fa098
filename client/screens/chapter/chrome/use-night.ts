import { useSyncExternalStore } from 'react';
import { listen } from '../../../../ui/listen.ts';
import { useSettings } from '../../../settings.ts';
import { setReaderSettings, useNightSetting } from '../settings/reader-settings.ts';

const DARK = '(prefers-color-scheme: dark)';

function watchDevice(onChange: () => void) {
  return listen(matchMedia(DARK), { change: onChange });
}

/** Whether the reader is dark, by its own switch or like the site, and a function that switches the reader alone. */
export function useNight(): [night: boolean, toggle: () => void] {
  const theme = useSettings((settings) => settings.theme);
  const deviceIsDark = useSyncExternalStore(watchDevice, () => matchMedia(DARK).matches);
  const siteIsDark = theme === 'system' ? deviceIsDark : theme === 'dark';
  const chosen = useNightSetting();
  const night = chosen === 'auto' ? siteIsDark : chosen === 'on';
  const next = night ? 'off' : 'on';
  return [night, () => setReaderSettings({ night: night === siteIsDark ? next : 'auto' }, null)];
}
