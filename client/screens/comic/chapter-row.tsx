import type { MouseEvent } from 'react';
import type { ChapterItem, LastRead } from '#contract/shapes';
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
  onBuy(): void;
};

/** A chapter of the list. A locked chapter opens its sheet. */
export function ChapterRow({ chapter, onBuy, ...rest }: ChapterRowProps) {
  const to = chapterPath(chapter.id);
  const content = <ChapterSummary chapter={chapter} {...rest} />;
  return (
    <li className="border-b border-line" data-no={chapter.no}>
      {chapter.access === 'locked' ? (
        // Still a link, so that it can be opened in another tab.
        <a
          href={to}
          aria-haspopup="dialog"
          className="row active:opacity-70"
          onClick={(event) => openHere(event, onBuy)}
        >
          {content}
        </a>
      ) : (
        <ScreenLink to={to} className="row active:opacity-70">
          {content}
        </ScreenLink>
      )}
    </li>
  );
}

function openHere(event: MouseEvent, open: () => void) {
  if (opensElsewhere(event)) return;
  event.preventDefault();
  open();
}
