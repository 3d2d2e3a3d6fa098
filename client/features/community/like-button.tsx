import type { Likes } from '#contract/opinions';
import { buttonClass } from '../../../ui/button.tsx';
import { LikeIcon } from '../../../ui/community-icons.tsx';
import { countText } from '../text/format/count-text.ts';
import { toggleLike, useLikes } from './likes.ts';

type LikeButtonProps = {
  chapterId: number;
  /** As the chapter's answer has it. */
  answered: Likes;
  /** `bar`: above its count, as the other buttons of a bar. */
  look: 'bar' | 'card';
};

const LOOKS = {
  bar: 'flex h-11 min-w-11 flex-col items-center justify-center text-xs text-soft active:opacity-60 aria-pressed:text-accent',
  card: buttonClass('tinted'),
} as const;

/** Likes a chapter; the icon is filled while the reader does. */
export function LikeButton({ chapterId, answered, look }: LikeButtonProps) {
  const likes = useLikes(chapterId, answered);
  const { count, mine } = likes;
  return (
    <button
      type="button"
      aria-pressed={mine}
      aria-label={count > 0 ? `点赞，${countText(count)} 人赞过` : '点赞'}
      onClick={() => void toggleLike(chapterId, likes)}
      className={`${LOOKS[look]} [&[aria-pressed=true]_path]:fill-current`}
    >
      <LikeIcon />
      {count > 0 ? countText(count) : '赞'}
    </button>
  );
}
