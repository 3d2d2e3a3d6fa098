import { lazy, Suspense } from 'react';
import type { ComicDetail } from '#contract/shapes';
import { type Buying, useCanBuySeveral } from './buying.ts';

const ChapterSheet = lazy(() => import('./chapter-sheet.tsx').then((m) => ({ default: m.ChapterSheet })));
const BulkSheet = lazy(() => import('./bulk-sheet.tsx').then((m) => ({ default: m.BulkSheet })));

type BuyingSheetProps = {
  /** Undefined while it is refetched. */
  comic: ComicDetail | undefined;
  buying: Buying;
  onChange(buying: Buying | null): void;
};

/**
 * Buys one chapter or several. The sheet of one chapter stays open during a login, which refetches the comic for another reader.
 */
export function BuyingSheet({ comic, buying, onChange }: BuyingSheetProps) {
  const canBuySeveral = useCanBuySeveral(comic);
  const close = () => onChange(null);
  return (
    <Suspense>
      {buying.what === 'chapter' ? (
        <ChapterSheet
          chapter={buying.chapter}
          onBulk={canBuySeveral ? () => onChange({ what: 'several', from: buying.chapter }) : null}
          onClose={close}
        />
      ) : (
        comic && <BulkSheet comic={comic} from={buying.from} chosen={buying.chosen} onClose={close} />
      )}
    </Suspense>
  );
}
