import { useClientState } from '../../state.ts';

/** The screenful of a chapter that is likely to be opened next, and that of the one that was left last. */
const MOST = 4;

/** By address. As long as an element with the same text is held, the browser need not decode it again. */
const held = new Map<string, { source: string; image: HTMLImageElement }>();

/** Keeps a picture that will most likely be shown soon; the oldest one makes room. */
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

// Another reader may not be allowed to see them.
useClientState.subscribe(({ userInfo }, { userInfo: before }) => {
  if (before && userInfo?.id !== before.id) held.clear();
});
