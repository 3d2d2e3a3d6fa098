import { useEffect } from 'react';
import type { Viewer } from '../modes/viewer.ts';
import { keyStep } from './key-step.ts';

type KeysParts = {
  viewer: Viewer;
  /** One reads on towards the left. */
  left: boolean;
  onMenu: () => void;
};

/** The keyboard: reading on and back, and the bars. */
export function useKeys({ viewer, left, onMenu }: KeysParts) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
      if (event.key === 'Escape') return onMenu();
      const step = keyStep(event.key, event.shiftKey, left);
      if (step === null) return;
      event.preventDefault();
      viewer.step(step);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [viewer, left, onMenu]);
}

/** Whether the key is for a control or for a dialog above the reader. */
function isElsewhere({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('dialog, input, textarea, select')) return true;
  return key === ' ' && target.closest('a, button') !== null;
}
