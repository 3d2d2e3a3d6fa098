import { useEffect, useMemo } from 'react';
import { noteOpened } from '../../../features/reading/chapter-answers/chapter-answers.ts';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { cropped } from '../modes/crop.ts';
import { isPaged, type Mode, modeOf } from '../modes/mode.ts';
import type { Viewer } from '../modes/viewer.ts';
import { useReadingPosition } from '../progress/use-reading-position.ts';
import type { ReaderSettings } from '../settings/reader-settings.ts';
import { noteNextChapter } from './read-on.ts';
import { useChapterFlow } from './use-chapter-flow.ts';
import { useHead } from './use-head.ts';
import { isNearEnd, useOnShown, useShownPage } from './use-shown-page.ts';

type ReadingParts = { entry: string; settings: ReaderSettings; mode: Mode; viewer: Viewer };

/** The chapters that follow each other on the screen, and the page that is shown. */
export function useReading(first: ReadChapter, { entry, settings, mode, viewer }: ReadingParts) {
  const { place, shown, setShown, useLatestShown } = useShownPage(first, entry);
  const flow = useChapterFlow(first, (next) => modeOf(settings.mode, next) === mode);
  const { chapters, tail } = flow;
  const laidOut = useMemo(
    () => chapters.map((chapter) => cropped(chapter, settings.crops, mode)),
    [chapters, settings.crops, mode],
  );
  const opened = chapters[shown.chapter] ?? first;
  // The card of a locked chapter fills the screen, so the bars and the title are about that chapter.
  const locked = shown.isPast && tail.kind === 'locked' && !tail.cut ? tail.item : null;
  const nearEnd = isNearEnd(shown, chapters);
  useOpenedChapter(opened, nearEnd, flow.prepareNext);
  useReadingPosition({ entry, box: viewer.box, anchor: place, chapters, shown, wholePages: isPaged(mode) });
  const onShown = useOnShown({ setShown, useLatestShown, chapters, paged: isPaged(mode) });
  const atHead = useHead({ mode, place, setShown, preparePrevious: flow.preparePrevious });
  return { ...flow, ...atHead, laidOut, place, shown, useLatestShown, opened, locked, nearEnd, onShown };
}

/** Counts the shown chapter as read, and fetches the next one near its end. */
function useOpenedChapter({ chapter, next }: ReadChapter, nearEnd: boolean, prepareNext: () => Promise<void>) {
  useEffect(() => noteOpened(chapter.id), [chapter.id]);
  useEffect(() => {
    if (nearEnd) void prepareNext();
  }, [nearEnd, prepareNext]);
  const nextId = next?.id ?? null;
  useEffect(() => noteNextChapter(nextId), [nextId]);
}
