import { useEffect } from 'react';

/** Keeps the screen on while the page is visible, if the browser supports it. */
export function useAwake(on: boolean) {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return;
    let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    // The browser releases the lock whenever the page is hidden.
    const hold = () => {
      if (!document.hidden) lock = navigator.wakeLock.request('screen').catch(() => null);
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock.then((held) => held?.release());
    };
  }, [on]);
}
