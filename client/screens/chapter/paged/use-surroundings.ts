import type { Page } from '#contract/shapes';
import type { PageSources } from '../strip/page-sources.ts';
import { useLineColor } from '../strip/use-line-color.ts';
import { type PageRoom, type PanelSize, wholeIn } from './panel-layout.ts';

type Surroundings = { size: PanelSize; sources: PageSources };

/** A background for the space around a single page: the colours of the two edges beside it. None for two pages or pieces. */
export function useSurroundings(
  [page, second]: readonly Page[],
  [room]: readonly PageRoom[],
  sourceKey: string,
  { size, sources }: Surroundings,
): string | undefined {
  const isAlone = page !== undefined && room !== undefined && second === undefined && !page.pieces?.length;
  const key = isAlone ? sourceKey : undefined;
  // Most of the space is above and below the page, or beside it.
  const along = isAlone && size.height - room.height > size.width - room.width ? 'row' : 'column';
  const [from, to] = isAlone ? shownBetween(room, page, along) : [0, 0];
  const first = useLineColor(sources, key, { along, at: from });
  const last = useLineColor(sources, key, { along, at: to });
  const towards = along === 'row' ? 'bottom' : 'right';
  return first && last && `linear-gradient(to ${towards}, ${first} 50%, ${last} 50%)`;
}

/** The edges of the part of a page that is shown, as parts of the whole page. */
function shownBetween(room: PageRoom, page: Page, along: 'row' | 'column'): [from: number, to: number] {
  const whole = wholeIn(room, page);
  if (along === 'row') return [-whole.top / whole.height, (room.height - whole.top) / whole.height];
  return [-whole.left / whole.width, (room.width - whole.left) / whole.width];
}
