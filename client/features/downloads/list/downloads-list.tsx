import { useEffect, useState } from 'react';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { EmptyState } from '../../../../ui/states.tsx';
import { comicPath, paths } from '../../../paths.ts';
import { readImage } from '../../../runtime/images/fetch-image.ts';
import { ScreenLink } from '../../navigation/screen-link/screen-link.tsx';
import { bytesText } from '../../text/format/bytes-text.ts';
import { canDownload } from '../can-download.ts';
import type { Download } from '../download.ts';
import {
  downloadedCover,
  openList,
  pauseDownloads,
  removeDownloads,
  resumeDownloads,
  useDownloads,
} from '../downloads.ts';
import { useFreeBytes } from '../use-free-bytes.ts';
import { DownloadRow } from './download-row.tsx';

/** The downloads of this device, finished and unfinished, by comic. It needs no network. */
export function DownloadsList() {
  const list = useDownloads((state) => state.list);
  const [asking, setAsking] = useState(false);
  useEffect(() => void openList(), []);
  if (!list) return <Skeleton className="page-width mt-4 h-72" />;
  if (list.length === 0) return <NoDownloads />;
  return (
    <>
      <Downloads list={list} onRemoveAll={() => setAsking(true)} />
      {asking && (
        <ConfirmDialog
          title="全部删除"
          text="这台设备上下载的漫画都会删除，书架和阅读记录不受影响。"
          confirm="删除"
          onConfirm={() => {
            setAsking(false);
            void removeDownloads(list.map(({ chapterId }) => chapterId));
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function NoDownloads() {
  return canDownload() ? (
    <EmptyState title="还没有下载" hint="点章节旁边的「下载」，没有网络时也能看。">
      <ScreenLink to={paths.home} className={buttonClass('tinted')}>
        去看看
      </ScreenLink>
    </EmptyState>
  ) : (
    <EmptyState title="现在不能下载" hint="浏览器只允许 https 的网址离线保存。换成 https 打开本站，就可以下载了。" />
  );
}

function Downloads({ list, onRemoveAll }: { list: readonly Download[]; onRemoveAll(): void }) {
  const free = useFreeBytes(list);
  const bytes = list.reduce((sum, one) => sum + one.bytes, 0);
  const idsOf = (...states: Download['state'][]) =>
    list.filter(({ state }) => states.includes(state)).map(({ chapterId }) => chapterId);
  const waiting = idsOf('waiting');
  const stopped = idsOf('paused', 'failed');
  return (
    <>
      <div className="page-width mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm text-soft">
        <p>
          已用 {bytesText(bytes)}
          {free !== null && ` · 还可以用 ${bytesText(free)}`}
        </p>
        <div className="ml-auto flex">
          {waiting.length > 0 ? (
            <Button look="tinted" onClick={() => void pauseDownloads(waiting)}>
              全部暂停
            </Button>
          ) : (
            stopped.length > 0 && (
              <Button look="tinted" onClick={() => void resumeDownloads(stopped)}>
                全部继续
              </Button>
            )
          )}
          <Button look="quiet" className="-mr-5" onClick={onRemoveAll}>
            全部删除
          </Button>
        </div>
      </div>
      <div className="page-width mt-4 grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        {[...groupsOf(list)].map(([comicId, chapters]) => (
          <section key={comicId} aria-label={chapters[0]?.comic.title} className="min-w-0">
            <h2>
              <ScreenLink to={comicPath(comicId)} className="flex items-center gap-3 active:opacity-70">
                <DownloadedCover comicId={comicId} chapters={chapters} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold">{chapters[0]?.comic.title}</span>
                  <span className="block text-sm text-soft">{chapters.length} 话</span>
                </span>
              </ScreenLink>
            </h2>
            <ul className="mt-3 rounded-2xl bg-sunken px-4">
              {chapters.map((download) => (
                <DownloadRow key={download.chapterId} download={download} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** Grouped by comic in the order of the first download, with chapters by number. */
function groupsOf(list: readonly Download[]): Map<number, Download[]> {
  const groups = new Map<number, Download[]>();
  for (const one of list) groups.set(one.comic.id, [...(groups.get(one.comic.id) ?? []), one]);
  for (const chapters of groups.values()) chapters.sort((a, b) => a.no - b.no);
  return groups;
}

type DownloadedCoverProps = {
  comicId: number;
  /** When these change, the cover may have been downloaded. */
  chapters: readonly Download[];
};

/** The downloaded cover of a comic, which needs no network. */
function DownloadedCover({ comicId, chapters }: DownloadedCoverProps) {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    if (source || chapters.length === 0) return;
    let isLeft = false;
    const show = (found: string) => {
      if (!isLeft) setSource(found);
    };
    downloadedCover(comicId).then(
      (bytes) => bytes && readImage(new Blob([bytes]), show, () => undefined),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [comicId, chapters, source]);
  return (
    <span className="relative block h-16 w-12 shrink-0 overflow-hidden rounded-lg bg-sunken ring-inside">
      {source && <img src={source} alt="" className="size-full object-cover" />}
    </span>
  );
}
