import { type ReactNode, useEffect, useReducer, useRef } from 'react';

/** Pages that change faster are being scrolled past. */
const REST_MS = 500;

/** The bars. While they are hidden they render only when the pages are at rest, so that a screen reader reads the right page. */
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
