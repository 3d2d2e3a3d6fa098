import type { Likes } from '#contract/opinions';
import type { ChapterItem } from '#contract/shapes';
import { buttonClass } from '../../../ui/button.tsx';
import { LikeIcon } from '../../../ui/community-icons.tsx';
import { chapterName } from '../reading/chapter-words/chapter-title.ts';
import { countText } from '../text/format/count-text.ts';
import { toggleLike, useLikes } from './likes.ts';

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
