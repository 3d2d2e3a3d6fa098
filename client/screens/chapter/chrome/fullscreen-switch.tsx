import { useSyncExternalStore } from 'react';
import { listen } from '../../../../ui/listen.ts';
import { toast } from '../../../notices.ts';
import { SwitchRow } from './setting-rows.tsx';

function watch(onChange: () => void) {
  return listen(document, { fullscreenchange: onChange });
}

/** Toggles full screen; renders nothing if the browser does not support it. */
export function FullscreenSwitch() {
  const on = useSyncExternalStore(watch, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const change = () => (on ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return <SwitchRow label="全屏" on={on} onSwitch={() => void change().catch(() => toast('浏览器没有允许全屏'))} />;
}
