import { useEffect } from 'react';

/** Calls back whenever the reader returns to the page: from another app, or by the browser's Back. */
export function useReturn(onReturn: () => void) {
  useEffect(() => {
    const onVisible = () => {
      if (!document.hidden) onReturn();
    };
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('pageshow', onShow);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pageshow', onShow);
    };
  }, [onReturn]);
}
