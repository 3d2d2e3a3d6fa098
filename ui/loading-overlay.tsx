import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { overlayHost } from './overlay-host.ts';

const SHOWN_AFTER_MS = 300;

/** The loading sign. It is not shown for short waits or over skeletons, and taps pass through it. */
export function LoadingOverlay({ loading }: { loading: boolean }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!loading) return setShown(false);
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [loading]);
  if (!loading || !shown) return null;
  return createPortal(
    <div
      role="status"
      aria-label="加载中"
      data-loading
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center"
    >
      <span className="grid size-14 place-items-center rounded-2xl bg-raised/90 shadow-lg ring-1 ring-line">
        <span className="size-6 animate-spin rounded-full border-2 border-line border-t-accent" />
      </span>
    </div>,
    overlayHost,
  );
}
