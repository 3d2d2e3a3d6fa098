import { onDemand } from '../../../../ui/on-demand.tsx';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import type { Tail } from './tail.ts';

const LikeButton = onDemand(() => import('../../../features/community/like-button.tsx').then((m) => m.LikeButton));

/** Likes the chapter that ends here, unless the next one follows at once: then the top bar has the button. */
export function EndLike({ chapter: ended, tail }: { chapter: ReadChapter | undefined; tail: Tail }) {
  if (!ended?.likes || tail.kind === 'next') return null;
  return (
    <div className="mb-6 flex h-11 justify-center">
      <LikeButton chapterId={ended.chapter.id} answered={ended.likes} look="card" />
    </div>
  );
}
