import { shareOf, unfinishedText } from '../../features/downloads/download-words.ts';
import { useDownloads } from '../../features/downloads/downloads.ts';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../../paths.ts';

/** The unfinished downloads of a comic, with their progress: a tap leads to all downloads. */
export function DownloadNote({ comicId }: { comicId: number }) {
  const list = useDownloads((state) => state.list);
  const unfinished = list?.filter(({ comic, state }) => comic.id === comicId && state !== 'done') ?? [];
  if (unfinished.length === 0) return null;
  const share = shareOf(unfinished);
  return (
    <ScreenLink to={paths.downloads} className="flex min-h-11 items-center gap-3 text-sm text-accent active:opacity-70">
      {unfinishedText(unfinished)}
      <span
        role="progressbar"
        aria-label="下载的进度"
        aria-valuenow={Math.round(share * 100)}
        className="block h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-line"
      >
        <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
    </ScreenLink>
  );
}
