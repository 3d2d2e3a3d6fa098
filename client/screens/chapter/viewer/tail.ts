import type { ChapterAccess, ChapterItem } from '#contract/shapes';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';

/** `retrying`: a failed attempt is repeated in the background while the failure is shown. */
type State = 'waiting' | 'loading' | 'failed' | 'retrying';

/** A chapter that must be bought first. `access` is fetched when the reader is near. */
export type LockedTail = {
  kind: 'locked';
  item: ChapterItem;
  state: State;
  access: ChapterAccess | null;
  /** Its first pages are in the strip, because it was free before. */
  cut: boolean;
};

/** The end of the strip, below its last chapter. */
export type Tail =
  | { kind: 'end' }
  | { kind: 'next'; item: ChapterItem; state: State }
  /** Readable, but with another layout, so it can't be joined. */
  | { kind: 'apart'; item: ChapterItem }
  | LockedTail;

/** The chapter before the first joined one. A chapter with another layout stays apart. */
export type Head = { item: ChapterItem; state: State | 'apart' };

export function isUnderWay({ state }: { state: State }): boolean {
  return state === 'loading' || state === 'retrying';
}

export function headBefore(first: ReadChapter | undefined): Head | null {
  return first?.prev ? { item: first.prev, state: 'waiting' } : null;
}

export function tailAfter({ next }: ReadChapter): Tail {
  if (!next) return { kind: 'end' };
  if (next.access === 'locked') return { kind: 'locked', item: next, state: 'waiting', access: null, cut: false };
  return { kind: 'next', item: next, state: 'waiting' };
}

/** A joined chapter; `cut` if its last pages were removed because the reader can no longer read them. */
export type StripChapter = ReadChapter & { cut?: boolean };

/**
 * The chapters without the pages of `id` that the reader can no longer read and that are not loaded. Drawn pages stay, so that
 * nothing moves. Null if nothing is to be cut because later pages are loaded.
 */
export function cutRest(
  chapters: readonly StripChapter[],
  { id, refused }: { id: number; refused: number },
  isLoaded: (pageKey: string) => boolean,
): { chapters: StripChapter[]; item: ChapterItem } | null {
  const at = chapters.findIndex(({ chapter }) => chapter.id === id);
  const whole = chapters[at];
  if (!whole) return null;
  const isAnyLoaded = chapters
    .slice(at)
    .some(({ chapter, pages }) =>
      pages.some((_, page) => (chapter.id !== id || page > refused) && isLoaded(`${chapter.id}/${page}`)),
    );
  if (isAnyLoaded) return null;
  const lastLoaded = whole.pages.findLastIndex((_, page) => isLoaded(`${id}/${page}`));
  const kept = whole.pages.slice(0, Math.max(lastLoaded + 1, at === 0 ? 1 : 0));
  const before = chapters.slice(0, at);
  return {
    chapters: kept.length > 0 ? [...before, { ...whole, pages: kept, cut: true }] : before,
    item: whole.chapter,
  };
}
