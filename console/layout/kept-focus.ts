import { useEffect } from 'react';

/**
 * Keeps the place of a person who works with the keyboard. A browser takes the focus from a button that is disabled while its
 * call runs; it gets it back when it is enabled again. If the button is gone, the part of the page that it was in gets it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The element with the focus, and those around it, outwards. */
    let path: EventTarget[] = [];
    const onFocus = (event: FocusEvent) => {
      path = event.composedPath();
    };
    const observer = new MutationObserver((changes) => {
      if (document.activeElement !== document.body) return;
      const [last] = path;
      if (last instanceof HTMLElement && !last.isConnected)
        focusOn(path.find(isInPage) ?? document.querySelector('main'));
      else if (changes.some(({ target }) => target === last) && last instanceof HTMLButtonElement && !last.disabled)
        last.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', onFocus);
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}

function isInPage(target: EventTarget): target is HTMLElement {
  return target instanceof HTMLElement && target.isConnected && target.closest('main, dialog') !== null;
}

/** Focuses a part of the page. It is not marked, because it can't be used. */
function focusOn(part: EventTarget | null): void {
  if (!(part instanceof HTMLElement)) return;
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.style.outline = 'none';
  part.focus({ preventScroll: true });
}
