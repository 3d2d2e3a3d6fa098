import { useEffect, useState } from 'react';
import { session } from '../../runtime/browser.ts';
import { useClientState } from '../../state.ts';

/** As long as a screen that shows it stays open, what other devices, publishing and the operator change comes this late. */
const EVERY_MS = 60_000;

/** Keeps the profile, with its unread counts, as the server has it: asked for at once and each minute. */
export function useFreshProfile() {
  // The start of the app has just asked.
  const [ready] = useState(() => useClientState.getState().session === 'ready');
  useEffect(() => {
    if (ready) void session.refresh();
    const timer = setInterval(() => {
      if (!document.hidden && useClientState.getState().session === 'ready') void session.refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [ready]);
}
