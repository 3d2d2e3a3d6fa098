import type { ComicDetail } from '#contract/shapes';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { chapterPath } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { readingStart } from './chapter-ranges.ts';

/** The one thing most readers came for, always within the thumb's reach. */
export function ReadingBar({ comic }: { comic: ComicDetail }) {
  const start = readingStart(comic.chapters, comic.me.last);
  if (!start) return null;
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-page/95 pb-[env(safe-area-inset-bottom)] backdrop-blur">
      <div className="page-width flex justify-center py-2.5">
        <ScreenLink to={chapterPath(start.id)} className={buttonClass('primary', 'w-full max-w-md')}>
          {start.label}
        </ScreenLink>
      </div>
    </div>
  );
}
