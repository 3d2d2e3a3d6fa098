import { useMemo, useState } from 'react';
import { comicChapters } from '#contract/calls/comic';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { RangeRow } from '../../../features/reading/chapter-ranges/range-row.tsx';
import { outlineOf, rangesOf, rangeWith } from '../../../features/reading/chapter-ranges/ranges.ts';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { BulkPurchase } from './bulk-purchase.tsx';
import { keepChoice } from './choice-before-top-up.ts';
import { allOf, lockedOf, MOST_AT_ONCE, nextTen, ordered, toggled } from './selection.ts';

type BulkSheetProps = {
  comic: ComicDetail;
  /** The first chapter that the reader wants to buy. */
  from: ChapterItem | undefined;
  /** The chapters that were chosen before a top-up. */
  chosen: readonly number[] | undefined;
  onClose(): void;
};

/** Chooses several locked chapters and buys them at once. */
export function BulkSheet({ comic, from, chosen, onClose }: BulkSheetProps) {
  const { data, error, retry } = useCall(
    comicChapters,
    { id: comic.id, locked: true, size: MOST_AT_ONCE, ...(from && { fromNo: from.no }) },
    { skip: !comic.window, staleMs: 0 },
  );
  const chapters = comic.window ? data?.chapters : comic.chapters;
  const more = data !== undefined && data.total > data.chapters.length;
  return (
    <Dialog title="批量解锁" onClose={onClose}>
      {chapters ? (
        <Choice comicId={comic.id} chapters={chapters} more={more} from={from} chosen={chosen} onBought={onClose} />
      ) : error ? (
        <ErrorState message="章节没有加载成功" onRetry={retry} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </Dialog>
  );
}

type ChoiceProps = {
  comicId: number;
  chapters: readonly ChapterItem[];
  /** There are more than these. */
  more: boolean;
  from: ChapterItem | undefined;
  chosen: readonly number[] | undefined;
  onBought(): void;
};

function Choice({ comicId, chapters, more, from, chosen, onBought }: ChoiceProps) {
  // Chapters that have just been bought stay in the list until the sheet is opened again, so that nothing moves under the finger.
  const [locked] = useState(() => lockedOf(chapters));
  const start = from ?? locked[0];
  const [selected, setSelected] = useState<readonly number[]>(() => chosen ?? (start ? nextTen(locked, start.no) : []));
  const ids = useMemo(() => ordered(locked, selected), [locked, selected]);
  const outline = outlineOf({ chapters: locked });
  const ranges = rangesOf(outline, 'oldest');
  const [picked, setPicked] = useState(() =>
    rangeWith(ranges, outline, locked.find(({ id }) => id === selected[0])?.no),
  );
  const next = start ? nextTen(locked, start.no) : [];
  const { from: before = 0, size = 0 } = ranges[picked] ?? {};
  const { coins } = useAssetNames();
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {next.length > 0 && next.length < locked.length && (
          <Quick onPick={() => setSelected(next)}>{`后 ${next.length} 话`}</Quick>
        )}
        <Quick onPick={() => setSelected(allOf(locked))}>{more ? `后 ${locked.length} 话` : '全部'}</Quick>
        <Quick onPick={() => setSelected([])}>清空</Quick>
      </div>
      <RangeRow ranges={ranges} picked={picked} onPick={setPicked} />
      <ul className="mt-2 max-h-[40dvh] overflow-y-auto overscroll-contain">
        {locked.slice(before, before + size).map((chapter) => (
          <li key={chapter.id} className="border-b border-line last:border-0">
            <label className="flex min-h-12 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={selected.includes(chapter.id)}
                onChange={() => setSelected((before) => toggled(before, chapter.id))}
              />
              <span className="min-w-0 flex-1 truncate">{chapterTitle(chapter)}</span>
              <span className="shrink-0 text-sm text-soft">
                {chapter.salePrice} {coins}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <BulkPurchase
        comicId={comicId}
        chapterIds={ids}
        onTopUp={() => keepChoice({ comicId, from, chosen: ids })}
        onBought={onBought}
      />
    </>
  );
}

function Quick({ onPick, children }: { onPick(): void; children: string }) {
  return (
    <button type="button" className="h-11 rounded-full bg-sunken px-4 text-sm text-soft" onClick={onPick}>
      {children}
    </button>
  );
}
