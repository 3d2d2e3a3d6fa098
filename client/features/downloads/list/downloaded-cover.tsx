import { useEffect, useState } from 'react';
import { readImage } from '../../../runtime/images/fetch-image.ts';
import type { Download } from '../download.ts';
import { downloadedCover } from '../downloads.ts';

type DownloadedCoverProps = {
  comicId: number;
  /** When these change, the cover may have been downloaded. */
  chapters: readonly Download[];
};

/** The downloaded cover of a comic, which needs no network. */
export function DownloadedCover({ comicId, chapters }: DownloadedCoverProps) {
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
