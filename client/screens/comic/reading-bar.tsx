import type { ComicDetail } from '#contract/shapes';
import { FollowButton } from '../../features/follow/follow-button.tsx';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { chapterPath } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BellIcon, HeartIcon } from '../../ui/screen-icons.tsx';
import { readingStartOf } from './reading-start.ts';

/** The main actions within the thumb's reach: follow the comic, and read on. */
export function ReadingBar({ comic }: { comic: ComicDetail }) {
  const start = readingStartOf(comic);
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line pb-[env(safe-area-inset-bottom)] frosted">
      <div className="page-width flex items-center justify-center gap-1.5 py-2.5">
        <FollowButton comic={comic} follow="subscribed" label="订阅" done="已订阅" icon={<BellIcon />} />
        <FollowButton comic={comic} follow="favorited" label="收藏" done="已收藏" icon={<HeartIcon />} />
        {start && (
          <ScreenLink to={chapterPath(start.id)} className={buttonClass('primary', 'flex-1 max-w-md')}>
            {start.label}
          </ScreenLink>
        )}
      </div>
    </div>
  );
}
