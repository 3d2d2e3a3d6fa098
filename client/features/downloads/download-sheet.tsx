import { useEffect, useState } from 'react';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LockIcon } from '../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { toast } from '../../notices.ts';
import { paths } from '../../paths.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { useClientState } from '../../state.ts';
import { ScreenLink } from '../navigation/screen-link/screen-link.tsx';
import { useRangeChapters } from '../reading/chapter-ranges/range-chapters.ts';
import { RangeRow } from '../reading/chapter-ranges/range-row.tsx';
import { outlineOf, type Range, rangesOf, rangeWith } from '../reading/chapter-ranges/ranges.ts';
import { chapterTitle } from '../reading/chapter-words/chapter-title.ts';
import { bytesText } from '../text/format/bytes-text.ts';
import { canDownload } from './can-download.ts';
import { downloadOf } from './download.ts';
import { expectedBytes } from './download-words.ts';
import { addDownloads, openList, useDownloads } from './downloads.ts';
import { useFreeBytes } from './use-free-bytes.ts';

type DownloadSheetProps = { comic: ComicDetail; onClose(): void };

/** Chooses chapters of a comic to be read without a network. */
export function DownloadSheet({ comic, onClose }: DownloadSheetProps) {
  return (
    <Dialog title="下载" onClose={onClose}>
      {canDownload() ? <Choice comic={comic} onClose={onClose} /> : <Unavailable onClose={onClose} />}
    </Dialog>
  );
}

function Unavailable({ onClose }: { onClose(): void }) {
  return (
    <>
      <p className="text-soft">
        {isSecureContext
          ? '这个浏览器不支持离线阅读，换一个浏览器打开本站再试试。'
          : '现在的网址不是 https，浏览器不允许离线保存。换成 https 的网址打开本站，就可以下载了。'}
      </p>
      <Button className="mt-4 w-full" onClick={onClose}>
        知道了
      </Button>
    </>
  );
}

function Choice({ comic, onClose }: DownloadSheetProps) {
  useEffect(() => void openList(), []);
  const outline = outlineOf(comic);
  const ranges = rangesOf(outline, 'oldest');
  const [range, setRange] = useState(() => rangeWith(ranges, outline, comic.me.last?.no));
  const [picked, setPicked] = useState<ReadonlyMap<number, ChapterItem>>(new Map());
  const reader = useClientState((state) => state.userInfo?.id);
  const shown = ranges[range];

  const pick = (chapters: readonly ChapterItem[], isPicked: boolean) => {
    const next = new Map(picked);
    for (const chapter of chapters)
      if (isPicked) next.set(chapter.id, chapter);
      else next.delete(chapter.id);
    setPicked(next);
  };
  const download = async () => {
    if (reader === undefined) return;
    const downloads = [...picked.values()].map((chapter) => downloadOf(comic, chapter, reader, serverNow()));
    await addDownloads(comic, downloads);
    toast('已加入下载');
    onClose();
  };
  return (
    <>
      <RangeRow ranges={ranges} picked={range} onPick={setRange} />
      {shown && <Chapters key={shown.label} comic={comic} range={shown} picked={picked} onPick={pick} />}
      <Footer chapters={[...picked.values()]} onDownload={() => void download()} />
    </>
  );
}

type ChaptersProps = {
  comic: ComicDetail;
  range: Range;
  picked: ReadonlyMap<number, ChapterItem>;
  onPick(chapters: readonly ChapterItem[], isPicked: boolean): void;
};

/** The chapters of one range: those that may be read can be picked, unless they are there already. */
function Chapters({ comic, range, picked, onPick }: ChaptersProps) {
  const { data, error, retry } = useRangeChapters(comic, range);
  const list = useDownloads((state) => state.list);
  if (error) return <ErrorState message="章节没有加载成功" onRetry={retry} />;
  if (!data || !list) return <Skeleton className="h-72 w-full" />;
  const known = new Map(list.map((download) => [download.chapterId, download]));
  const open = data.filter(({ id, access }) => access !== 'locked' && !known.has(id));
  const hasAll = open.length > 0 && open.every(({ id }) => picked.has(id));
  return (
    <>
      <div className="flex h-11 items-center justify-between text-sm text-soft">
        <span>{open.length > 0 ? `可以下载 ${open.length} 话` : '没有可以下载的了'}</span>
        {open.length > 0 && (
          <button type="button" className="h-11 px-2 text-accent" onClick={() => onPick(open, !hasAll)}>
            {hasAll ? '全不选' : '全选'}
          </button>
        )}
      </div>
      <ul className="max-h-[40dvh] overflow-y-auto overscroll-contain">
        {data.map((chapter) => (
          <li key={chapter.id} className="border-b border-line last:border-0">
            <ChapterChoice
              chapter={chapter}
              note={chapter.access === 'locked' ? 'locked' : (known.get(chapter.id)?.state ?? null)}
              isPicked={picked.has(chapter.id)}
              onPick={(isPicked) => onPick([chapter], isPicked)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type ChapterChoiceProps = {
  chapter: ChapterItem;
  /** Why it can't be picked. */
  note: keyof typeof NOTES | null;
  isPicked: boolean;
  onPick(isPicked: boolean): void;
};

const NOTES = { locked: '未解锁', done: '已下载', waiting: '下载中', paused: '已暂停', failed: '没有下载完' };

function ChapterChoice({ chapter, note, isPicked, onPick }: ChapterChoiceProps) {
  return (
    <label className={`flex min-h-12 items-center gap-3 ${note ? 'text-soft' : ''}`}>
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-accent"
        checked={isPicked}
        disabled={note !== null}
        onChange={() => onPick(!isPicked)}
      />
      <span className="min-w-0 flex-1 truncate">{chapterTitle(chapter)}</span>
      <span className="flex shrink-0 items-center gap-1 text-sm text-soft">
        {note === 'locked' && <LockIcon className="size-4" />}
        {note ? NOTES[note] : `${chapter.pages} 页`}
      </span>
    </label>
  );
}

function Footer({ chapters, onDownload }: { chapters: readonly ChapterItem[]; onDownload(): void }) {
  const list = useDownloads((state) => state.list);
  const free = useFreeBytes(list);
  const bytes = expectedBytes(
    chapters.reduce((sum, { pages }) => sum + pages, 0),
    list ?? [],
  );
  const isTight = free !== null && bytes > free;
  return (
    <div className="mt-4">
      <p className="flex justify-between gap-4 text-sm text-soft">
        <span>{chapters.length > 0 ? `已选 ${chapters.length} 话，约 ${bytesText(bytes)}` : '选择要下载的话'}</span>
        {free !== null && (
          <span className={isTight ? 'text-danger' : ''}>
            {isTight ? '空间可能不够' : '还可以用'} {bytesText(free)}
          </span>
        )}
      </p>
      <div className="mt-3 flex gap-3">
        <ScreenLink to={paths.downloads} className={buttonClass('tinted', 'flex-1')}>
          查看下载
        </ScreenLink>
        <Button className="flex-1" disabled={chapters.length === 0} onClick={onDownload}>
          下载
        </Button>
      </div>
    </div>
  );
}
