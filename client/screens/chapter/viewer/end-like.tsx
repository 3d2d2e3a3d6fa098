import { onDemand } from '../../../../ui/on-demand.tsx';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import type { Tail } from './tail.ts';

const LikeButton = onDemand(() => import('../../../features/community/like-button.tsx').then((m) => m.LikeButton));

/** Likes the chapter before a locked or separate one. Before a joined one the strip has the button, at the last one the card. */
export function EndLike({ ended, tail }: { ended: ReadChapter; tail: Tail }) {
  if (!ended.likes || tail.kind === 'next' || tail.kind === 'end') return null;
  return (
    <div className="mb-6 flex h-11 justify-center">
      <LikeButton chapter={ended.chapter} answered={ended.likes} look="card" />
    </div>
  );
}
