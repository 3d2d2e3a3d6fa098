import type { Page } from '#contract/shapes';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { stripAxis } from '../strip/strip-axis.ts';
import { isPaged, type Mode } from './mode.ts';

type Margins = NonNullable<Page['margins']>;
const NONE: Margins = { top: 0, right: 0, bottom: 0, left: 0 };

/** A chapter with the margins to crop from its pages; no margins where cropping is off. */
export function cropped<Chapter extends Pick<ReadChapter, 'comic' | 'pages'>>(
  chapter: Chapter,
  crops: boolean,
  mode: Mode,
): Chapter {
  const { pages } = chapter;
  if (!pages.some(({ margins }) => margins)) return chapter;
  const shared = isPaged(mode) ? null : sharedMargins(chapter);
  const lost = ({ margins, pieces }: Page) => shared ?? (pieces ? sidesOf(margins) : margins);
  return { ...chapter, pages: pages.map((page) => ({ ...page, margins: crops ? lost(page) : undefined })) };
}

/**
 * Pages that form one long picture keep one scale and the space between them: all lose the same margin across the strip, the
 * smallest of all. Null for separate pages.
 */
function sharedMargins({ comic: { direction }, pages }: Pick<ReadChapter, 'comic' | 'pages'>): Margins | null {
  const leastAt = (side: keyof Margins) => Math.min(...pages.map(({ margins }) => margins?.[side] ?? 0));
  if (direction === 'strip') return { ...NONE, left: leastAt('left'), right: leastAt('right') };
  if (stripAxis(direction, pages) === 'vertical') return null;
  return { ...NONE, top: leastAt('top'), bottom: leastAt('bottom') };
}

/** A tall page, cut into pieces at import, also keeps its space at top and bottom. */
function sidesOf({ left, right }: Margins = NONE): Margins {
  return { ...NONE, left, right };
}
