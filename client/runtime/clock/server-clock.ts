/** What is known of how far the server's clock is ahead of this device's, in milliseconds. */
let ahead = { atLeast: Number.NEGATIVE_INFINITY, atMost: Number.POSITIVE_INFINITY };

/**
 * Learns from one answer: `date` is its header, in whole seconds, and the answer was made between `sentMs` and
 * `receivedMs` of this device. What several answers say is put together, so the estimate gets finer than a second.
 */
export function learnServerTime(date: string | null, sentMs: number, receivedMs: number) {
  const saidMs = Date.parse(date ?? '');
  if (Number.isNaN(saidMs)) return;
  const told = { atLeast: saidMs - receivedMs, atMost: saidMs + 1000 - sentMs };
  const both = {
    atLeast: Math.max(ahead.atLeast, told.atLeast),
    atMost: Math.min(ahead.atMost, told.atMost),
  };
  // Answers that contradict each other tell of a clock that was set: the newest is right.
  ahead = both.atLeast <= both.atMost ? both : told;
}

/** The server's time by all that is known; this device's own before the first answer. */
export function serverNow(): number {
  const { atLeast, atMost } = ahead;
  return Date.now() + (Number.isFinite(atLeast) ? Math.round((atLeast + atMost) / 2) : 0);
}

let noteExpires = (_url: string, _expires: string): unknown => undefined;

/** Hands over who is told when an answer turns wrong by itself: the address of its call, and its header. */
export function onExpires(note: typeof noteExpires) {
  noteExpires = note;
}

/** `fetch` that learns the server's time from each answer, and when the answer turns wrong by itself. */
export async function timedFetch(url: string, init: RequestInit): Promise<Response> {
  const sentMs = Date.now();
  const response = await fetch(url, init);
  learnServerTime(response.headers.get('date'), sentMs, Date.now());
  const expires = response.headers.get('expires');
  if (expires) noteExpires(url, expires);
  return response;
}
