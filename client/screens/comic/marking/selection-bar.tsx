import { useState } from 'react';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { Button } from '../../../../ui/button.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { useSecondTapIgnored } from '../../../../ui/second-tap.ts';
import { useRangeChapters } from '../../../features/reading/chapter-ranges/range-chapters.ts';
import { inOrder, type Range } from '../../../features/reading/chapter-ranges/ranges.ts';
import { chapterName } from '../../../features/reading/chapter-words/chapter-title.ts';
import { NotLoaded } from '../../../features/text/not-loaded.tsx';
import { useSettings } from '../../../settings.ts';
import { mark } from './marks.ts';

const DownloadSheet = onDemand(
  () => import('../../../features/downloads/download-sheet.tsx').then((m) => m.DownloadSheet),
  NotLoaded,
);

type SelectionBarProps = {
  comic: ComicDetail;
  /** The chapters that are shown. */
  range: Range;
  picked: ReadonlyMap<number, ChapterItem>;
  onPick(chapters: readonly ChapterItem[], isPicked: boolean): void;
  onEnd(): void;
};

/** Four of them are in one line at 360 px. */
const ACTION = 'flex-auto whitespace-nowrap px-2! sm:px-5!';

/** The actions for the picked chapters, at the bottom edge. */
export function SelectionBar({ comic, range, picked, onPick, onEnd }: SelectionBarProps) {
  const { data: shown = [] } = useRangeChapters(comic, range);
  const isRecorded = useSettings(({ consent }) => consent === 'given');
  const [downloading, setDownloading] = useState(false);
  const bar = useSecondTapIgnored<HTMLElement>();
  const chapters = inOrder([...picked.values()], 'oldest');
  const [first] = chapters;
  const isNone = first === undefined;
  const isUnmarkable = isNone || !isRecorded;
  const hasAll = shown.length > 0 && shown.every(({ id }) => picked.has(id));
  const set = (read: boolean, upTo: boolean, text: string) => {
    mark({ comicId: comic.id, read, chapters, upTo, known: shown, text });
    onEnd();
  };
  return (
    <section
      ref={bar}
      aria-label="选中的话"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-page pb-[env(safe-area-inset-bottom)]"
    >
      <div className="page-width flex flex-wrap items-center justify-between gap-x-4 py-1.5">
        {!isRecorded && (
          <p className="basis-full pt-1.5 text-sm text-soft">现在不保存阅读记录，可以在「我的」里改成保存。</p>
        )}
        <p className="flex flex-auto items-center justify-between whitespace-nowrap">
          <span role="status">已选 {picked.size} 话</span>
          <Button look="quiet" data-toggle className="-mr-5 sm:mr-0" onClick={() => onPick(shown, !hasAll)}>
            {hasAll ? '取消全选' : '全选'}
          </Button>
        </p>
        <div className="flex flex-auto flex-wrap gap-2 py-1.5 sm:flex-none">
          <Button
            look="tinted"
            className={ACTION}
            disabled={isUnmarkable}
            onClick={() => set(true, false, `已把 ${picked.size} 话标为已读`)}
          >
            已读
          </Button>
          <Button
            look="tinted"
            className={ACTION}
            disabled={isUnmarkable}
            onClick={() => set(false, false, `已把 ${picked.size} 话标为未读`)}
          >
            未读
          </Button>
          <Button
            look="tinted"
            className={ACTION}
            disabled={isUnmarkable || picked.size > 1}
            onClick={() => first && set(true, true, `已标为看到${chapterName(first)}`)}
          >
            前面都已读
          </Button>
          <Button look="tinted" className={ACTION} disabled={isNone} onClick={() => setDownloading(true)}>
            下载
          </Button>
        </div>
      </div>
      {downloading && (
        <DownloadSheet comic={comic} start={chapters} onAdded={onEnd} onClose={() => setDownloading(false)} />
      )}
    </section>
  );
}
