import { useEffect, useRef } from 'react';
import { listen } from '../../../../ui/listen.ts';
import type { Viewer } from '../modes/viewer.ts';
import { type KeyCommand, keyCommand, keyStep } from './key-step.ts';

type KeysParts = {
  viewer: Viewer;
  /** The reading direction is to the left. */
  left: boolean;
  commands: Record<KeyCommand, () => void>;
};

/** Input of the keyboard: moving, other chapters, the menu, full screen and help. */
export function useKeys({ viewer, left, commands }: KeysParts) {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
      const command = keyCommand(event.key);
      if (command) return latest.current[command]();
      const step = keyStep(event.key, event.shiftKey, left);
      if (step === null) return;
      event.preventDefault();
      viewer.step(step);
    };
    return listen(window, { keydown: onKey });
  }, [viewer, left]);
}

/** Whether the key is for a control or for a dialog above the reader. */
function isElsewhere({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('dialog, input, textarea, select')) return true;
  return key === ' ' && target.closest('a, button') !== null;
}
