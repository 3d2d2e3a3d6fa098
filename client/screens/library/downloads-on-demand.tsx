import { onDemand } from '../../../ui/on-demand.tsx';

// Most readers have no downloads.
export const DownloadsList = onDemand(() =>
  import('../../features/downloads/list/downloads-list.tsx').then((m) => m.DownloadsList),
);
