import type { ReadingPosition } from '../../../features/reading/progress/progress-outbox.ts';

/** Positions are stored for this tab only. The server stores the progress. */
const KEY = 'places';
const KEPT = 100;

type StoredPositions = Record<string, ReadingPosition>;

/** The key of a history entry and a chapter. In a new entry the same chapter begins at its progress. */
export function positionKey(entry: string, chapterId: number): string {
  return `${entry}:${chapterId}`;
}

export function recallPosition(storage: Pick<Storage, 'getItem'>, key: string): ReadingPosition | null {
  const place = readAll(storage)[key];
  return place && Number.isInteger(place.page) && place.page >= 0 && place.offset >= 0 && place.offset <= 1
    ? place
    : null;
}

export function storePosition(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  key: string,
  place: ReadingPosition,
): void {
  const { [key]: _old, ...others } = readAll(storage);
  const kept = [...Object.entries(others).slice(1 - KEPT), [key, place]];
  try {
    storage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage is full or unavailable, as in a private window: a reload loses the position.
  }
}

function readAll(storage: Pick<Storage, 'getItem'>): StoredPositions {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as StoredPositions) : {};
  } catch {
    return {};
  }
}
