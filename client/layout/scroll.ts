import { tabStorage } from '../runtime/storage/safe-storage.ts';

/** The scroll position at which each screen was left: of a kept screen by its path, of any other by its history entry. */
const leftAt = new Map<string, number>();
let shownScreen: string | null = null;
let easing = 0;
let restored = false;
const KEY = 'stoodAt';
let beforeReload: { place: string; y: number } | null = null;

/** Records the scroll position as it changes. When a screen is left, the page has already lost the height of its bar. */
export function watchScroll() {
  addEventListener('scroll', () => shownScreen !== null && leftAt.set(shownScreen, window.scrollY), { passive: true });
  addEventListener('pagehide', () => {
    if (shownScreen !== null)
      tabStorage.setItem(KEY, JSON.stringify({ place: shownScreen, y: leftAt.get(shownScreen) ?? 0 }));
  });
  beforeReload = positionBeforeReload();
}

/** The position before a reload: phones short of memory discard pages and load them again. */
function positionBeforeReload(): typeof beforeReload {
  const stored = tabStorage.getItem(KEY);
  tabStorage.removeItem(KEY);
  const [entry] = performance.getEntriesByType('navigation');
  const kind = entry && 'type' in entry ? entry.type : '';
  if (kind !== 'reload' && kind !== 'back_forward') return null;
  try {
    // Only this app writes it, so it is not checked.
    return JSON.parse(stored ?? 'null') as typeof beforeReload;
  } catch {
    return null;
  }
}

/** Restores the scroll position at which a screen was left. */
export function restoreScroll(next: string) {
  cancelEasing();
  shownScreen = next;
  const y = leftAt.get(next);
  restored = y !== undefined;
  if (y !== undefined) jumpTo(y);
  const before = beforeReload;
  beforeReload = null;
  if (before?.place !== next || before.y === 0) return;
  void import('./scroll-back.ts').then(
    ({ scrollBackTo }) => shownScreen === next && scrollBackTo(before.y),
    () => undefined,
  );
}

/** A screen is hidden or unmounted. */
export function stopTracking(left: string) {
  if (shownScreen === left) shownScreen = null;
}

/**
 * The end of each navigation. After a back navigation a screen is at its restored position, or begins at its top if it has none.
 * Any other navigation eases to the top.
 */
export function settleScroll(isBack: boolean) {
  if (!isBack) easeToTop();
  else if (!restored) jumpTo(0);
}

function jumpTo(y: number) {
  window.scrollTo({ top: y, behavior: 'instant' });
}

function easeToTop() {
  cancelEasing();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return jumpTo(0);
  // The reader's own scrolling cancels the animation.
  for (const event of ['touchstart', 'wheel', 'keydown'])
    addEventListener(event, cancelEasing, { once: true, passive: true });
  const step = () => {
    const next = nextEasedTop(window.scrollY);
    jumpTo(next);
    if (next > 0) easing = requestAnimationFrame(step);
  };
  easing = requestAnimationFrame(step);
}

/** A fifth of the remaining distance a frame, in whole pixels so that it ends. */
export function nextEasedTop(y: number): number {
  return Math.max(0, Math.floor(y - y / 5));
}

function cancelEasing() {
  cancelAnimationFrame(easing);
}
