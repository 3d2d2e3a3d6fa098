import { buttonClass } from '../../ui/button.tsx';
import { readIndex } from '../features/downloads/download-index.ts';
import { useOffersDownloads } from '../features/downloads/downloads-offer.ts';
import { ScreenLink } from '../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../paths.ts';
import { useClientState } from '../state.ts';

/** The way to the downloads while the network is gone, or while the server does not answer and there are downloads. */
export function DownloadsLink() {
  const unreachable = useClientState(({ session }) => session === 'failed');
  return navigator.onLine && !(unreachable && readIndex() !== null) ? null : <Offer />;
}

function Offer() {
  useOffersDownloads(true);
  return (
    <ScreenLink to={paths.downloads} className={buttonClass('tinted')}>
      看下载的漫画
    </ScreenLink>
  );
}
