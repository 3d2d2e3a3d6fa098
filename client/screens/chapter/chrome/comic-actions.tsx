import { comicInfo } from '#contract/calls/comic';
import type { Likes } from '#contract/opinions';
import type { ChapterItem } from '#contract/shapes';
import { BellIcon } from '../../../../ui/screen-icons.tsx';
import { detailPayload } from '../../../features/comics/comic-detail/comic-detail.ts';
import { FollowButton } from '../../../features/comics/follow/follow-button.tsx';
import { LikeButton } from '../../../features/community/like-button.tsx';
import { ShareButton } from '../../../features/share/share-button.tsx';
import { useCall } from '../../../runtime/queries/queries.ts';
import type { Progress } from './progress.ts';
import { ReportButton } from './report-button.tsx';

type ComicActionsProps = {
  comic: { id: number; title: string };
  chapter: ChapterItem | null;
  progress: Progress | null;
  /** Of the chapter; undefined if likes are switched off. */
  likes?: Likes | undefined;
};

/** The actions for the open comic. The follow button appears once it is known whether the reader follows the comic. */
export function ComicActions({ comic, chapter, progress, likes }: ComicActionsProps) {
  const { data } = useCall(comicInfo, detailPayload(comic.id));
  return (
    <>
      {data && <FollowButton comic={data} follow="subscribed" label="订阅" done="已订阅" icon={<BellIcon />} />}
      {chapter && likes && <LikeButton chapter={chapter} answered={likes} look="bar" />}
      <ShareButton comic={comic} className="text-soft" />
      {chapter && <ReportButton comic={comic} chapter={chapter} progress={progress} />}
    </>
  );
}
