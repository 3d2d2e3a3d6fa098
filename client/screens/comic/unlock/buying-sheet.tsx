import { lazy, Suspense, useEffect } from 'react';
import type { ComicDetail } from '#contract/shapes';
import { chapterPath } from '../../../paths.ts';
import { type Buying, useCanBuySeveral } from './buying.ts';

const ChapterSheet = lazy(() => import('./chapter-sheet.tsx').then((m) => ({ default: m.ChapterSheet })));
const BulkSheet = lazy(() => import('./bulk-sheet.tsx').then((m) => ({ default: m.BulkSheet })));

type BuyingSheetProps = {
  /** Undefined while it is fetched anew. */
  comic: ComicDetail | undefined;
  buying: Buying;
  onChange(buying: Buying | null): void;
};

/** Buys one chapter or several. That of one stays through a login, which fetches the comic anew for another reader. */
export function BuyingSheet({ comic, buying, onChange }: BuyingSheetProps) {
  const canBuySeveral = useCanBuySeveral(comic);
  const close = () => onChange(null);
  useFocusBack(buying);
  return (
    <Suspense>
      {buying.what === 'chapter' ? (
        <ChapterSheet
          chapter={buying.chapter}
          onBulk={canBuySeveral ? () => onChange({ what: 'several', from: buying.chapter }) : null}
          onClose={close}
        />
      ) : (
        comic && <BulkSheet comic={comic} from={buying.from} onClose={close} />
      )}
    </Suspense>
  );
}

/** Gives the focus back to the chapter's row where the one that had it is gone: a login has made the list anew meanwhile. */
function useFocusBack(buying: Buying) {
  const row = buying.what === 'chapter' ? `[data-no] a[href="${chapterPath(buying.chapter.id)}"]` : null;
  useEffect(
    () => () => {
      if (row === null || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(row)?.focus({ preventScroll: true });
    },
    [row],
  );
}
