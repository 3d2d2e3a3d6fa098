import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import type { ReaderSettings } from '../settings/reader-settings.ts';
import { type Axis, stripAxis } from '../strip/strip-axis.ts';

/** How the pages of a chapter are laid out. */
export type Mode = Exclude<ReaderSettings['mode'], 'auto'>;

const OF_DIRECTION = { strip: 'strip', ltr: 'paged-ltr', rtl: 'paged-rtl' } as const;

/** The chosen mode, or the one that suits the comic. */
export function modeOf(chosen: ReaderSettings['mode'], { comic, pages }: Pick<ReadChapter, 'comic' | 'pages'>): Mode {
  if (chosen !== 'auto') return chosen;
  if (stripAxis(comic.direction, pages) === 'horizontal') return 'strip-rtl';
  return OF_DIRECTION[comic.direction];
}

export function isPaged(mode: Mode): boolean {
  return mode !== 'strip' && mode !== 'strip-rtl';
}

export function axisOf(mode: Mode): Axis {
  return mode === 'strip' ? 'vertical' : 'horizontal';
}

/** Whether the reading direction is to the left. Pages side by side follow the comic's direction. */
export function readsLeft(mode: Mode, { comic }: Pick<ReadChapter, 'comic'>): boolean {
  return mode === 'double' ? comic.direction === 'rtl' : mode === 'strip-rtl' || mode === 'paged-rtl';
}
