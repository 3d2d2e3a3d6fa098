import { chapterNotFound, teenModeForbids } from '#contract/codes';
import { ErrorState } from '../../../ui/states.tsx';
import { ClosedToTeens } from '../../features/account/closed-to-teens.tsx';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { comicPath, paths } from '../../paths.ts';
import { CallError } from '../../runtime/request.ts';
import { ChapterFrame } from './chapter-frame.tsx';
import { knownComicOf } from './known-comic.ts';

export function UnknownChapter() {
  return (
    <ChapterFrame known={null} title="章节不存在">
      <MissingState title="章节不存在或已下架" />
    </ChapterFrame>
  );
}

type UnreadableChapterProps = { chapterId: number; error: Error; onRetry: () => void };

/** Why a chapter could not be opened. */
export function UnreadableChapter({ chapterId, error, onRetry }: UnreadableChapterProps) {
  if (error instanceof CallError && error.code === chapterNotFound) return <UnknownChapter />;
  const known = knownComicOf(chapterId);
  const link = known ? { to: comicPath(known.comicId), text: '返回目录' } : { to: paths.home, text: '回首页' };
  return (
    <ChapterFrame known={known}>
      {error instanceof CallError && error.code === teenModeForbids ? (
        <ClosedToTeens title={error.message} link={link} />
      ) : (
        <ErrorState message="这一话没有加载成功" onRetry={onRetry} />
      )}
    </ChapterFrame>
  );
}
