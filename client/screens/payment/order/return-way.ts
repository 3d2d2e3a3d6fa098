import { trailBefore } from '../../../features/navigation/way-back/visits.ts';
import { tabStorage } from '../../../runtime/storage/safe-storage.ts';

/** The browser's history at the moment when the reader left for the channel's page. It is used to return to the screen before. */
export type Departure = {
  orderId: string;
  /** The number of entries in the history. The last one is that of the order. */
  length: number;
  /** The router's key of the order's entry. */
  entry: string;
  /** The number of steps back from the order's entry to the screen to which the reader returns; null if it is not in the history. */
  steps: number | null;
};

const STORED = 'departure';
/** The maximum length of a browser's history. At this length a new entry does not change it. */
const MOST_ENTRIES = 50;

/** Must be called on the order's entry while it is the last one of the history. */
export function noteDeparture(orderId: string, back: string) {
  const before = trailBefore();
  const place = before.findLastIndex((visited) => visited?.fullPath === back);
  const departure: Departure = {
    orderId,
    length: history.length,
    entry: entryKey(),
    steps: place < 0 ? null : before.length - place,
  };
  try {
    tabStorage.setItem(STORED, JSON.stringify(departure));
  } catch {
    // Without it, that screen is opened again.
  }
}

/** The departure for an order, if it was from this tab. */
export function departureFor(orderId: string): Departure | null {
  try {
    // Only this app writes it, so it is not checked.
    const departure = JSON.parse(tabStorage.getItem(STORED) ?? 'null') as Departure | null;
    return departure?.orderId === orderId ? departure : null;
  } catch {
    return null;
  }
}

export function forgetDeparture() {
  tabStorage.removeItem(STORED);
}

/**
 * The number of steps back to that screen, past the pages of the channel, so that the browser's Back does not lead to a cashier;
 * null if it is unknown.
 */
export function stepsBack(departure: Departure | null, now: { length: number; entry: string }): number | null {
  if (!departure || departure.steps === null || now.length >= MOST_ENTRIES) return null;
  if (now.entry === departure.entry) return -departure.steps;
  const passed = now.length - departure.length;
  return passed > 0 ? -(passed + departure.steps) : null;
}

/** The router's key of the current entry. */
export function entryKey(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : '';
}
