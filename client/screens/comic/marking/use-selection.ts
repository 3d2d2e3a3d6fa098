import { useLayoutEffect, useState } from 'react';
import type { ChapterItem } from '#contract/shapes';
import { holdBack } from '../../../../ui/dialog-entry.ts';

/** The picked chapters by their ids; null while the reader selects none. */
export type Picked = ReadonlyMap<number, ChapterItem> | null;

export type Selection = {
  picked: Picked;
  /** Begins to select, with these chapters picked. */
  start(...chapters: ChapterItem[]): void;
  pick(chapters: readonly ChapterItem[], isPicked: boolean): void;
  end(): void;
};

/** The selection of several chapters. Going back ends it instead of leaving the screen. */
export function useSelection(): Selection {
  const [picked, setPicked] = useState<Picked>(null);
  const isOn = picked !== null;
  useLayoutEffect(() => (isOn ? holdBack(() => setPicked(null)) : undefined), [isOn]);
  return {
    picked,
    start: (...chapters) => setPicked(new Map(chapters.map((chapter) => [chapter.id, chapter]))),
    pick: (chapters, isPicked) =>
      setPicked((before) => {
        const next = new Map(before);
        for (const chapter of chapters)
          if (isPicked) next.set(chapter.id, chapter);
          else next.delete(chapter.id);
        return next;
      }),
    end: () => setPicked(null),
  };
}
