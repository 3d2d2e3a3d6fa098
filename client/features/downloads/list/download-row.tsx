import type { ReactNode } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { chapterPath } from '../../../paths.ts';
import { serverNow } from '../../../runtime/clock/server-clock.ts';
import { ScreenLink } from '../../navigation/screen-link/screen-link.tsx';
import { chapterTitle } from '../../reading/chapter-words/chapter-title.ts';
import type { Download } from '../download.ts';
import { downloadText, hasEnded } from '../download-words.ts';
import { pauseDownloads, removeDownloads, resumeDownloads } from '../downloads.ts';

const BODY = 'flex min-h-16 min-w-0 flex-1 flex-col justify-center py-2';

/** One chapter: a tap opens a finished download; buttons pause, resume and delete it. */
export function DownloadRow({ download }: { download: Download }) {
  const { chapterId, state, pictures, held } = download;
  const ids = [chapterId];
  const title = chapterTitle(download);
  const isReadable = state === 'done' && !hasEnded(download, serverNow());
  const body = (
    <>
      <span className="truncate">{title}</span>
      <span className={`text-xs ${state === 'failed' ? 'text-danger' : 'text-soft'}`}>
        {downloadText(download, serverNow())}
      </span>
      {state !== 'done' && pictures > 0 && (
        <span
          role="progressbar"
          aria-label={`${title}的进度`}
          aria-valuenow={held}
          aria-valuemax={pictures}
          className="mt-1 block h-1 overflow-hidden rounded-full bg-line"
        >
          <span className="block h-full bg-accent" style={{ width: `${(held / pictures) * 100}%` }} />
        </span>
      )}
    </>
  );
  return (
    <li className="flex items-center gap-1 border-b border-line last:border-0">
      {isReadable ? (
        <ScreenLink to={chapterPath(chapterId)} className={`${BODY} active:opacity-70`}>
          {body}
        </ScreenLink>
      ) : (
        <div className={BODY}>{body}</div>
      )}
      {state === 'waiting' && (
        <RowButton label={`暂停${title}`} onClick={() => void pauseDownloads(ids)} path="M8.5 6v12M15.5 6v12" />
      )}
      {state === 'paused' && (
        <RowButton label={`继续${title}`} onClick={() => void resumeDownloads(ids)} path="M8 5.5l10 6.5-10 6.5z" />
      )}
      {state === 'failed' && (
        <RowButton
          label={`重试${title}`}
          onClick={() => void resumeDownloads(ids)}
          path="M19 12a7 7 0 1 1-2-5M19 4v4h-4"
        />
      )}
      <RowButton
        label={`删除${title}`}
        onClick={() => void removeDownloads(ids)}
        path="M5 7h14M9 7V4.5h6V7M7 7l1 12.5h8L17 7"
      />
    </li>
  );
}

function RowButton({ label, path, onClick }: { label: string; path: string; onClick(): void }): ReactNode {
  return (
    <IconButton label={label} onClick={onClick} className="text-soft">
      <Icon className="size-5">
        <path d={path} />
      </Icon>
    </IconButton>
  );
}
