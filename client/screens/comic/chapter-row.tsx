import type { MouseEvent, ReactNode } from 'react';
import type { ChapterItem, LastRead } from '#contract/shapes';
import { PickMark } from '../../../ui/pick-mark.tsx';
import { useLongPress } from '../../../ui/use-long-press.ts';
import { ChapterSummary } from '../../features/comics/chapter-row/chapter-summary.tsx';
import { opensElsewhere, ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { chapterPath } from '../../paths.ts';

type ChapterRowProps = {
  chapter: ChapterItem;
  /** The reading position, if it is in this chapter. */
  last: LastRead | null;
  /** The date of publication, unless it is the same in all rows. */
  dated: boolean;
  downloaded: boolean;
  /** Whether it is picked; null while the reader selects none. */
  picked: boolean | null;
  onPick(isPicked: boolean): void;
  /** Begins to select, with this chapter picked. */
  onSelect(): void;
  onBuy(): void;
};

/** A chapter of the list. A tap opens it, or the sheet of a locked one; a long press begins to select. Then a tap picks it. */
export function ChapterRow({ chapter, picked, onPick, onSelect, onBuy, ...rest }: ChapterRowProps) {
  const longPress = useLongPress(onSelect);
  const content = <ChapterSummary chapter={chapter} {...rest} />;
  if (picked === null)
    return (
      <li className={ITEM} data-no={chapter.no} {...longPress}>
        <ChapterLink chapter={chapter} onBuy={onBuy}>
          {content}
        </ChapterLink>
      </li>
    );
  return (
    <li className={ITEM} data-no={chapter.no}>
      <button type="button" aria-pressed={picked} onClick={() => onPick(!picked)} className={`${ROW} w-full text-left`}>
        {content}
        <PickMark picked={picked} className="text-soft" />
      </button>
    </li>
  );
}

const ITEM = 'border-b border-line';
const ROW = 'row active:opacity-70';

type ChapterLinkProps = { chapter: ChapterItem; onBuy(): void; children: ReactNode };

function ChapterLink({ chapter, onBuy, children }: ChapterLinkProps) {
  const to = chapterPath(chapter.id);
  if (chapter.access !== 'locked')
    return (
      <ScreenLink to={to} draggable={false} className={ROW}>
        {children}
      </ScreenLink>
    );
  return (
    // Still a link, so that it can be opened in another tab.
    <a href={to} draggable={false} aria-haspopup="dialog" className={ROW} onClick={(event) => openHere(event, onBuy)}>
      {children}
    </a>
  );
}

function openHere(event: MouseEvent, open: () => void) {
  if (opensElsewhere(event)) return;
  event.preventDefault();
  open();
}
