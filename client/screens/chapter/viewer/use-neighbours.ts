import { useNavigate } from 'react-router';
import type { ChapterItem } from '#contract/shapes';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { chapterPath } from '../../../paths.ts';
import type { Viewer } from '../modes/viewer.ts';

/** A chapter beside the one that is shown; `go` scrolls to it if it is already joined. */
export type Neighbour = { item: ChapterItem | null; go: (() => void) | null };

type NeighbourParts = {
  chapters: readonly ReadChapter[];
  shown: { chapter: number };
  opened: ReadChapter;
  /** The chapter whose price is shown instead of pages. */
  locked: ChapterItem | null;
  viewer: Viewer;
};

/** The chapters before and after the one that is shown, and how to open one. */
export function useNeighbours({ chapters, shown, opened, locked, viewer }: NeighbourParts) {
  const navigate = useNavigate();
  const goToChapter = (chapter: number) =>
    chapters[chapter] ? () => viewer.goTo({ chapter, page: 0, offset: 0 }) : null;
  const previous: Neighbour = locked
    ? { item: opened.chapter, go: goToChapter(shown.chapter) }
    : { item: opened.prev, go: goToChapter(shown.chapter - 1) };
  const next: Neighbour = locked ? { item: null, go: null } : { item: opened.next, go: goToChapter(shown.chapter + 1) };
  const open = ({ item, go }: Neighbour) => {
    if (go) go();
    else if (item) void navigate(chapterPath(item.id), { replace: true });
  };
  return { previous, next, open };
}
