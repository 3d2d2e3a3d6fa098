import { useEffect } from 'react';

/**
 * The second half of a double click counts only where the first was. Otherwise it would close a dialog that the first has opened,
 * or confirm a preview that has just taken the place of its button.
 */
export function useSafeDoubleClicks(): void {
  useEffect(() => {
    let first: { control: Element | null; text: string | null } = { control: null, text: null };
    const onClick = (event: MouseEvent) => {
      const control = event.target instanceof Element ? event.target.closest('button, a, dialog') : null;
      const isElsewhere = control !== first.control || control?.textContent !== first.text;
      if (event.detail > 1 && control !== null && isElsewhere) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else first = { control, text: control?.textContent ?? null };
    };
    addEventListener('click', onClick, { capture: true });
    return () => removeEventListener('click', onClick, { capture: true });
  }, []);
}
