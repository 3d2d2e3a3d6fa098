import type { FeedbackStart } from './feedback-sheet.tsx';
import { READING } from './feedback-types.ts';

type ReportedPage = {
  comic: { id: number; title: string };
  chapter?: { id: number; title: string };
  /** The first is 1. */
  page?: number;
};

/** The feedback about a problem in a comic. Its content names the chapter and page, and the reader may add to it. */
export function errorReport({ comic, chapter, page }: ReportedPage): FeedbackStart {
  const place = [`《${comic.title}》`, chapter?.title, page && `第 ${page} 页`].filter(Boolean).join(' ');
  return {
    title: '报错',
    type: READING,
    content: `${place}：\n`,
    about: { comicId: comic.id, chapterId: chapter?.id, page },
  };
}
