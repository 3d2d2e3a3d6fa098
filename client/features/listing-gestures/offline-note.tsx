import { useEffect, useState } from 'react';

/** A note above the bottom bar that there is no network; whatever it covers can be scrolled into view. */
export function OfflineNote() {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    update();
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  if (online) return null;
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-[calc(env(safe-area-inset-bottom)+var(--places))] lg:bottom-0 z-10 bg-ink py-1 text-center text-xs text-page"
    >
      网络已断开
    </p>
  );
}
