import type { ReactNode, RefObject } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import type { ReaderSettings } from '../settings/reader-settings.ts';
import type { FetchCurrentUrl, PageSources } from '../strip/page-sources.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import type { ShownPosition } from '../strip/use-strip-view.ts';
import type { Mode } from './mode.ts';

/** A move: by a part of the screen (negative: back), in paged modes by at least a page, or to one of the ends. */
export type Step = number | 'start' | 'end';

export type HeldSources = Pick<PageSources, 'get' | 'subscribe'>;

/** A viewer of pages, as the bars, keys and other input use it. */
export type Viewer = {
  /** The element that scrolls. */
  box: RefObject<HTMLElement | null>;
  /** Whether the pages are laid out and scrolled to the reading position. */
  isPlaced: boolean;
  /** Its images, as far as they are held. */
  sources: HeldSources;
  goTo: (place: StripPosition) => void;
  goToPercent: (chapter: number, percent: number) => void;
  step: (step: Step) => void;
  /** Scrolls the pages by this number of CSS pixels. */
  pan: (by: { x: number; y: number }) => void;
};

/** The props of each way of showing pages. */
export type ViewerProps = {
  mode: Mode;
  settings: ReaderSettings;
  /** The joined chapters; a chapter that is `cut` has lost its last pages. */
  chapters: readonly (ReadChapter & { cut?: boolean })[];
  /** The reading position: the viewer starts there and updates it. It survives a change of the mode. */
  place: RefObject<StripPosition>;
  onShown: (shown: ShownPosition) => void;
  onReady: (viewer: Viewer) => void;
  fetchCurrentUrl: FetchCurrentUrl;
  /** The content before the first page, or null. `onHead` is called when the reader comes to it or leaves it. */
  head: ReactNode;
  onHead: (isThere: boolean) => void;
  /** The content after the last page. */
  tail: ReactNode;
};

/** Before the first render of the pages. */
export const NO_VIEWER: Viewer = {
  box: { current: null },
  isPlaced: false,
  sources: { get: () => ({ state: 'empty', source: null }), subscribe: () => () => undefined },
  goTo: () => undefined,
  goToPercent: () => undefined,
  step: () => undefined,
  pan: () => undefined,
};
