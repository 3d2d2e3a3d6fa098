import type { StripLayout } from './strip-layout.ts';

/** The most decoded images that a strip holds. A whole chapter would exceed a phone's memory. */
export const DECODED_LIMIT = 30;
const PAGES_AHEAD = 5;
const PAGES_BEHIND = 2;
/** In screens. Short pages within this distance are loaded too. */
const NEAR_VIEWS = 2;
/** Sources behind the reader are less urgent than those ahead. */
const BEHIND_WEIGHT = 2;

export type View = { start: number; end: number };
export type PreloadTarget = { key: string; url: string; distance: number };

/** The urgency of a source: 0 or less in view (in reading order), else its distance. */
export function distanceTo(source: { start: number; end: number }, view: View): number {
  if (source.start >= view.end) return 1 + source.start - view.end;
  if (source.end <= view.start) return 1 + BEHIND_WEIGHT * (view.start - source.end);
  return (source.start - view.end) / 1e6;
}

/** The sources for a view, as index ranges without their ends: those in view, and those to load. */
export type Reach = { seen: [from: number, to: number]; wanted: [from: number, to: number] };

/**
 * The sources near the screen, of the next pages and of the previous two. Found by binary search, because this runs in each frame
 * of a scroll.
 */
export function reachOf({ sources, pages }: StripLayout, { start, end }: View): Reach {
  const size = end - start;
  const firstAfter = (position: number) => firstIndex(sources, (source) => source.end > position);
  const firstFrom = (position: number) => firstIndex(sources, (source) => source.start >= position);
  const seen: Reach['seen'] = [firstAfter(start), firstFrom(end)];
  const firstBox = sources[Math.min(seen[0], sources.length - 1)]?.box ?? 0;
  const lastBox = sources[seen[1] - 1]?.box ?? firstBox;
  const ofBox = (box: number) => firstIndex(sources, (source) => source.box >= box);
  return {
    seen,
    wanted: [
      Math.min(firstAfter(start - NEAR_VIEWS * size), ofBox(Math.max(0, firstBox - PAGES_BEHIND))),
      Math.max(firstFrom(end + NEAR_VIEWS * size), ofBox(Math.min(pages.length, lastBox + PAGES_AHEAD + 1))),
    ],
  };
}

/** The sources to load now, nearest first. Never more than the strip holds, so that nothing is loaded only to be released. */
export function sourcesToLoad(layout: StripLayout, view: View, { wanted } = reachOf(layout, view)): PreloadTarget[] {
  return layout.sources
    .slice(...wanted)
    .map((source) => ({ key: source.key, url: source.url, distance: distanceTo(source, view) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, DECODED_LIMIT);
}

/** The index of the first of ordered items that passes, or their number if none does. */
function firstIndex<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item && passes(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
