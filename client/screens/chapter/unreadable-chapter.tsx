import { chapterNotFound, teenModeForbids } from '#contract/codes';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
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
  return (
    <ChapterFrame known={known}>
      {error instanceof CallError && error.code === teenModeForbids ? (
        <EmptyState title={error.message} hint="可以在「我的」里关闭未成年人模式。">
          <ScreenLink to={known ? comicPath(known.comicId) : paths.home} replace className={buttonClass('tinted')}>
            {known ? '返回目录' : '回首页'}
          </ScreenLink>
        </EmptyState>
      ) : (
        <ErrorState message="这一话没有加载成功" onRetry={onRetry} />
      )}
    </ChapterFrame>
  );
}
