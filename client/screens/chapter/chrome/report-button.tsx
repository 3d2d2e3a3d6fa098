import type { ChapterItem } from '#contract/shapes';
import { IconButton } from '../../../../ui/button.tsx';
import { FlagIcon } from '../../../../ui/reader-icons.tsx';
import { errorReport } from '../../../features/feedback/error-report.ts';
import { useFeedback } from '../../../features/feedback/use-feedback.tsx';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import type { Progress } from './progress.ts';

type ReportButtonProps = { comic: { id: number; title: string }; chapter: ChapterItem; progress: Progress | null };

/** Reports a problem with the page that is shown to the operator. */
export function ReportButton({ comic, chapter, progress }: ReportButtonProps) {
  const { writeFeedback, feedbackSheet } = useFeedback();
  const page = progress?.unit === 'page' ? progress.at : undefined;
  const place = { comic, chapter: { id: chapter.id, title: chapterTitle(chapter) }, page };
  return (
    <>
      <IconButton label="报错" className="text-soft" onClick={() => writeFeedback(errorReport(place))}>
        <FlagIcon />
      </IconButton>
      {feedbackSheet}
    </>
  );
}
