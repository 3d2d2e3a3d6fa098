import type { InputOf } from '#contract/call';
import type { progress } from '#contract/calls/library';

type Payload = InputOf<typeof progress>;
/** A page by its index, and the part of it before the viewport's edge (0..1). */
export type ReadingPosition = Pick<Payload, 'page' | 'offset'>;
/** `atEnd`: the end of the chapter is in view, so that it opens at its top the next time. */
export type NotedPosition = ReadingPosition & { atEnd?: boolean };
/** A position to be sent: the newest one in a chapter, with its time by this device's clock. `finished` stays true. */
type PendingPosition = NotedPosition & { finished: boolean; at: number; readerId: number };

export type OutboxParts = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  now(): number;
  readerId(): number | null;
  /** Sends a position; resolves to whether the server has answered, a refusal included. */
  send(payload: Payload, keepalive: boolean): Promise<boolean>;
};

export type ProgressOutbox = {
  note(chapterId: number, place: NotedPosition, finished: boolean): void;
  /**
   * The position in a chapter that the server has not acknowledged; null if there is none. Its `place` is the position at which
   * the chapter opens: null = at its top, because it was read to its end.
   */
  pendingIn(chapterId: number): { place: ReadingPosition | null } | null;
  /** Sends the pending positions; resolves to whether any was sent. With `keepalive` the request outlives the page. */
  flush(keepalive?: boolean): Promise<boolean>;
  /** Drops everything pending, in memory and on the device. */
  forget(): void;
};

export const OUTBOX_KEY = 'progress';
/** The most chapters whose positions are stored while there is no network. */
const KEPT = 200;

/**
 * Reading positions to be sent to the server. They are stored on the device until it has answered, so that neither a lost network
 * nor a closed page loses one. Only the newest position of each chapter counts.
 */
export function createProgressOutbox({ storage, now, readerId, send }: OutboxParts): ProgressOutbox {
  const pending = new Map<number, PendingPosition>(readAll(storage));
  const underWay = new Map<number, PendingPosition>();

  /** Changes the stored positions, which other tabs of this reader change too. */
  function store(change: (kept: Map<number, PendingPosition>) => void) {
    const kept = new Map(readAll(storage));
    change(kept);
    try {
      if (kept.size === 0) storage.removeItem(OUTBOX_KEY);
      else storage.setItem(OUTBOX_KEY, JSON.stringify([...kept].slice(-KEPT)));
    } catch {
      // No space on the device: pending positions are lost with the page.
    }
  }

  async function sendOne(chapterId: number, entry: PendingPosition, keepalive: boolean): Promise<boolean> {
    const { page, offset, finished, atEnd, at } = entry;
    underWay.set(chapterId, entry);
    const ageMs = Math.max(0, now() - at);
    const isAnswered = await send({ chapterId, page, offset, ageMs, ...(finished && { finished, atEnd }) }, keepalive);
    if (underWay.get(chapterId) === entry) underWay.delete(chapterId);
    // A newer position was noted during the request and is still pending.
    if (isAnswered && pending.get(chapterId) === entry) pending.delete(chapterId);
    return isAnswered;
  }

  return {
    note(chapterId, { page, offset, atEnd = false }, finished) {
      const reader = readerId();
      if (reader === null) return;
      const before = pending.get(chapterId);
      const same = before?.readerId === reader ? before : undefined;
      const entry = {
        page,
        offset,
        atEnd,
        finished: finished || (same?.finished ?? false),
        at: now(),
        readerId: reader,
      };
      pending.delete(chapterId);
      pending.set(chapterId, entry);
      store((kept) => {
        kept.delete(chapterId);
        kept.set(chapterId, entry);
      });
    },
    pendingIn(chapterId) {
      const entry = pending.get(chapterId);
      if (!entry || entry.readerId !== readerId()) return null;
      // An earlier version stored no such field.
      const { page, offset, finished, atEnd = finished } = entry;
      return { place: atEnd ? null : { page, offset } };
    },
    async flush(keepalive = false) {
      const reader = readerId();
      if (reader === null) return false;
      const before = [...pending];
      for (const [chapterId, entry] of pending) if (entry.readerId !== reader) pending.delete(chapterId);
      const due = [...pending].filter(([chapterId, entry]) => underWay.get(chapterId) !== entry);
      const answered = await Promise.all(due.map(([chapterId, entry]) => sendOne(chapterId, entry, keepalive)));
      const gone = before.filter(([chapterId, entry]) => pending.get(chapterId) !== entry);
      // Newer positions of another tab stay.
      store((kept) => {
        for (const [chapterId, { at }] of gone) if (kept.get(chapterId)?.at === at) kept.delete(chapterId);
      });
      return answered.includes(true);
    },
    forget() {
      pending.clear();
      store((kept) => kept.clear());
    },
  };
}

function readAll(storage: OutboxParts['storage']): [number, PendingPosition][] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(OUTBOX_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [number, PendingPosition] {
  if (!Array.isArray(entry)) return false;
  const [chapterId, place] = entry;
  return (
    Number.isSafeInteger(chapterId) &&
    typeof place === 'object' &&
    place !== null &&
    ['page', 'offset', 'at', 'readerId'].every((key) => Number.isFinite(place[key]))
  );
}
