import type { ChapterItem } from '#contract/shapes';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { paths } from '../../paths.ts';
import { ScreenLink } from '../navigation/screen-link/screen-link.tsx';
import { bytesText } from '../text/format/bytes-text.ts';
import { expectedBytes } from './download-words.ts';
import { useDownloads } from './downloads.ts';
import { useFreeBytes } from './use-free-bytes.ts';

type DownloadFooterProps = { chapters: readonly ChapterItem[]; onDownload(): void };

/** How much space the picked chapters need, and the button that downloads them. */
export function DownloadFooter({ chapters, onDownload }: DownloadFooterProps) {
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
