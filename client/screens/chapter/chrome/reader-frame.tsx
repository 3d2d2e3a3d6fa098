import { type ReactNode, useLayoutEffect } from 'react';

/** The reader fills the window and scrolls inside; the page around it does not scroll. */
export function ReaderFrame({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const before = style.overflowY;
    style.overflowY = 'hidden';
    return () => {
      style.overflowY = before;
    };
  }, []);
  return <main className="fixed inset-0 z-20 overflow-clip bg-page">{children}</main>;
}
