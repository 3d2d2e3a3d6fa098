import { useEffect, useState } from 'react';

/** Says over the bar at the bottom that there is no network: nothing stands there that scrolling can't bring up. */
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
      className="fixed inset-x-0 bottom-[calc(env(safe-area-inset-bottom)+56px)] z-10 bg-ink py-1 text-center text-xs text-page"
    >
      网络已断开
    </p>
  );
}
