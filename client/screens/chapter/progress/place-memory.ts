import type { Place } from '../strip/strip-axis.ts';

/** Places are kept for the tab alone; what outlives it is the reader's progress on the server. */
const KEY = 'places';
const KEPT = 100;

type Kept = Record<string, Place>;

/** A history entry and a chapter: the same chapter opened afresh begins where its progress says. */
export function placeKey(entry: string, chapterId: number): string {
  return `${entry}:${chapterId}`;
}

export function recallPlace(storage: Pick<Storage, 'getItem'>, key: string): Place | null {
  const place = readAll(storage)[key];
  return place && Number.isInteger(place.page) && place.page >= 0 && place.offset >= 0 && place.offset <= 1
    ? place
    : null;
}

export function keepPlace(storage: Pick<Storage, 'getItem' | 'setItem'>, key: string, place: Place): void {
  const { [key]: _old, ...others } = readAll(storage);
  const kept = [...Object.entries(others).slice(1 - KEPT), [key, place]];
  try {
    storage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A private window without room: the place is lost at reload, reading goes on.
  }
}

function readAll(storage: Pick<Storage, 'getItem'>): Kept {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}
