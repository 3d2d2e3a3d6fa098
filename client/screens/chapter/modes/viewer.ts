import type { ReactNode, RefObject } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import type { ReaderSettings } from '../settings/reader-settings.ts';
import type { FetchPresentUrl, PageSources } from '../strip/page-sources.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import type { Shown } from '../strip/use-strip-view.ts';
import type { Mode } from './mode.ts';

/** A move: by a part of the screen (negative: back), a page at least where there are pages, or to one of the ends. */
export type Step = number | 'start' | 'end';

export type HeldSources = Pick<PageSources, 'get' | 'subscribe'>;

/** A way to show pages, with what the bars, keys and other input need of it. */
export type Viewer = {
  /** The element that scrolls. */
  box: RefObject<HTMLElement | null>;
  /** Whether its pages are laid out, at the reader's place. */
  isPlaced: boolean;
  /** Its images, as far as they are held. */
  sources: HeldSources;
  goTo: (place: StripPosition) => void;
  goToPercent: (chapter: number, percent: number) => void;
  step: (step: Step) => void;
  /** Moves the pages with a finger, by so many CSS pixels, where they scroll. */
  pan: (by: { x: number; y: number }) => void;
};

/** What a way of showing pages is given. */
export type ViewerProps = {
  mode: Mode;
  settings: ReaderSettings;
  /** The chapters joined so far; one that is `cut` has lost its last pages. */
  chapters: readonly (ReadChapter & { cut?: boolean })[];
  /** Where the reader is: the place to begin at, and kept there. It outlives a change of the mode. */
  place: RefObject<StripPosition>;
  onShown: (shown: Shown) => void;
  onReady: (viewer: Viewer) => void;
  fetchPresentUrl: FetchPresentUrl;
  /** What stands before the first page, null where nothing does, and a call when the reader gets there or leaves. */
  head: ReactNode;
  onHead: (isThere: boolean) => void;
  /** What stands after the last page. */
  tail: ReactNode;
};

/** While the code of a mode is on its way. */
export const NO_VIEWER: Viewer = {
  box: { current: null },
  isPlaced: false,
  sources: { get: () => ({ state: 'empty', source: null }), subscribe: () => () => undefined },
  goTo: () => undefined,
  goToPercent: () => undefined,
  step: () => undefined,
  pan: () => undefined,
};
