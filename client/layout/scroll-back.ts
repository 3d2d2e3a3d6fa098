/** How long the lists may take to grow to where the reader was. */
const PATIENCE_MS = 15_000;

/** Scrolls to a position again as the reloaded page grows, until the reader scrolls or presses something. */
export function scrollBackTo(y: number) {
  const follow = new ResizeObserver(() => {
    window.scrollTo({ top: y, behavior: 'instant' });
    if (window.scrollY >= y - 1) stop();
  });
  const stop = () => {
    follow.disconnect();
    clearTimeout(timer);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const event of ['touchstart', 'mousedown', 'wheel', 'keydown', 'popstate'])
    addEventListener(event, stop, { once: true, passive: true });
  follow.observe(document.body);
}
