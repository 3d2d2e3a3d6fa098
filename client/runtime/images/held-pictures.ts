import { useClientState } from '../../state.ts';

/**
 * Enough for the first screen of the chapter that is likely to be opened next, and the last screen of the chapter that was left.
 */
const MOST = 4;

/** By address. While an element with the same data URI is held, the browser need not decode it again. */
const held = new Map<string, { source: string; image: HTMLImageElement }>();

/** Holds a picture that will probably be shown soon, and drops the oldest one. */
export function holdPicture(url: string, source: string): void {
  const image = held.get(url)?.image ?? new Image();
  held.delete(url);
  image.src = source;
  image.decode().catch(() => undefined);
  held.set(url, { source, image });
  for (const oldest of held.keys()) if (held.size > MOST) held.delete(oldest);
}

/** The data URI of a picture that is held. */
export function heldPicture(url: string): string | null {
  return held.get(url)?.source ?? null;
}

// The next reader may have no right to see them.
useClientState.subscribe(({ userInfo }, { userInfo: before }) => {
  if (before && userInfo?.id !== before.id) held.clear();
});
