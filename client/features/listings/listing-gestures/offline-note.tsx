import { useEffect, useState } from 'react';
import { listen } from '../../../../ui/listen.ts';
import { paths } from '../../../paths.ts';
import { useClientState } from '../../../state.ts';
import { readIndex } from '../../downloads/download-index.ts';
import { useDownloadsOffer } from '../../downloads/downloads-offer.ts';
import { ScreenLink } from '../../navigation/screen-link/screen-link.tsx';

/** A note above the bottom bar that there is no network. The content below it can be scrolled into view. */
export function OfflineNote() {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    update();
    return listen(window, { online: update, offline: update });
  }, []);
  const unreachable = useClientState(({ session }) => session === 'failed');
  const hasDownloads = readIndex() !== null;
  // The content of the screen has the same link when it could not be loaded.
  const isOffered = useDownloadsOffer((offers) => offers > 0);
  if (online && !(unreachable && hasDownloads)) return null;
  const text = online ? '连接不上' : '网络已断开';
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-[calc(env(safe-area-inset-bottom)+var(--tabs))] lg:bottom-0 z-10 bg-ink text-center text-xs text-page"
    >
      {hasDownloads && !isOffered ? (
        <ScreenLink to={paths.downloads} className="flex h-11 items-center justify-center underline underline-offset-2">
          {text}，看下载的漫画
        </ScreenLink>
      ) : (
        <p className="py-1">{text}</p>
      )}
    </div>
  );
}
