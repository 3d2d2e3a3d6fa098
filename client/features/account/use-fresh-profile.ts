import { useEffect, useState } from 'react';
import { session } from '../../runtime/browser.ts';
import { useClientState } from '../../state.ts';

/** While a screen that shows the profile stays open, changes made elsewhere appear after at most this time. */
const EVERY_MS = 60_000;

/** Keeps the profile and its unread counts up to date: refetched at once and each minute. */
export function useFreshProfile() {
  // The start of the app has just fetched it.
  const [ready] = useState(() => useClientState.getState().session === 'ready');
  useEffect(() => {
    if (ready) void session.refetchProfile();
    const timer = setInterval(() => {
      if (!document.hidden && useClientState.getState().session === 'ready') void session.refetchProfile();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [ready]);
}
