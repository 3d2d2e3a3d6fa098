import { useEffect } from 'react';

/** A browser takes the focus from a button that is disabled while its call runs. Gives it back when the button is enabled again. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver((changes) => {
      const isLost = document.activeElement === document.body;
      for (const { target } of changes)
        if (isLost && target === last && target instanceof HTMLButtonElement && !target.disabled)
          target.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', onFocus);
    observer.observe(document, { subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}
