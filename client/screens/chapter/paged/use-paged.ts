import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Page } from '#contract/shapes';
import { readsLeft } from '../modes/mode.ts';
import type { Step, Viewer, ViewerProps } from '../modes/viewer.ts';
import { followScroll } from '../strip/follow-scroll.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import { usePageSources } from '../strip/use-page-sources.ts';
import { panelTargets } from './panel-targets.ts';
import { isTall, type Panel, panelAt, panelsOf } from './panels.ts';
import { usePanelSize } from './use-panel-size.ts';

/**
 * Panels side by side in an element that scrolls from one to the next, which fingers do by themselves; the place is kept
 * through every change of size, and what is read counts from the panel in the middle of the screen.
 */
export function usePaged(props: ViewerProps) {
  const { mode, chapters, place, onShown, onReady, fetchPresentUrl, head, onHead } = props;
  const box = useRef<HTMLElement>(null);
  const size = usePanelSize(box);
  const left = chapters[0] !== undefined && readsLeft(mode, chapters[0]);
  const lead = head === null ? 0 : 1;
  const sideBySide = mode === 'double' && size !== null && size.width > size.height;
  const panels = useMemo(() => panelsOf(chapters, sideBySide), [chapters, sideBySide]);
  const sources = usePageSources(fetchPresentUrl);

  /** The panel in the middle, counted with what stands before and after the pages. */
  const slotShown = useCallback(() => {
    const { scrollLeft = 0, clientWidth = 1 } = box.current ?? {};
    return Math.round(Math.abs(scrollLeft) / Math.max(1, clientWidth));
  }, []);

  const update = useCallback(() => {
    // A turned phone scrolls before its panels have their new size.
    if (!size || box.current?.clientWidth !== size.width) return;
    const slot = slotShown() - lead;
    const at = Math.min(panels.length - 1, Math.max(0, slot));
    const panel = panels[at];
    if (!panel) return;
    const isMoved = panelAt(panels, chapters, place.current) !== at;
    if (isMoved) place.current = { chapter: panel.chapter, page: panel.pages[0] ?? 0, offset: 0 };
    const pages = chapters[panel.chapter]?.pages ?? [];
    const [only] = pages.length === 1 ? pages : [];
    const percent = only && isTall(only) ? percentRead(tallBoxOf(box, panel.key)) : null;
    place.current = { ...place.current, atEnd: isAtEnd(panel, pages, tallBoxOf(box, panel.key)) };
    onShown({ chapter: panel.chapter, page: panel.pages.at(-1) ?? 0, percent, isPast: slot >= panels.length });
    sources.setTargets(panelTargets(panels, chapters, at));
    onHead(slot < 0);
  }, [chapters, panels, size, lead, place, sources, slotShown, onShown, onHead]);

  const showSlot = useCallback(
    (slot: number) => {
      const { current } = box;
      current?.scrollTo({ left: (left ? -1 : 1) * slot * current.clientWidth, behavior: 'instant' });
    },
    [left],
  );
  const show = useCallback(
    (at: StripPosition) => {
      const n = panelAt(panels, chapters, at);
      showSlot(n + lead);
      const tall = tallBoxOf(box, panels[n]?.key);
      if (tall) tall.scrollTop = at.offset * tall.scrollHeight;
    },
    [panels, chapters, lead, showSlot],
  );

  // Chapters added behind move nothing; one added before, another size or other pairs do.
  const placedFor = useRef('');
  const firstId = chapters[0]?.chapter.id;
  useLayoutEffect(() => {
    if (!size) return;
    const layout = [firstId, lead, size.width, size.height, sideBySide].join();
    if (placedFor.current !== layout) show(place.current);
    placedFor.current = layout;
    update();
  }, [firstId, lead, size, sideBySide, place, show, update]);

  const noteTallPlace = useCallback(
    (tall: HTMLElement) => {
      const n = panels.findIndex(({ key }) => key === tall.dataset.panel);
      const panel = panels[n];
      if (!panel || panelAt(panels, chapters, place.current) !== n) return;
      const offset = Math.min(1, tall.scrollTop / Math.max(1, tall.scrollHeight));
      place.current = { chapter: panel.chapter, page: panel.pages[0] ?? 0, offset };
    },
    [panels, chapters, place],
  );
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    return followScroll(current, ({ target }) => {
      if (target instanceof HTMLElement && target !== current) noteTallPlace(target);
      update();
    });
  }, [noteTallPlace, update]);

  const step = useCallback(
    (by: Step) => {
      const slot = slotShown();
      if (by === 'start') return showSlot(lead);
      if (by === 'end') return showSlot(lead + panels.length - 1);
      const tall = tallBoxOf(box, panels[slot - lead]?.key);
      if (tall && scrollsOn(tall, by)) return tall.scrollBy({ top: by * tall.clientHeight });
      showSlot(Math.max(0, slot + Math.sign(by)));
      // The next key may come before the next frame.
      update();
    },
    [panels, lead, slotShown, showSlot, update],
  );
  const isPlaced = size !== null;
  const viewer = useMemo<Viewer>(() => {
    const goToPercent = (_chapter: number, percent: number) => {
      const tall = tallBoxOf(box, panels[slotShown() - lead]?.key);
      tall?.scrollTo({ top: (percent / 100) * (tall.scrollHeight - tall.clientHeight) });
    };
    const pan = ({ y }: { y: number }) => tallBoxOf(box, panels[slotShown() - lead]?.key)?.scrollBy(0, -y);
    return { box, isPlaced, sources, goTo: show, goToPercent, step, pan };
  }, [isPlaced, sources, panels, lead, show, step, slotShown]);
  useLayoutEffect(() => onReady(viewer), [viewer, onReady]);

  return { box, viewer, size, left, panels, sources };
}

/** The element that scrolls a tall page, where the panel holds one. */
function tallBoxOf(box: RefObject<HTMLElement | null>, key: string | undefined): HTMLElement | null {
  return box.current?.querySelector<HTMLElement>(`[data-panel="${key}"][data-tall]`) ?? null;
}

/** Whether a panel shows the end of its chapter; a tall page is scrolled to it. */
function isAtEnd({ pages: shown }: Panel, pages: readonly Page[], tall: HTMLElement | null): boolean {
  return shown.at(-1) === pages.length - 1 && (tall === null || percentRead(tall) === 100);
}

function percentRead(tall: HTMLElement | null): number {
  if (!tall) return 0;
  const far = tall.scrollHeight - tall.clientHeight;
  return far <= 1 || tall.scrollTop >= far - 1 ? 100 : Math.floor((100 * tall.scrollTop) / far);
}

function scrollsOn(tall: HTMLElement, by: number): boolean {
  const below = tall.scrollHeight - tall.clientHeight - tall.scrollTop;
  return by > 0 ? below > 1 : tall.scrollTop > 1;
}
