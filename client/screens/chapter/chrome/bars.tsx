import { type ReactNode, useEffect, useReducer, useRef } from 'react';

/** Pages that follow one another sooner are scrolled by. */
const REST_MS = 500;

/**
 * The bars. Hidden ones do not render for each page that is scrolled by: what they say is right again once the pages are
 * at rest, for who reads it aloud.
 */
export function Bars({ shown, children }: { shown: boolean; children: ReactNode }) {
  const kept = useRef({ shown: true, children });
  const [, render] = useReducer((count: number) => count + 1, 0);
  if (shown || kept.current.shown) kept.current = { shown, children };
  useEffect(() => {
    if (shown || kept.current.children === children) return;
    const timer = setTimeout(() => {
      kept.current = { shown, children };
      render();
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [shown, children]);
  return kept.current.children;
}
