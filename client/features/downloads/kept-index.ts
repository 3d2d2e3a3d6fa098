import type { ComicDetail } from '#contract/shapes';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { readStored, writeStored } from '../../runtime/storage/stored-json.ts';
import { useClientState } from '../../state.ts';
import type { ReadingPosition } from '../reading/progress/progress-outbox.ts';

/** An index of the database that can be read without opening it. It is removed with the session. */
export const INDEX_KEY = 'downloads';

type KeptChapter = Pick<ComicDetail, 'ageRating'> & {
  until: string | null;
  /** The reader's last position; the downloaded answer has an older one. */
  place: ReadingPosition | null;
};
export type KeptIndex = {
  readerId: number;
  bytes: number;
  /** Those that are complete, by their ids. */
  chapters: Record<string, KeptChapter>;
};

export function readIndex(): KeptIndex | null {
  return readStored<KeptIndex>(localStorage, INDEX_KEY, { chapters: {} });
}

export function writeIndex(index: KeptIndex | null) {
  if (index) writeStored(localStorage, INDEX_KEY, index);
  else localStorage.removeItem(INDEX_KEY);
}

/** Whether this reader may read the downloaded chapter. */
export function isKept(chapterId: number): boolean {
  return keptBy(readIndex(), chapterId);
}

function keptBy(index: KeptIndex | null, chapterId: number): boolean {
  const { userInfo } = useClientState.getState();
  const kept = index?.chapters[chapterId];
  if (!kept || index.readerId !== userInfo?.id) return false;
  if (userInfo.teen && kept.ageRating !== 'all' && kept.ageRating !== '12') return false;
  return kept.until === null || Date.parse(kept.until) > serverNow();
}

/** Stores the position at which a downloaded chapter opens; null = at its top. */
export function keepPlace(chapterId: number, place: ReadingPosition | null) {
  const index = readIndex();
  const kept = index?.chapters[chapterId];
  if (!index || !kept || !keptBy(index, chapterId)) return;
  kept.place = { page: place?.page ?? 0, offset: place?.offset ?? 0 };
  writeIndex(index);
}

/** The position at which a downloaded chapter opens; null if it was not opened since the download. */
export function keptPlace(chapterId: number): ReadingPosition | null {
  return readIndex()?.chapters[chapterId]?.place ?? null;
}
