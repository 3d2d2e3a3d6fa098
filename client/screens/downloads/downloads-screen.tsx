import { DownloadsList } from '../../features/downloads/list/downloads-list.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';

/** The downloads, to which the app leads without a network. With one, the library shows them too. */
export function DownloadsScreen() {
  return (
    <TitledScreen title="下载">
      <DownloadsList />
    </TitledScreen>
  );
}
