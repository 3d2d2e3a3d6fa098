/**
 * One history entry for all open dialogs, so that going back closes the topmost one and not the screen. It has the address of the
 * screen, and the router does not know it. It is removed before the next navigation.
 */
const MARK = 'dialog';

type Act = () => void;

/** The functions that close the open dialogs, the topmost last. */
const closers: Act[] = [];
/** The index of our entry while it is the current one. */
let entryIndex: number | null = null;
/** The entry is being removed; going back takes some time. */
let isLeaving = false;
const waiting: Act[] = [];
let isWatching = false;

/**
 * Must be called before the router listens; without it dialogs have no entry. Removes the entry that a reload with an open dialog
 * has left.
 */
export function watchBack(): void {
  isWatching = true;
  addEventListener('popstate', onPop, { capture: true });
  if (isOurs()) history.back();
}

/** Registers an open dialog. Returns a function that unregisters it. */
export function holdBack(close: Act): Act {
  closers.push(close);
  // After the commit, because a dialog may replace another.
  queueMicrotask(update);
  return () => {
    closers.splice(closers.indexOf(close), 1);
    queueMicrotask(update);
  };
}

/** Navigates after the entry for dialogs has been removed. */
export function afterDialogs(navigate: Act): void {
  if (entryIndex === null && !isLeaving) {
    navigate();
  } else {
    waiting.push(navigate);
    leave();
  }
}

/** Must be called after each navigation, for dialogs that stay open. */
export function settleDialogs(): void {
  if (!isOurs()) entryIndex = null;
  update();
}

function update(): void {
  if (!isWatching || isLeaving) return;
  if (closers.length === 0) {
    if (entryIndex !== null) leave();
    return;
  }
  // The root only redirects, which would replace the entry.
  if (entryIndex !== null || location.pathname === '/') return;
  entryIndex = indexOf(history.state) + 1;
  history.pushState({ ...history.state, idx: entryIndex, [MARK]: true }, '');
}

function leave(): void {
  if (isLeaving) return;
  isLeaving = true;
  history.back();
}

function onPop(event: PopStateEvent): void {
  // Reached by going forward, or back over an entry that a navigation has covered. Nothing is shown here.
  if (isOurs()) {
    event.stopImmediatePropagation();
    history.back();
    return;
  }
  if (entryIndex === null) return;
  const isNextBelow = indexOf(history.state) === entryIndex - 1;
  entryIndex = null;
  if (isNextBelow) event.stopImmediatePropagation();
  if (isLeaving) endLeaving();
  else closeDialogs(isNextBelow ? closers.slice(-1) : closers.toReversed());
}

function endLeaving(): void {
  isLeaving = false;
  const acts = waiting.splice(0);
  for (const act of acts) act();
  // A navigation that has just begun ends with `settleDialogs`.
  if (acts.length === 0) update();
}

function closeDialogs(which: readonly Act[]): void {
  for (const close of which) close();
  // A dialog that does not close stays, and so do those below it.
  setTimeout(update);
}

function isOurs(): boolean {
  return typeof history.state === 'object' && history.state !== null && MARK in history.state;
}

/** The router's own index of an entry. */
function indexOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}
