import type { SourceState } from './page-sources.ts';
import type { Axis } from './strip-axis.ts';

type Picture = { axis: Axis; overlap: number; color: string; alt: string; onError: () => void };

/** Makes a box show what there is of its image: the image, or a colour in its place. */
export function showPicture(box: HTMLElement, { state, source }: SourceState, picture: Picture): void {
  const { axis, overlap, color, alt, onError } = picture;
  box.dataset.state = state;
  box.style.backgroundColor = state === 'ready' ? '' : color;
  for (const image of box.querySelectorAll(':scope > img')) image.remove();
  if (source === null) return;
  const image = imageOf(source, alt, 'absolute inset-0 size-full');
  image.onerror = onError;
  box.prepend(image);
  if (overlap === 0) return;
  // A shifted copy of the image: its last row lies beneath the edge of the next one.
  const copy = imageOf(source, '', 'absolute size-full');
  copy.style[axis === 'vertical' ? 'top' : 'right'] = `${overlap}px`;
  box.prepend(copy);
}

function imageOf(source: string, alt: string, className: string): HTMLImageElement {
  const image = new Image();
  image.decoding = 'async';
  image.alt = alt;
  image.draggable = false;
  image.className = className;
  image.src = source;
  return image;
}
