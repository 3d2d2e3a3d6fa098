/** The longest time that a reader waits. Channels usually answer in much less than a second. */
const LONGEST_MS = 8_000;

/** A channel has not answered in time. */
export class ChannelTimeout extends Error {}

/** Ends a call of a channel after a time, even if the call ignores its signal. */
export async function withinTime<T>(call: (signal: AbortSignal) => Promise<T>, longestMs = LONGEST_MS): Promise<T> {
  const stop = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new ChannelTimeout(`the channel did not answer within ${longestMs} ms`);
    stop.abort(error);
    late.reject(error);
  }, longestMs);
  try {
    return await Promise.race([call(stop.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
