import { useEffect, useState } from 'react';
import { comicRead } from '#contract/calls/comic';
import { chapterLocked, chapterNotFound, teenModeForbids } from '#contract/codes';
import { useCall } from '../../../runtime/queries/queries.ts';
import { isDownloaded, storeDownloadedPosition } from '../../downloads/download-index.ts';
import { aheadAnswer, downloadedAnswer, dropRefusedDownload, isUnanswered } from './chapter-answers.ts';
import type { ReadChapter } from './read-chapter.ts';

/** An online reader waits this long for the server, which may know a newer position, before the download is opened. */
const DOWNLOAD_AFTER_MS = 2500;

type ChapterAnswer = {
  data: ReadChapter | undefined;
  /** The answer that was fetched ahead, to be shown until the server has answered. */
  ahead: ReadChapter | null;
  error: Error | null;
  retry(): void;
};

/** The screen, or the card of the locked chapter, shows these messages itself. */
const EXPLAINED = [chapterNotFound, chapterLocked, teenModeForbids];

/** The answer of a chapter that is opened. */
export function useChapterAnswer(id: number): ChapterAnswer {
  const [ahead] = useState(() => aheadAnswer(id));
  const { data, error, retry } = useCall(comicRead, { id }, { expected: EXPLAINED, background: ahead !== null });
  const isAnswered = data !== undefined || (error !== null && !isUnanswered(error));
  const download = useDownload(id, { isAnswered, hasFailed: error !== null });
  useEffect(() => {
    if (data) storeDownloadedPosition(id, data.progress);
    if (error) dropRefusedDownload(id, error);
  }, [id, data, error]);
  if (isAnswered || !download.data) return { data, ahead, error: download.isLoading ? null : error, retry };
  return { data: download.data, ahead, error: null, retry };
}

type ServerState = { isAnswered: boolean; hasFailed: boolean };

/** The download of a chapter, read once the server has failed or is late. */
export function useDownload(id: number, { isAnswered, hasFailed }: ServerState) {
  // Undefined until it has been read.
  const [data, setData] = useState<ReadChapter | null>();
  const isLoading = !isAnswered && data === undefined && isDownloaded(id);
  useEffect(() => {
    if (!isLoading) return;
    const open = () => void downloadedAnswer(id).then(setData, () => setData(null));
    const timer = setTimeout(open, hasFailed || !navigator.onLine ? 0 : DOWNLOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, isLoading, hasFailed]);
  return { data, isLoading };
}
