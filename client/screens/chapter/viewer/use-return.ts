import { useEffect } from 'react';
import { listen } from '../../../../ui/listen.ts';

/** Calls back whenever the reader returns to the page: from another app, or by the browser's Back. */
export function useReturn(onReturn: () => void) {
  useEffect(() => {
    const onVisible = () => {
      if (!document.hidden) onReturn();
    };
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn();
    };
    const stops = [listen(document, { visibilitychange: onVisible }), listen(window, { pageshow: onShow })];
    return () => {
      for (const stop of stops) stop();
    };
  }, [onReturn]);
}
