const SETTLING = { duration: 200, easing: 'ease-out' };

/** The offset in pixels of the tab that the reader leaves, at the end of the swipe. */
let leftBy = 0;

const sliding = new Set<Animation>();

/** Moves the left tab on to its side. The next tab comes in from the other side when it is shown. */
export function slideOut(part: HTMLElement, by: number) {
  leftBy = by;
  slide(part, by, Math.sign(by) * innerWidth);
}

/** Moves the newly shown tab to its place, after a swipe. */
export function slideIn(part: HTMLElement | null) {
  const by = leftBy;
  leftBy = 0;
  if (part && by !== 0) slide(part, by - Math.sign(by) * innerWidth, 0);
}

export function slideBack(part: HTMLElement, by: number) {
  if (by === 0) clipPage(sliding.size > 0);
  else slide(part, by, 0);
}

function slide(part: HTMLElement, from: number, to: number) {
  const animation = part.animate([{ translate: `${from}px 0` }, { translate: `${to}px 0` }], SETTLING);
  clipPage(true);
  sliding.add(animation);
  const end = () => {
    sliding.delete(animation);
    clipPage(sliding.size > 0);
  };
  animation.onfinish = end;
  animation.oncancel = end;
}

/**
 * A moved screen makes the page no wider. Not for longer: in a clipped page the browser reports the removal of content above the
 * window as a layout shift.
 */
export function clipPage(isClipped: boolean) {
  document.body.style.overflowX = isClipped ? 'clip' : '';
}
