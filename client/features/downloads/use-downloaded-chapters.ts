import { useMemo, useSyncExternalStore } from 'react';
import { deviceStorage } from '../../runtime/storage/safe-storage.ts';
import { INDEX_KEY, mayRead, readIndex, watchIndex } from './download-index.ts';

/** The downloaded chapters that this reader may read. The server renders none. */
export function useDownloadedChapters(): ReadonlySet<number> {
  const stored = useSyncExternalStore(
    watchIndex,
    () => deviceStorage.getItem(INDEX_KEY),
    () => null,
  );
  return useMemo(() => {
    const index = stored === null ? null : readIndex();
    const ids = Object.keys(index?.chapters ?? {}).map(Number);
    return new Set(ids.filter((id) => mayRead(index, id)));
  }, [stored]);
}

/** Whether this device has downloads, finished or not. The server renders none. */
export function useHasDownloads(): boolean {
  return useSyncExternalStore(
    watchIndex,
    () => deviceStorage.getItem(INDEX_KEY) !== null,
    () => false,
  );
}
