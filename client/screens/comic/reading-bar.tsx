import type { ComicDetail } from '#contract/shapes';
import { buttonClass } from '../../../ui/button.tsx';
import { BellIcon, HeartIcon } from '../../../ui/screen-icons.tsx';
import { FollowButton } from '../../features/comics/follow/follow-button.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { useRangeChapters } from '../../features/reading/chapter-ranges/range-chapters.ts';
import { noteProgress } from '../../features/reading/progress/progress.ts';
import { useReadAhead } from '../../features/reading/read-ahead/use-read-ahead.ts';
import { chapterPath } from '../../paths.ts';
import { useMarksOf, withMarks } from './marking/marks.ts';
import { type ReadingStart, readingStart } from './reading-start.ts';

/** The main actions in reach of the thumb: follow the comic, and read on. */
export function ReadingBar({ comic }: { comic: ComicDetail }) {
  const start = readingStart(withMarks(comic, useMarksOf(comic.id)));
  const next = comic.chapters.find(({ id }) => id === start?.chapterId);
  useReadAhead(next && next.access !== 'locked' ? next.id : null);
  return (
    <div className="actions by-reader border-t border-line frosted">
      <div className="words page-width flex min-h-15 items-center justify-center gap-1.5 py-2">
        <FollowButton comic={comic} follow="subscribed" label="订阅" done="已订阅" icon={<BellIcon />} />
        <FollowButton comic={comic} follow="favorited" label="收藏" done="已收藏" icon={<HeartIcon />} />
        {start?.chapterId && (
          <ScreenLink to={chapterPath(start.chapterId)} className={buttonClass('primary', MAIN)}>
            <Words {...start} />
          </ScreenLink>
        )}
        {start?.chapterId === null && <ReadAgain comic={comic} start={start} />}
      </div>
    </div>
  );
}

const MAIN = 'max-w-md flex-col gap-0! py-1 text-center leading-5';

/** The state in one line, and details in a smaller one. */
function Words({ label, hint }: ReadingStart) {
  return (
    <>
      {label}
      {hint && <span className="max-w-full truncate text-xs leading-4 font-normal">{hint}</span>}
    </>
  );
}

/** If everything has been read: starts again from the beginning. */
function ReadAgain({ comic, start }: { comic: ComicDetail; start: ReadingStart }) {
  const { data } = useRangeChapters(comic, { from: 0, size: 1 });
  const first = data?.[0];
  if (!first)
    return (
      <span data-main className={buttonClass('tinted', MAIN)}>
        <Words {...start} />
      </span>
    );
  return (
    <ScreenLink
      to={chapterPath(first.id)}
      className={buttonClass('tinted', MAIN)}
      // Otherwise it would open at the end, where the reader stopped.
      onClick={() => noteProgress(first.id, { page: 0, offset: 0 }, false)}
    >
      <Words {...start} />
    </ScreenLink>
  );
}
