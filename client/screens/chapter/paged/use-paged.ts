import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { readsLeft } from '../modes/mode.ts';
import type { ViewerProps } from '../modes/viewer.ts';
import { followScroll } from '../strip/follow-scroll.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import { usePageSources } from '../strip/use-page-sources.ts';
import { percentRead, scrollToSlot, showsEnd, slotIn, tallBoxIn } from './panel-scroll.ts';
import { panelTargets } from './panel-targets.ts';
import { isTall, panelAt, panelsOf } from './panels.ts';
import { usePanelSize } from './use-panel-size.ts';
import { usePanelViewer } from './use-panel-viewer.ts';

/**
 * Panels side by side in an element that snaps from one to the next. The reading position is kept through every change of size.
 * The panel in the middle of the screen is the one that is read.
 */
export function usePaged(props: ViewerProps) {
  const { mode, chapters, place, onShown, onReady, fetchCurrentUrl, head, onHead } = props;
  const box = useRef<HTMLElement>(null);
  const size = usePanelSize(box);
  const left = chapters[0] !== undefined && readsLeft(mode, chapters[0]);
  const lead = head === null ? 0 : 1;
  const sideBySide = mode === 'double' && size !== null && size.width > size.height;
  const panels = useMemo(() => panelsOf(chapters, sideBySide), [chapters, sideBySide]);
  const sources = usePageSources(fetchCurrentUrl);

  /** The number of panels while the reader is on the card behind them, else null. */
  const passed = useRef<number | null>(null);
  const update = useCallback(() => {
    // A turned phone scrolls before its panels have their new size.
    if (!size || box.current?.clientWidth !== size.width) return;
    const slot = slotIn(box.current) - lead;
    passed.current = slot >= panels.length ? panels.length : null;
    const at = Math.min(panels.length - 1, Math.max(0, slot));
    const panel = panels[at];
    if (!panel) return;
    const isMoved = panelAt(panels, chapters, place.current) !== at;
    if (isMoved) place.current = { chapter: panel.chapter, page: panel.pages[0] ?? 0, offset: 0 };
    const pages = chapters[panel.chapter]?.pages ?? [];
    const [only] = pages.length === 1 ? pages : [];
    const tall = tallBoxIn(box.current, panel.key);
    const percent = only && isTall(only) ? percentRead(tall) : null;
    place.current = { ...place.current, atEnd: showsEnd(panel, pages, tall) };
    onShown({ chapter: panel.chapter, page: panel.pages.at(-1) ?? 0, percent, isPast: slot >= panels.length });
    sources.setTargets(panelTargets(panels, chapters, at));
    onHead(slot < 0);
  }, [chapters, panels, size, lead, place, sources, onShown, onHead]);

  const goTo = useCallback(
    (at: StripPosition) => {
      const n = panelAt(panels, chapters, at);
      scrollToSlot(box.current, n + lead, left);
      const tall = tallBoxIn(box.current, panels[n]?.key);
      if (tall) tall.scrollTop = at.offset * tall.scrollHeight;
    },
    [panels, chapters, lead, left],
  );

  // Chapters joined behind move nothing, unless the reader is on the card behind the panels: the browser would stay on the card,
  // and the reader would miss the chapter. A chapter joined before, another size or other pairs move.
  const placedFor = useRef('');
  const firstId = chapters[0]?.chapter.id;
  useLayoutEffect(() => {
    if (!size) return;
    const layout = [firstId, lead, size.width, size.height, sideBySide].join();
    if (placedFor.current !== layout) goTo(place.current);
    else if (passed.current !== null && passed.current < panels.length)
      scrollToSlot(box.current, passed.current + lead, left);
    placedFor.current = layout;
    update();
  }, [firstId, lead, left, size, sideBySide, panels, place, goTo, update]);

  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const noteTallPlace = (tall: HTMLElement) => {
      const n = panels.findIndex(({ key }) => key === tall.dataset.panel);
      const panel = panels[n];
      if (!panel || panelAt(panels, chapters, place.current) !== n) return;
      const offset = Math.min(1, tall.scrollTop / Math.max(1, tall.scrollHeight));
      place.current = { chapter: panel.chapter, page: panel.pages[0] ?? 0, offset };
    };
    return followScroll(current, ({ target }) => {
      if (target instanceof HTMLElement && target !== current) noteTallPlace(target);
      update();
    });
  }, [panels, chapters, place, update]);

  const viewer = usePanelViewer({ box, panels, lead, left, isPlaced: size !== null, sources, goTo, update });
  useLayoutEffect(() => onReady(viewer), [viewer, onReady]);
  return { box, viewer, size, left, panels, sources };
}
