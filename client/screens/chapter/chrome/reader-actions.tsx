import type { Likes } from '#contract/opinions';
import type { ChapterItem } from '#contract/shapes';
import { onDemand } from '../../../../ui/on-demand.tsx';
import type { Progress } from './progress.ts';

type ReaderActionsProps = {
  comic: { id: number; title: string };
  /** The chapter that can be reported; null for a locked one. */
  chapter: ChapterItem | null;
  progress: Progress | null;
  likes?: Likes | undefined;
};

const ComicActions = onDemand<ReaderActionsProps>(() => import('./comic-actions.tsx').then((m) => m.ComicActions));

/** The buttons at the end of the top bar. No first page needs their code. */
export function ReaderActions(props: ReaderActionsProps) {
  return (
    <ComicActions {...props} fallback={<span className={props.chapter ? (props.likes ? 'w-33' : 'w-22') : 'w-11'} />} />
  );
}
