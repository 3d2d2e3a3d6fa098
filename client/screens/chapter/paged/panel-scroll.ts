import type { Page } from '#contract/shapes';
import type { Panel } from './panels.ts';

/** The slot in the middle of the screen. Slots are the panels, with one before them for the head and one after them. */
export function slotIn(box: HTMLElement | null): number {
  const { scrollLeft = 0, clientWidth = 1 } = box ?? {};
  return Math.round(Math.abs(scrollLeft) / Math.max(1, clientWidth));
}

export function scrollToSlot(box: HTMLElement | null, slot: number, left: boolean): void {
  box?.scrollTo({ left: (left ? -1 : 1) * slot * box.clientWidth, behavior: 'instant' });
}

/** The element that scrolls a tall page, if the panel has one. */
export function tallBoxIn(box: HTMLElement | null, key: string | undefined): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-panel="${key}"][data-tall]`) ?? null;
}

/** Whether a panel shows the end of its chapter. A tall page must be scrolled to its end. */
export function showsEnd({ pages: shown }: Panel, pages: readonly Page[], tall: HTMLElement | null): boolean {
  return shown.at(-1) === pages.length - 1 && (tall === null || percentRead(tall) === 100);
}

export function percentRead(tall: HTMLElement | null): number {
  if (!tall) return 0;
  const far = tall.scrollHeight - tall.clientHeight;
  return far <= 1 || tall.scrollTop >= far - 1 ? 100 : Math.floor((100 * tall.scrollTop) / far);
}

/** Whether a tall page can still be scrolled in this direction. */
export function canScroll(tall: HTMLElement, by: number): boolean {
  const below = tall.scrollHeight - tall.clientHeight - tall.scrollTop;
  return by > 0 ? below > 1 : tall.scrollTop > 1;
}
