import { lazy, Suspense, useDeferredValue, useRef } from 'react';
import { useLocation } from 'react-router';
import { comicRead } from '#contract/calls/comic';
import { ageUnconfirmed, chapterLocked, chapterNotFound, teenModeForbids } from '#contract/codes';
import { useNoticeDue } from '../../features/comics/accepted-notices.ts';
import { useCurrentAddress } from '../../features/navigation/use-current-address.ts';
import { useScreenId } from '../../features/navigation/use-screen-id.ts';
import { useChapterAnswer } from '../../features/reading/chapter-answers/use-chapter-answer.ts';
import { chapterPath, paths } from '../../paths.ts';
import { CallError, refusalData } from '../../runtime/request.ts';
import { ChapterFrame } from './chapter-frame.tsx';
import { loadLockedChapter, OpeningSkeleton } from './opening-skeleton.tsx';
import { UnknownChapter, UnreadableChapter } from './unreadable-chapter.tsx';
import { ChapterReader } from './viewer/chapter-reader.tsx';

// If this code can't be loaded, the screen offers to reload the page.
const LockedChapter = lazy(() => loadLockedChapter().then((loaded) => ({ default: loaded.LockedChapter })));
const RestrictedNotice = lazy(() =>
  import('../../features/comics/restricted-notice.tsx').then((loaded) => ({ default: loaded.RestrictedNotice })),
);

/** Refusals that close an open chapter: it was opened by another reader, or does not exist any more. */
const GONE: readonly number[] = [chapterNotFound, teenModeForbids, ageUnconfirmed];

/** `/chapter/:id`: the reader, or why a chapter can't be read. */
export function ChapterScreen() {
  const id = useScreenId(paths.chapter);
  const { key: entry } = useLocation();
  if (id === null) return <UnknownChapter />;
  // A new history entry for the same chapter mounts the reader again. When the next chapter is joined to this one, only the address changes.
  return <Opening key={`${entry}:${id}`} id={id} entry={entry} />;
}

function Opening({ id, entry }: { id: number; entry: string }) {
  const { data: answer, ahead, error, retry } = useChapterAnswer(id);
  // Rendering the reader at once would be a long task; a deferred value is rendered in slices.
  const data = useDeferredValue(answer);
  const access = refusalData(comicRead, chapterLocked, error);
  // An open chapter, or the price of a locked one, stays while it is fetched again, as for a reader who has just logged in.
  const opened = useLatest(data);
  const locked = useLatest(access);

  const comic = opened?.comic ?? locked?.comic;
  // If the comic was merged into another one, the chapter may have another id there.
  const shownId = (data ?? access)?.chapter.id ?? id;
  useCurrentAddress(shownId === id ? null : chapterPath(shownId));
  const isNoticeDue = useNoticeDue(comic);
  const isGone = error instanceof CallError && GONE.includes(error.code);

  if (comic && isNoticeDue && !isGone) {
    return (
      <ChapterFrame known={null} title="内容提示">
        <Suspense>
          <RestrictedNotice comic={comic} />
        </Suspense>
      </ChapterFrame>
    );
  }
  if (opened && !isGone) return <ChapterReader first={opened} entry={entry} />;
  if (locked && (access || !error)) {
    return (
      <Suspense fallback={<OpeningSkeleton chapterId={id} />}>
        <LockedChapter access={locked} opening={!access} onOpen={retry} />
      </Suspense>
    );
  }
  // Until the server answers. The chapter may be locked by now.
  if (ahead && !access && !isGone) return <ChapterReader first={ahead} entry={entry} />;
  if (!error) return <OpeningSkeleton chapterId={id} />;
  return <UnreadableChapter chapterId={id} error={error} onRetry={retry} />;
}

/** The last value that was not empty. */
function useLatest<Value>(value: Value | null | undefined): Value | null {
  const latest = useRef<Value | null>(null);
  latest.current = value ?? latest.current;
  return latest.current;
}
