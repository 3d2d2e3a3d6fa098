import { chapterLike } from '#contract/calls/community';
import type { Likes } from '#contract/opinions';
import type { ChapterItem } from '#contract/shapes';
import { buttonClass } from '../../../ui/button.tsx';
import { LikeIcon } from '../../../ui/community-icons.tsx';
import { request } from '../../runtime/request.ts';
import { retryWhileBlocked } from '../../runtime/send/retry-while-blocked.ts';
import { setLikes, useOpenedAnswer } from '../reading/chapter-answers/chapter-answers.ts';
import { chapterName } from '../reading/chapter-words/chapter-title.ts';
import { countText } from '../text/format/count-text.ts';

type LikeButtonProps = {
  chapter: ChapterItem;
  /** The state in the answer with which the chapter was opened. */
  answered: Likes;
  /** `bar`: above its count, as the other buttons of a bar. `line`: beside the title of the next chapter. */
  look: 'bar' | 'card' | 'line';
};

const LOOKS = {
  bar: 'flex h-11 min-w-11 flex-col items-center justify-center text-xs text-soft active:opacity-60 aria-pressed:text-accent',
  card: buttonClass('tinted'),
  line: 'flex h-11 shrink-0 items-center gap-1 text-sm text-soft active:opacity-60 aria-pressed:text-accent [&_svg]:size-5',
} as const;

/** Likes a chapter; the icon is filled while the reader does. */
export function LikeButton({ chapter, answered, look }: LikeButtonProps) {
  const likes = useLikes(chapter.id, answered);
  const { mine } = likes;
  const count = likes.count > 0 ? countText(likes.count) : null;
  return (
    <button
      type="button"
      aria-pressed={mine}
      aria-label={`点赞${chapterName(chapter)}${count ? `，${count} 人赞过` : ''}`}
      onClick={() => void toggleLike(chapter.id, likes)}
      className={`${LOOKS[look]} [&[aria-pressed=true]_path]:fill-current`}
    >
      <LikeIcon />
      {look === 'bar' ? (
        (count ?? '赞')
      ) : (
        <>
          <span className="max-w-24 truncate">{chapterName(chapter)}</span>
          {count && <span>· {count}</span>}
        </>
      )}
    </button>
  );
}

const running = new Set<number>();

/** The likes of a chapter. `answered`: those in the answer that the chapter was opened with, which may be older. */
function useLikes(chapterId: number, answered: Likes): Likes {
  return useOpenedAnswer(chapterId)?.likes ?? answered;
}

/** Shows the change at once, then sends it; shows the former state again if that fails. One change of a chapter at a time. */
async function toggleLike(chapterId: number, shown: Likes): Promise<void> {
  if (running.has(chapterId)) return;
  running.add(chapterId);
  const on = !shown.mine;
  setLikes(chapterId, { mine: on, count: Math.max(0, shown.count + (on ? 1 : -1)) });
  try {
    setLikes(chapterId, await retryWhileBlocked(() => request(chapterLike, { id: chapterId, on })));
  } catch {
    // A toast has shown the reason.
    setLikes(chapterId, shown);
  } finally {
    running.delete(chapterId);
  }
}
