import { trailBefore } from '../../../features/navigation/way-back/visits.ts';

/** The history when the reader left for the channel's page, to find the way back to the screen they came from. */
export type Departure = {
  orderId: string;
  /** How many entries the history had, the order's own being the last. */
  length: number;
  /** The order's own entry, as the router calls it. */
  entry: string;
  /** How many entries before it the screen is to which the reader returns; null if it is not in the history. */
  steps: number | null;
};

const STORED = 'departure';
/** The most entries that a browser keeps. At this number it no longer grows. */
const MOST_ENTRIES = 50;

/** Called on the order's own entry, which is the newest of the history. */
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
    sessionStorage.setItem(STORED, JSON.stringify(departure));
  } catch {
    // Then that screen is opened again instead.
  }
}

/** The departure for an order, if it was from this tab. */
export function departureFor(orderId: string): Departure | null {
  try {
    // Only this app writes it, so it is not checked.
    const departure = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Departure | null;
    return departure?.orderId === orderId ? departure : null;
  } catch {
    return null;
  }
}

export function forgetDeparture() {
  sessionStorage.removeItem(STORED);
}

/**
 * How far the history must go back to that screen, past the pages of the channel, so that the reader's own Back does not lead to
 * a cashier; null if it is unknown.
 */
export function stepsBack(departure: Departure | null, now: { length: number; entry: string }): number | null {
  if (!departure || departure.steps === null || now.length >= MOST_ENTRIES) return null;
  if (now.entry === departure.entry) return -departure.steps;
  const passed = now.length - departure.length;
  return passed > 0 ? -(passed + departure.steps) : null;
}

/** The name that the router gave the present entry. */
export function entryKey(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : '';
}
