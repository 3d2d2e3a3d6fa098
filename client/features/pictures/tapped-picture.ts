/** The picture in the last tapped link, as it was on the screen at the tap. `isWide`: the whole picture, not only its box. */
export type TappedPicture = { to: string; source: string; position: string; isWide: boolean; box: DOMRect; at: number };

let tapped: TappedPicture | null = null;

/** Called at a tap on a link: the screen that it leads to can show the picture before its own is loaded. */
export function noteTappedPicture(link: Element, to: string) {
  // The last one, because a blurred copy may lie behind it.
  const picture = [...link.querySelectorAll<HTMLImageElement>('[data-image=loaded]')].at(-1);
  tapped = picture
    ? {
        to,
        source: picture.src,
        position: picture.style.objectPosition,
        isWide: Number(picture.getAttribute('width')) > Number(picture.getAttribute('height')),
        box: picture.getBoundingClientRect(),
        at: performance.now(),
      }
    : null;
}

/** The picture of the link to this path, if that was the last tapped one. */
export function tappedPicture(to: string): TappedPicture | null {
  return tapped?.to === to ? tapped : null;
}
