import type { Source, StripLayout } from './strip-layout.ts';

/** How many decoded images a strip may hold; a whole chapter would exceed a phone's memory. */
export const DECODED_LIMIT = 30;
const PAGES_AHEAD = 5;
const PAGES_BEHIND = 2;
/** Sources behind the reader are less urgent than those ahead. */
const BEHIND_WEIGHT = 2;

export type View = { start: number; end: number };
export type PreloadTarget = { key: string; url: string; distance: number };

/** How soon a source is needed: 0 and less in view (in reading order), then by its distance. */
export function distanceTo(source: { start: number; end: number }, view: View): number {
  if (source.start >= view.end) return 1 + source.start - view.end;
  if (source.end <= view.start) return 1 + BEHIND_WEIGHT * (view.start - source.end);
  return (source.start - view.end) / 1e6;
}

/**
 * The sources that should be loaded now, nearest first: those near the screen, the next pages and the last two.
 * Never more than may be held, so that nothing is loaded only to be thrown away.
 */
export function sourcesToLoad(layout: StripLayout, view: View, near: ReadonlySet<string>): PreloadTarget[] {
  const visible = layout.sources.filter((source) => source.start < view.end && source.end > view.start);
  const firstBox = visible[0]?.box ?? 0;
  const lastBox = visible.at(-1)?.box ?? firstBox;
  const isNear = (source: Source) =>
    near.has(source.key) || (source.box >= firstBox - PAGES_BEHIND && source.box <= lastBox + PAGES_AHEAD);
  return layout.sources
    .filter(isNear)
    .map((source) => ({ key: source.key, url: source.url, distance: distanceTo(source, view) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, DECODED_LIMIT);
}
