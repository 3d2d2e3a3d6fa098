import { useEffect, useState } from 'react';
import { chapterLocked, chapterNotFound } from '#contract/codes';
import { CallError } from '../../runtime/request.ts';
import type { ReadChapter } from './download.ts';
import { isKept, keepPlace } from './kept-index.ts';

/** A reader who is online waits no longer for the server than this: it may know a newer place, but the pages are here. */
const PATIENCE_MS = 2500;

type Answer = { data: ReadChapter | undefined; error: Error | null };

/** A chapter as the server has it, or, where no answer comes, as it was downloaded. */
export function useKeptChapter(chapterId: number, { data, error }: Answer): Answer {
  // Undefined until it has been looked for.
  const [kept, setKept] = useState<ReadChapter | null>();
  const isAnswered = data !== undefined || (error !== null && !isUnanswered(error));
  const hasFailed = error !== null;
  const isHere = !isAnswered && kept === undefined && isKept(chapterId);
  useEffect(() => {
    if (!isHere) return;
    const open = async () => {
      const { keptChapter } = await import('./downloads.ts');
      setKept(await keptChapter(chapterId));
    };
    const openOrNot = () => void open().catch(() => setKept(null));
    const timer = setTimeout(openOrNot, hasFailed || !navigator.onLine ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [chapterId, isHere, hasFailed]);
  useEffect(() => {
    if (data) keepPlace(chapterId, data.progress);
    if (error) dropRefused(chapterId, error);
  }, [chapterId, data, error]);
  if (isAnswered) return { data, error };
  return kept ? { data: kept, error: null } : { data: undefined, error: isHere ? null : error };
}

/** The downloaded chapter instead of one that no answer came for; any other error stays one. */
export async function keptInstead(chapterId: number, error: unknown): Promise<ReadChapter> {
  dropRefused(chapterId, error);
  if (!isUnanswered(error) || !isKept(chapterId)) throw error;
  const { keptChapter } = await import('./downloads.ts');
  const kept = await keptChapter(chapterId);
  if (!kept) throw error;
  return kept;
}

const isUnanswered = (error: unknown) => error instanceof CallError && error.status === -404;

/** What may not be read any more is not kept either. */
function dropRefused(chapterId: number, error: unknown) {
  if (!(error instanceof CallError) || (error.code !== chapterLocked && error.code !== chapterNotFound)) return;
  if (isKept(chapterId)) void import('./downloads.ts').then((downloads) => downloads.removeDownloads([chapterId]));
}
