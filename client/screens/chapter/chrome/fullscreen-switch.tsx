import { useSyncExternalStore } from 'react';
import { listen } from '../../../../ui/listen.ts';
import { SwitchRow } from '../../../../ui/switch-row.tsx';
import { toast } from '../../../notices.ts';

function watch(onChange: () => void) {
  return listen(document, { fullscreenchange: onChange });
}

/** Toggles full screen; renders nothing if the browser does not support it. */
export function FullscreenSwitch() {
  const on = useSyncExternalStore(watch, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const change = () => (on ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    <SwitchRow on={on} onSwitch={() => void change().catch(() => toast('浏览器没有允许全屏'))}>
      全屏
    </SwitchRow>
  );
}
