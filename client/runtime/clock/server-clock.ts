/** The bounds of how far the server's clock is ahead of this device's, in milliseconds. */
let ahead = { atLeast: Number.NEGATIVE_INFINITY, atMost: Number.POSITIVE_INFINITY };

/**
 * Updates the clock from one answer: `date` is its header, in whole seconds, and the answer was made between `sentMs` and
 * `receivedMs` of this device. The bounds of several answers are intersected, so the estimate gets finer than a second.
 */
export function learnServerTime(date: string | null, sentMs: number, receivedMs: number) {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) return;
  const estimate = { atLeast: serverMs - receivedMs, atMost: serverMs + 1000 - sentMs };
  const combined = {
    atLeast: Math.max(ahead.atLeast, estimate.atLeast),
    atMost: Math.min(ahead.atMost, estimate.atMost),
  };
  // Answers that contradict each other mean that a clock was set: the newest is right.
  ahead = combined.atLeast <= combined.atMost ? combined : estimate;
}

/** The estimated time of the server; this device's own before the first answer. */
export function serverNow(): number {
  const { atLeast, atMost } = ahead;
  return Date.now() + (Number.isFinite(atLeast) ? Math.round((atLeast + atMost) / 2) : 0);
}

let heldNow: number | null = null;

/**
 * The server writes texts such as 3小时前 into the page. The first render of the client must write the same ones, so its clock
 * stands still until then.
 */
export function holdRenderClock(now: number) {
  heldNow = now;
}

/** Returns how far the held time was off. */
export function releaseRenderClock(): number {
  const offMs = heldNow === null ? 0 : Math.abs(serverNow() - heldNow);
  heldNow = null;
  return offMs;
}

/** The time by which screens are rendered. Effects and timers use `serverNow`. */
export function renderNow(): number {
  return heldNow ?? serverNow();
}

let notifyExpires = (_url: string, _expires: string): unknown => undefined;

/** Sets the listener for answers that expire: it gets the address of the call and the `Expires` header. */
export function setExpiresListener(note: typeof notifyExpires) {
  notifyExpires = note;
}

let leavesFor = (_build: string): boolean => false;

/** Sets the listener for the build that a server names. It returns whether the page is being replaced by that build. */
export function setBuildListener(listen: typeof leavesFor) {
  leavesFor = listen;
}

/** `fetch` that reads the server's time and build from each answer, and reports when the answer expires. */
export async function timedFetch(url: string, init: RequestInit): Promise<Response> {
  const sentMs = Date.now();
  const response = await fetch(url, init);
  const build = response.headers.get('x-build');
  // Nothing is done any more with an answer for another page than this one.
  if (build && leavesFor(build)) return new Promise(() => {});
  learnServerTime(response.headers.get('date'), sentMs, Date.now());
  const expires = response.headers.get('expires');
  if (expires) notifyExpires(url, expires);
  return response;
}
