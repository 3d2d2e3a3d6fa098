import type { ComicDetail } from '#contract/shapes';
import { listen } from '../../../ui/listen.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { deviceStorage } from '../../runtime/storage/safe-storage.ts';
import { readStored, writeStored } from '../../runtime/storage/stored-json.ts';
import { useClientState } from '../../state.ts';
import type { ReadingPosition } from '../reading/progress/progress-outbox.ts';

/** An index of the database that can be read without opening it. It is removed with the session. */
export const INDEX_KEY = 'downloads';

type DownloadedChapter = Pick<ComicDetail, 'ageRating'> & {
  /** Missing if an earlier version stored it. */
  comicId?: number;
  until: string | null;
  /** The reader's last position; the downloaded answer has an older one. */
  place: ReadingPosition | null;
};
export type DownloadIndex = {
  readerId: number;
  bytes: number;
  /** The complete downloads, by their ids. */
  chapters: Record<string, DownloadedChapter>;
};

export function readIndex(): DownloadIndex | null {
  return readStored<DownloadIndex>(deviceStorage, INDEX_KEY, { chapters: {} });
}

export function writeIndex(index: DownloadIndex | null) {
  if (index) writeStored(deviceStorage, INDEX_KEY, index);
  else deviceStorage.removeItem(INDEX_KEY);
  for (const onChange of watchers) onChange();
}

const watchers = new Set<() => void>();

/** Calls back when this or another tab has changed the index. Returns the function that ends it. */
export function watchIndex(onChange: () => void): () => void {
  watchers.add(onChange);
  const end = listen(window, { storage: onChange });
  return () => {
    watchers.delete(onChange);
    end();
  };
}

/** Whether this reader may read the downloaded chapter. */
export function isDownloaded(chapterId: number): boolean {
  return mayRead(readIndex(), chapterId);
}

export function mayRead(index: DownloadIndex | null, chapterId: number): boolean {
  const { userInfo } = useClientState.getState();
  const chapter = index?.chapters[chapterId];
  if (!chapter || index.readerId !== userInfo?.id) return false;
  if (userInfo.teen && chapter.ageRating !== 'all' && chapter.ageRating !== '12') return false;
  return chapter.until === null || Date.parse(chapter.until) > serverNow();
}

/** Stores the position at which a downloaded chapter opens; null = at its top. */
export function storeDownloadedPosition(chapterId: number, place: ReadingPosition | null) {
  const index = readIndex();
  const chapter = index?.chapters[chapterId];
  if (!index || !chapter || !mayRead(index, chapterId)) return;
  chapter.place = { page: place?.page ?? 0, offset: place?.offset ?? 0 };
  writeIndex(index);
}

/** These downloaded chapters open at their top. */
export function forgetDownloadedPositions(
  isForgotten: (chapter: { id: number; comicId: number | undefined }) => boolean,
) {
  const index = readIndex();
  if (!index) return;
  for (const [id, chapter] of Object.entries(index.chapters))
    if (isForgotten({ id: Number(id), comicId: chapter.comicId })) chapter.place = { page: 0, offset: 0 };
  writeIndex(index);
}

/** The position at which a downloaded chapter opens; null if it was not opened since the download. */
export function downloadedPosition(chapterId: number): ReadingPosition | null {
  return readIndex()?.chapters[chapterId]?.place ?? null;
}
