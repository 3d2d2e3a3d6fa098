import type { ReactNode } from 'react';
import type { ComicDetail } from '#contract/shapes';
import { ListIcon } from '../../../../ui/reader-icons.tsx';
import { HeartIcon, ShareIcon } from '../../../../ui/screen-icons.tsx';
import { FollowButton } from '../../../features/comics/follow/follow-button.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { useShare } from '../../../features/share/share-button.tsx';
import { comicPath } from '../../../paths.ts';

const ACTION = 'flex h-11 min-w-14 flex-col items-center justify-center text-xs text-soft active:opacity-60';

/** The row of actions at the end; `children` are those about the chapter, which come first. */
export function EndingActions({ comic, children }: { comic: ComicDetail; children?: ReactNode }) {
  const { openShare, shareSheet } = useShare(comic);
  return (
    <>
      <div className="flex justify-around">
        {children}
        <FollowButton comic={comic} follow="favorited" label="收藏" done="已收藏" icon={<HeartIcon />} />
        <button type="button" className={ACTION} onClick={openShare}>
          <ShareIcon />
          分享
        </button>
        <ScreenLink to={comicPath(comic.id)} replace className={ACTION}>
          <ListIcon />
          返回目录
        </ScreenLink>
      </div>
      {shareSheet}
    </>
  );
}
