import { useState } from 'react';
import { comicChapters } from '#contract/calls/comic';
import { delHistory, markReadUpTo } from '#contract/calls/library';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { detailKey } from '../../features/comics/comic-detail/comic-detail.ts';
import { useRangeChapters } from '../../features/reading/chapter-ranges/range-chapters.ts';
import { RangeRow } from '../../features/reading/chapter-ranges/range-row.tsx';
import { outlineOf, type Range, rangesOf, rangeWith } from '../../features/reading/chapter-ranges/ranges.ts';
import { chapterName, chapterTitle } from '../../features/reading/chapter-words/chapter-title.ts';
import { forgetPositions, sendProgress } from '../../features/reading/progress/progress.ts';
import { toast } from '../../notices.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { request } from '../../runtime/request.ts';
import { useSettings } from '../../settings.ts';

type MarkReadSheetProps = { comic: ComicDetail; onClose(): void };

/** Marks the chapters up to one as read, for a reader who has read them elsewhere. */
export function MarkReadSheet({ comic, onClose }: MarkReadSheetProps) {
  const isRecorded = useSettings(({ consent }) => consent === 'given');
  return (
    <Dialog title="看到哪一话了" onClose={onClose}>
      {isRecorded ? (
        <Choice comic={comic} onMarked={onClose} />
      ) : (
        <p className="text-soft">现在不保存阅读记录，可以在「我的」里改成保存。</p>
      )}
    </Dialog>
  );
}

function Choice({ comic, onMarked }: { comic: ComicDetail; onMarked(): void }) {
  const outline = outlineOf(comic);
  const ranges = rangesOf(outline, 'oldest');
  const [range, setRange] = useState(() => rangeWith(ranges, outline, comic.me.last?.no));
  const [picked, setPicked] = useState<ChapterItem | null>(null);
  const [busy, setBusy] = useState(false);
  const [clearing, setClearing] = useState(false);
  const shown = ranges[range];
  const lastNo = comic.me.last?.no ?? 0;
  /** Marks the chapters up to one as read and later ones as unread; without a chapter, all as unread. */
  const mark = async (chapter: ChapterItem | null) => {
    setBusy(true);
    try {
      if ((chapter?.no ?? 0) < lastNo) {
        // A position that is sent after the deletion would be stored again.
        await sendProgress();
        await request(delHistory, { ids: [comic.id] });
        forgetPositions([comic.id]);
      }
      if (chapter) await request(markReadUpTo, { id: chapter.id });
    } catch {
      return setBusy(false);
    }
    toast(chapter ? `已标为看到${chapterName(chapter)}` : '已全部标为未读');
    void queryClient.invalidateQueries({ queryKey: detailKey(comic.id) });
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === comicChapters.path || String(queryKey[0]).startsWith('my/'),
    });
    onMarked();
  };
  return (
    <>
      <p className="text-sm text-soft">
        选最后看完的一话：它和前面的各话标为已读，后面的标为未读，以后从下一话接着看。
      </p>
      <RangeRow ranges={ranges} picked={range} onPick={setRange} />
      {shown && <Chapters key={shown.label} comic={comic} range={shown} picked={picked} onPick={setPicked} />}
      <Button className="mt-4 w-full" disabled={!picked || busy} onClick={() => void mark(picked)}>
        {picked ? `标为看到${chapterName(picked)}` : '选一话'}
      </Button>
      {comic.me.last && (
        <Button look="quiet" className="mt-2 w-full" disabled={busy} onClick={() => setClearing(true)}>
          全部标为未读
        </Button>
      )}
      {clearing && (
        <ConfirmDialog
          title="全部标为未读"
          text="已读的记录和续看的位置都会删除，不能恢复。"
          confirm="标为未读"
          busy={busy}
          onConfirm={() => void mark(null)}
          onClose={() => setClearing(false)}
        />
      )}
    </>
  );
}

type ChaptersProps = {
  comic: ComicDetail;
  range: Range;
  picked: ChapterItem | null;
  onPick(chapter: ChapterItem): void;
};

function Chapters({ comic, range, picked, onPick }: ChaptersProps) {
  const { data, error, retry } = useRangeChapters(comic, range);
  if (error) return <ErrorState message="章节没有加载成功" onRetry={retry} />;
  if (!data) return <Skeleton className="mt-2 h-72 w-full" />;
  return (
    <ul className="mt-2 max-h-[40dvh] overflow-y-auto overscroll-contain">
      {data.map((chapter) => (
        <li key={chapter.id} className="border-b border-line last:border-0">
          <label className="flex min-h-12 items-center gap-3">
            <input
              type="radio"
              name="read-up-to"
              className="size-5 shrink-0 accent-accent"
              checked={picked?.id === chapter.id}
              onChange={() => onPick(chapter)}
            />
            <span className="min-w-0 flex-1 truncate">{chapterTitle(chapter)}</span>
            {chapter.read && <span className="shrink-0 text-sm text-soft">已读</span>}
          </label>
        </li>
      ))}
    </ul>
  );
}
