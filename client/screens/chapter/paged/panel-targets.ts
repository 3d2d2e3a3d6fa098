import type { Page } from '#contract/shapes';
import { DECODED_LIMIT, type PreloadTarget } from '../strip/preload-order.ts';
import type { Panel } from './panels.ts';

const AHEAD = 4;
const BEHIND = 2;
/** Images behind the reader are less urgent than images at the same distance ahead. */
const BEHIND_WEIGHT = 2;

/** The images to load for a panel, nearest first: its own, those of the next panels and of the previous two. */
export function panelTargets(
  panels: readonly Panel[],
  chapters: readonly { chapter: { id: number }; pages: readonly Page[] }[],
  at: number,
): PreloadTarget[] {
  return panels
    .slice(Math.max(0, at - BEHIND), at + AHEAD + 1)
    .flatMap((panel) => {
      const panelDistance = panels.indexOf(panel) - at;
      const distance = panelDistance < 0 ? -panelDistance * BEHIND_WEIGHT : panelDistance;
      const { chapter, pages = [] } = chapters[panel.chapter] ?? {};
      return panel.pages.flatMap((n) => {
        const page = pages[n];
        const urls = page?.pieces?.length ? page.pieces.map(({ url }) => url) : [page?.url ?? ''];
        return urls.map((url, piece) => ({
          key: `${chapter?.id}/${n}/${piece}`,
          url,
          distance: distance + piece / 1e3,
        }));
      });
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, DECODED_LIMIT);
}
