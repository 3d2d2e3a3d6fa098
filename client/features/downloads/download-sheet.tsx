import { useEffect, useState } from 'react';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../notices.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { useClientState } from '../../state.ts';
import { RangeRow } from '../reading/chapter-ranges/range-row.tsx';
import { outlineOf, rangesOf, rangeWith } from '../reading/chapter-ranges/ranges.ts';
import { canDownload } from './can-download.ts';
import { downloadOf } from './download.ts';
import { DownloadChapters } from './download-chapters.tsx';
import { DownloadFooter } from './download-footer.tsx';
import { addDownloads, openList } from './downloads.ts';

type DownloadSheetProps = { comic: ComicDetail; onClose(): void };

/** Chooses chapters of a comic to download. */
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
      {shown && <DownloadChapters key={shown.label} comic={comic} range={shown} picked={picked} onPick={pick} />}
      <DownloadFooter chapters={[...picked.values()]} onDownload={() => void download()} />
    </>
  );
}
