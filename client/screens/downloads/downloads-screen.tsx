import { DownloadsList } from '../../features/downloads/list/downloads-list.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';

/** The downloads, which the app links to when there is no network. The library shows the same list. */
export function DownloadsScreen() {
  return (
    <TitledScreen title="下载">
      <DownloadsList />
    </TitledScreen>
  );
}
