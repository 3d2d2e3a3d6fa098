import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import type { ShownPosition } from '../strip/use-strip-view.ts';

/** How far a chapter has been read: in pages, or in percent. */
export type Progress = { unit: 'page' | 'percent'; at: number; of: number };

/** `2/5`, or the percentage of a long strip. */
export function progressText({ unit, at, of }: Progress): string {
  return unit === 'page' ? `${at}/${of}` : `${at}%`;
}

/** The progress in the chapter that is shown. */
export function progressOf({ page, percent }: ShownPosition, { pages }: Pick<ReadChapter, 'pages'>): Progress {
  return percent === null
    ? { unit: 'page', at: page + 1, of: Math.max(1, pages.length) }
    : { unit: 'percent', at: percent, of: 100 };
}

/** A hook that follows the page that is shown. */
export type UseLatestShown = <Part>(select: (latest: ShownPosition) => Part) => Part;
