/** The last tap on a button before the app could answer it. Links work without the app. */
type FirstTap = { button: HTMLButtonElement | null; isOver: boolean };

declare global {
  /** Set by the starter, which is a script of its own. */
  var firstTap: FirstTap | undefined;
}

/** Notes taps until the app listens itself. */
export function noteFirstTaps(page: Document) {
  const tap: FirstTap = { button: null, isOver: false };
  globalThis.firstTap = tap;
  page.addEventListener('click', ({ target }) => {
    if (!tap.isOver && target instanceof Element) tap.button = target.closest('button');
  });
}

/** The app listens from now on. The returned function repeats the noted tap. */
export function takeFirstTap(): () => void {
  const tap = globalThis.firstTap;
  if (!tap) return () => undefined;
  tap.isOver = true;
  return () => tap.button?.click();
}
