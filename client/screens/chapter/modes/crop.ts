import type { Page } from '#contract/shapes';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { stripAxis } from '../strip/strip-axis.ts';
import { isPaged, type Mode } from './mode.ts';

type Margins = NonNullable<Page['margins']>;
const NONE: Margins = { top: 0, right: 0, bottom: 0, left: 0 };

/** A chapter whose pages have the margins that are not shown, none where they are kept. */
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
 * Pages drawn as one long picture keep one scale and the pauses between them: all lose the same across it, as little as the
 * one with the least. Null for pages that are pictures of their own.
 */
function sharedMargins({ comic: { direction }, pages }: Pick<ReadChapter, 'comic' | 'pages'>): Margins | null {
  const leastAt = (side: keyof Margins) => Math.min(...pages.map(({ margins }) => margins?.[side] ?? 0));
  if (direction === 'strip') return { ...NONE, left: leastAt('left'), right: leastAt('right') };
  if (stripAxis(direction, pages) === 'vertical') return null;
  return { ...NONE, top: leastAt('top'), bottom: leastAt('bottom') };
}

/** A tall page, which comes in pieces, is read along and keeps its pauses too. */
function sidesOf({ left, right }: Margins = NONE): Margins {
  return { ...NONE, left, right };
}
