import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { useClientState } from '../../state.ts';
import { readIndex } from '../downloads/kept-index.ts';
import { ScreenLink } from '../screen-link/screen-link.tsx';

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
  const unreachable = useClientState(({ session }) => session === 'failed');
  const hasDownloads = readIndex() !== null;
  if (online && !(unreachable && hasDownloads)) return null;
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-[calc(env(safe-area-inset-bottom)+56px)] z-10 bg-ink py-1 text-center text-xs text-page"
    >
      {online ? '连接不上' : '网络已断开'}
      {hasDownloads && (
        <>
          {' · '}
          <ScreenLink to={paths.downloads} className="underline underline-offset-2">
            看下载的漫画
          </ScreenLink>
        </>
      )}
    </p>
  );
}
