import { useMemo, useSyncExternalStore } from 'react';
import { deviceStorage } from '../../runtime/storage/safe-storage.ts';
import { type DownloadIndex, INDEX_KEY, mayRead, readIndex, watchIndex } from './download-index.ts';

/** The downloaded chapters that this reader may read. The server renders none. */
export function useDownloadedChapters(): ReadonlySet<number> {
  return useIndex(chaptersIn);
}

/** The comics with such chapters. */
export function useDownloadedComics(): ReadonlySet<number> {
  return useIndex(comicsIn);
}

function useIndex(view: (index: DownloadIndex | null) => number[]): ReadonlySet<number> {
  const stored = useSyncExternalStore(
    watchIndex,
    () => deviceStorage.getItem(INDEX_KEY),
    () => null,
  );
  return useMemo(() => new Set(view(stored === null ? null : readIndex())), [stored, view]);
}

function chaptersIn(index: DownloadIndex | null): number[] {
  const ids = Object.keys(index?.chapters ?? {}).map(Number);
  return ids.filter((id) => mayRead(index, id));
}

function comicsIn(index: DownloadIndex | null): number[] {
  return chaptersIn(index).flatMap((id) => index?.chapters[id]?.comicId ?? []);
}

/** Whether this device has downloads, finished or not. The server renders none. */
export function useHasDownloads(): boolean {
  return useSyncExternalStore(
    watchIndex,
    () => deviceStorage.getItem(INDEX_KEY) !== null,
    () => false,
  );
}
