import { onDemand } from '../../../../ui/on-demand.tsx';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import type { Axis } from './strip-axis.ts';
import { DIVIDER_PX } from './strip-layout.ts';

const LikeButton = onDemand(() => import('../../../features/community/like-button.tsx').then((m) => m.LikeButton));

type ChapterDividerProps = { axis: Axis; start: number; ended: ReadChapter; opened: ReadChapter };

/** Between two joined chapters: the like of the first one, if likes are on, and the title of the second. */
export function ChapterDivider({ axis, start, ended, opened }: ChapterDividerProps) {
  const vertical = axis === 'vertical';
  const at = start - DIVIDER_PX;
  const line = <span className={vertical ? 'h-px flex-1 bg-line' : 'w-px flex-1 bg-line'} />;
  return (
    <div
      className={`absolute flex items-center gap-3 ${vertical ? 'inset-x-0 px-6' : 'inset-y-0 flex-col py-6'}`}
      style={{
        visibility: 'visible',
        ...(vertical ? { top: at, height: DIVIDER_PX } : { right: at, width: DIVIDER_PX }),
      }}
    >
      {ended.likes && <LikeButton chapter={ended.chapter} answered={ended.likes} look="line" />}
      <h2
        className="flex min-h-0 min-w-0 flex-1 items-center justify-center gap-3 text-sm text-soft"
        style={vertical ? {} : { writingMode: 'vertical-rl' }}
      >
        {line}
        <span className="truncate">{chapterTitle(opened.chapter)}</span>
        {line}
      </h2>
    </div>
  );
}
