import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { createPath, type Location, NavigationType, type Navigator, type Path, Router, type To } from 'react-router';

/** The part of `history.state` that the router writes: the state of a navigation, an id of the entry, and its number in the tab. */
type EntryState = { usr?: unknown; key?: string; idx?: number } | null;

type Current = { type: NavigationType; location: Location };

/**
 * Shows the address of the browser. Uses the public `Router`, because `BrowserRouter` brings all of react-router that is for the
 * DOM: 4 kB (brotli) before the first screen. The entries of the history have the same form as with `BrowserRouter`.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState(() => locationOf(NavigationType.Pop));
  const [navigator] = useState(() =>
    createNavigator((type) => {
      const next = locationOf(type);
      startTransition(() => setCurrent(next));
    }),
  );
  useLayoutEffect(() => {
    const onPop = () => {
      const next = locationOf(NavigationType.Pop);
      startTransition(() => setCurrent(next));
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  return (
    <Router location={current.location} navigationType={current.type} navigator={navigator}>
      {children}
    </Router>
  );
}

function locationOf(type: NavigationType): Current {
  const { pathname, search, hash } = window.location;
  const state: EntryState = history.state;
  return { type, location: { pathname, search, hash, state: state?.usr ?? null, key: state?.key ?? 'default' } };
}

function createNavigator(onChange: (type: NavigationType) => void): Navigator {
  return {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (delta) => history.go(delta),
    push(to, usr = null) {
      const url = urlOf(to);
      try {
        history.pushState({ usr, key: newKey(), idx: indexOfEntry() + 1 }, '', url);
      } catch (error) {
        if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
        // Safari allows 100 entries in 30 seconds.
        window.location.assign(url);
      }
      onChange(NavigationType.Push);
    },
    replace(to, usr = null) {
      history.replaceState({ usr, key: newKey(), idx: indexOfEntry() }, '', urlOf(to));
      onChange(NavigationType.Replace);
    },
  };
}

function indexOfEntry(): number {
  const state: EntryState = history.state;
  return state?.idx ?? 0;
}

function urlOf(to: To): string {
  return typeof to === 'string'
    ? to
    : createPath({ pathname: window.location.pathname, ...to } satisfies Partial<Path>);
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
