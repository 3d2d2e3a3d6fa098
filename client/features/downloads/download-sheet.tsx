import { useEffect, useState } from 'react';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../notices.ts';
import { paths } from '../../paths.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { useClientState } from '../../state.ts';
import { ScreenLink } from '../navigation/screen-link/screen-link.tsx';
import { RangeRow } from '../reading/chapter-ranges/range-row.tsx';
import { outlineOf, rangesOf, rangeWith } from '../reading/chapter-ranges/ranges.ts';
import { bytesText } from '../text/format/bytes-text.ts';
import { canDownload } from './can-download.ts';
import { downloadOf } from './download.ts';
import { DownloadChapters } from './download-chapters.tsx';
import { expectedBytes } from './download-words.ts';
import { addDownloads, openList, useDownloads } from './downloads.ts';
import { useFreeBytes } from './use-free-bytes.ts';

type DownloadSheetProps = {
  comic: ComicDetail;
  /** The chapters that are picked at first, if they can be downloaded. */
  start?: readonly ChapterItem[];
  /** Called when chapters have been added to the downloads. */
  onAdded?(): void;
  onClose(): void;
};

/** Chooses chapters of a comic to download. */
export function DownloadSheet(props: DownloadSheetProps) {
  const { onClose } = props;
  return (
    <Dialog title="下载" onClose={onClose}>
      {canDownload() ? <Choice {...props} /> : <Unavailable onClose={onClose} />}
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

function Choice({ comic, start = [], onAdded, onClose }: DownloadSheetProps) {
  useEffect(() => void openList(), []);
  const outline = outlineOf(comic);
  const ranges = rangesOf(outline, 'oldest');
  const [range, setRange] = useState(() => rangeWith(ranges, outline, start[0]?.no ?? comic.me.last?.no));
  const [picked, setPicked] = useState<ReadonlyMap<number, ChapterItem>>(
    () => new Map(start.map((chapter) => [chapter.id, chapter])),
  );
  const known = useDownloads(({ list }) => list);
  const chosen = [...picked.values()].filter(
    ({ id, access }) => access !== 'locked' && !known?.some(({ chapterId }) => chapterId === id),
  );
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
    const downloads = chosen.map((chapter) => downloadOf(comic, chapter, reader, serverNow()));
    await addDownloads(comic, downloads);
    toast('已加入下载');
    onClose();
    onAdded?.();
  };
  return (
    <>
      <RangeRow ranges={ranges} picked={range} onPick={setRange} />
      {shown && <DownloadChapters key={shown.label} comic={comic} range={shown} picked={picked} onPick={pick} />}
      <DownloadFooter comicId={comic.id} chapters={chosen} onDownload={() => void download()} />
    </>
  );
}

type DownloadFooterProps = { comicId: number; chapters: readonly ChapterItem[]; onDownload(): void };

/** How much space the picked chapters need, and the button that downloads them. */
function DownloadFooter({ comicId, chapters, onDownload }: DownloadFooterProps) {
  const list = useDownloads((state) => state.list);
  const free = useFreeBytes(list);
  const bytes = expectedBytes(
    comicId,
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
